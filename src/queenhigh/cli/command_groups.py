"""The groups of commands in `--help`."""

from typing import Any

from typer.core import TyperGroup

GROUPS = {
    "Play": ("play", "drill", "deal", "script", "replay"),
    "Books": (
        *("houses", "rules", "lint", "compare", "clauses", "points", "convert"),
        *("check", "settle"),
    ),
    "Figures": (
        *("analyze", "strategy", "joint", "simulate", "protect", "design", "sensitivity"),
        *("win", "meter", "par", "rng-report"),
    ),
    "Cardroom": ("serve", "report", "search", "dispute", "backup", "restore", "retain", "reseal"),
    "Audit": ("audit",),
    "Reliability": ("simulate-faults", "crash-test"),
}
# The extra that a whole command needs. Other commands need one only for some of their options.
EXTRAS = {
    "play": "terminal",
    "serve": "service",
    "simulate-faults": "reliability",
    "crash-test": "reliability",
}
_OTHERS = "Other"
TyperObject = Any  # A command, a context or the like: Typer keeps their classes private.


class CommandGroups(TyperGroup):
    def format_commands(self, ctx: TyperObject, formatter: TyperObject) -> None:
        named = {name: self.get_command(ctx, name) for name in self.list_commands(ctx)}
        shown = {name: each for name, each in named.items() if each and not each.hidden}
        limit = formatter.width - 6 - max(map(len, shown))
        grouped = {name for names in GROUPS.values() for name in names}
        others = tuple(name for name in shown if name not in grouped)
        for title, names in {**GROUPS, _OTHERS: others}.items():
            rows = [
                (name, shown[name].get_short_help_str(limit)) for name in names if name in shown
            ]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows, col_max=max(map(len, shown)))
