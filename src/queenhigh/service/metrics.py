"""Prometheus metrics: what happens, how often and how fast, without names, cards or money."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """The metrics of one service, in its own registry so that two in one process do not mix."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.commands = Counter(
            "queenhigh_commands", "Commands by type and answer.", ("type", "answer"),
            registry=self.registry,
        )  # fmt: skip
        self.command_seconds = Histogram(
            "queenhigh_command_seconds", "Time from a command's arrival to its durable answer.",
            buckets=_SECONDS, registry=self.registry,
        )  # fmt: skip
        self.events = Counter("queenhigh_events", "Events written.", registry=self.registry)
        self.tables = Gauge("queenhigh_tables", "Tables by phase.", ("phase",),
                            registry=self.registry)  # fmt: skip
        self.watchers = Gauge("queenhigh_watchers", "Live connections.", registry=self.registry)
        self.stopped = Gauge(
            "queenhigh_tables_stopped", "Tables stopped because an invariant was broken.",
            registry=self.registry,
        )  # fmt: skip
        self.requests = Counter(
            "queenhigh_requests", "HTTP requests by route and status.",
            ("method", "route", "status"), registry=self.registry,
        )  # fmt: skip

    def printed(self) -> bytes:
        return generate_latest(self.registry)
