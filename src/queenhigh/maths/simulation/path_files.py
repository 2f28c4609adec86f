"""A path as a file: a table for programs, a page with a plot for people."""

import csv
from html import escape
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from ...extras import need
from ...house.money import currency_text
from ..paper.output_file import check_output
from ..paper.svg import plot_style, svg_of
from .paths import RunPath

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_NEEDS = {".html": ("matplotlib",), ".csv": (), ".parquet": ("pyarrow",)}

_INK, _PATH, _EXPECTED, _BAND, _GRID = "#22302f", "#0b5351", "#9a6412", "#efe3cb", "#dfe3e1"
_LONG = 3  # If the edge exceeds this many half-bands, it hides the chance.
_MOST_TEETH = 400  # Beyond this many jackpots, the meter is shown by what it paid.
_STYLE = plot_style(ink=_INK, edge=_GRID, size=10.5)


def check_file(file: Path) -> None:
    """Raise before the run if the file cannot be written or a package for it is missing."""
    check_output(file, _NEEDS, "a path")
    need(*_NEEDS[file.suffix])


def write_path(path: RunPath, file: Path) -> None:
    check_file(file)
    if file.suffix == ".csv":
        _write_csv(path, file)
    elif file.suffix == ".parquet":
        _write_parquet(path, file)
    else:
        file.write_text(page(path), "utf-8")


def _columns(path: RunPath) -> dict[str, list[int]]:
    columns: dict[str, list[int] | None] = msgspec.structs.asdict(path.points)
    return {name: values for name, values in columns.items() if values is not None}


def _write_csv(path: RunPath, file: Path) -> None:
    columns = _columns(path)
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(zip(*columns.values(), strict=True))


def _write_parquet(path: RunPath, file: Path) -> None:
    """Write Parquet, with the run's description in the file metadata."""
    run = msgspec.structs.asdict(path)
    del run["points"], run["jackpots"]
    table = import_module("pyarrow").table(_columns(path))
    table = table.replace_schema_metadata({"queenhigh": msgspec.json.encode(run)})
    import_module("pyarrow.parquet").write_table(table, file)


# The page

_PAGE = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
  body {{ font: 16px/1.45 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; color: #22302f;
         background: #fff; max-width: 62rem; margin: 2.5rem auto; padding: 0 1.5rem; }}
  h1 {{ font-size: 1.5rem; margin: 0; }}
  p {{ margin: .3rem 0; max-width: 46rem; }}
  svg {{ width: 100%; height: auto; margin: 1rem 0; }}
  table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; }}
  td {{ padding: .2rem 0; }}
  td + td {{ text-align: right; padding-left: 2.5rem; }}
  .note {{ color: #55625f; font-size: .9rem; margin-top: 1.2rem; }}
  @page {{ margin: 15mm; }}
  @media print {{ body {{ margin: 0; padding: 0; max-width: none; font-size: 10pt; }}
                 h1 {{ font-size: 15pt; }} td {{ padding: 0; }}
                 p {{ max-width: none; }} table, svg {{ break-inside: avoid; }} }}
</style>
<h1>{title}</h1>
<p>{bets}</p>
{plot}
<table>
{rows}
</table>
<p class="note">{note}</p>
</html>
"""


def page(path: RunPath) -> str:
    """A self-contained HTML page."""
    points = path.points
    seats = "one seat" if path.seats == 1 else f"{path.seats} seats"
    title = f"{path.house}: {seats}, {points.rounds[-1]:,} rounds"
    placed = [f"{path.titles[name]} {_money(path, cents)}" for name, cents in path.wagers.items()]
    bets = f"Each seat bets {', '.join(placed)} a round. Seed {path.seed}."
    rows = "\n".join(
        f"<tr><td>{escape(name)}</td><td>{escape(value)}</td></tr>"
        for name, value in _figures(path)
    )
    growth = "" if points.meter_cents is None else ", the meter's growth from its seed included"
    deviation = _money(path, round(path.deviation_cents))
    note = (
        f"The expected line is exact{growth}. In 95 of 100 runs the net at any one round lies in "
        f"the band, which is the normal one for this run's deviation of {deviation} a round. "
        f"{len(points.rounds):,} points are drawn."
    )
    return _PAGE.format(
        title=escape(title), bets=escape(bets), plot=plot(path), rows=rows, note=escape(note)
    )


def _figures(path: RunPath) -> list[tuple[str, str]]:
    points = path.points
    net, expected = points.net_cents[-1], points.expected_cents[-1]
    apart = (net - expected) / (path.deviation_cents * points.rounds[-1] ** 0.5 or 1)
    low, high = _money(path, points.low_cents[-1]), _money(path, points.high_cents[-1])
    found = [
        ("The player's net" if path.seats == 1 else "The players' net", _money(path, net)),
        ("Expected", _money(path, expected)),
        ("95 of 100 runs end between", f"{low} and {high}"),
        ("Standard errors apart", f"{apart:+.2f}".replace("-", "\N{MINUS SIGN}")),
    ]
    if points.meter_cents is not None:
        paid = [cents for _, cents in path.jackpots]
        found.append(("Jackpots", f"{len(paid):,}"))
        if paid:
            found += [
                ("Paid by the meter in all", _money(path, sum(paid))),
                ("Average jackpot", _money(path, sum(paid) // len(paid))),
                ("Largest jackpot", _money(path, max(paid))),
            ]
        found.append(("Meter at the end", _money(path, points.meter_cents[-1])))
    return found


def _money(path: RunPath, cents: int) -> str:
    """Format money, without cents where they would be noise."""
    whole = cents if abs(cents) < 100_000 else round(cents, -2)
    return currency_text(whole, path.currency).replace("-", "\N{MINUS SIGN}")


# The plot


def plot(path: RunPath) -> str:
    """The plot as an SVG element."""
    need("matplotlib")
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(_STYLE):
        with_meter = path.points.meter_cents is not None
        figure = Figure(figsize=(10, 7 if with_meter else 4.8), layout="constrained")
        if with_meter:
            above, below = figure.subplots(2, 1, sharex=True, height_ratios=(5, 2))
            _draw_meter(below, path)
        else:
            above = below = figure.subplots()
        _draw_net(above, path)
        _label_rounds(below, path.points.rounds[-1])
        return svg_of(figure)


def _draw_net(axes: "Axes", path: RunPath) -> None:
    """Draw the net, or in a long run, where the edge hides all else, its distance from expected."""
    points = path.points
    net, expected, high = points.net_cents[-1], points.expected_cents[-1], points.high_cents[-1]
    who = "the player has" if path.seats == 1 else "the players have"
    if abs(expected) > _LONG * (high - expected):
        level = points.expected_cents
        title = f"How far {who} been from the expected line"
        off = net - expected
        label = f"this run {'+' if off > 0 else ''}{_money(path, off)}"
    else:
        level = [0] * len(points.rounds)
        title, label = f"What {who} won", f"this run {_money(path, net)}"
    bottom, drawn, line, top = (
        [(cents - base) / 100 for cents, base in zip(column, level, strict=True)]
        for column in (points.low_cents, points.net_cents, points.expected_cents, points.high_cents)
    )
    axes.fill_between(points.rounds, bottom, top, color=_BAND, linewidth=0)
    axes.plot(points.rounds, line, color=_EXPECTED, linewidth=1.2, dashes=(6, 3))
    axes.plot(points.rounds, drawn, color=_PATH, linewidth=1.3)
    _style(axes, title, path.currency)
    labels = [
        (top[-1], "95 of 100 runs end\nin the band", _EXPECTED),
        (line[-1], f"expected {_money(path, expected)}", _EXPECTED),
        (drawn[-1], label, _PATH),
    ]
    _label_ends(axes, points.rounds[-1], labels)


def _draw_meter(axes: "Axes", path: RunPath) -> None:
    points = path.points
    if len(path.jackpots) <= _MOST_TEETH:
        rounds, shown = _teeth(path)
        axes.plot(rounds, shown, color=_PATH, linewidth=1.0)
        title = "What the meter shows"
    else:
        hit = [at for at, _ in path.jackpots]
        dots = [cents / 100 for _, cents in path.jackpots]
        axes.plot(hit, dots, ".", color=_PATH, markersize=1.6, rasterized=len(hit) > 5_000)
        title = f"What the meter paid, each of {len(hit):,} jackpots"
    _style(axes, title, path.currency)
    axes.set_ylim(bottom=0)
    if path.jackpots:
        paid = [cents for _, cents in path.jackpots]
        average = sum(paid) // len(paid)
        axes.axhline(average / 100, color=_EXPECTED, linewidth=1.2, dashes=(6, 3))
        end = points.rounds[-1]
        _label_ends(
            axes, end, [(average / 100, f"paid on average\n{_money(path, average)}", _EXPECTED)]
        )


def _teeth(path: RunPath) -> tuple[list[int], list[float]]:
    """The meter's points, plus its rise and fall at each jackpot between points."""
    points = path.points
    meter = dict(zip(points.rounds, points.meter_cents or [], strict=True))
    seed = points.meter_cents[0] if points.meter_cents else 0
    corners = [(at, 0, cents) for at, cents in path.jackpots]
    corners += [(at, 1, seed) for at, _ in path.jackpots]
    hit = {at for at, _ in path.jackpots}
    corners += [(at, 0, cents) for at, cents in meter.items() if at not in hit]
    corners.sort()
    return [at for at, _, _ in corners], [cents / 100 for _, _, cents in corners]


def _style(axes: "Axes", title: str, currency: str) -> None:
    axes.set_title(title, loc="left", fontsize=11.5)
    axes.grid(color=_GRID, linewidth=0.7)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(length=0)
    axes.margins(x=0)
    axes.yaxis.set_major_formatter(lambda value, _: _axis_money(value, currency))


def _axis_money(value: float, currency: str) -> str:
    sign = "\N{MINUS SIGN}" if value < 0 else ""
    unit, size = currency_text(0, currency).removesuffix("0"), abs(value)
    for many, name in ((1e9, " bn"), (1e6, " m")):
        if size >= many:
            return f"{sign}{unit}{size / many:g}{name}"
    shown = f"{size:,.0f}" if size >= 10 or size == int(size) else f"{size:.2f}"
    return f"{sign}{unit}{shown}"


def _label_rounds(axes: "Axes", rounds: int) -> None:
    unit, name = (1_000_000, "million rounds") if rounds >= 2_000_000 else (1, "rounds")
    axes.set_xlabel(name)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value / unit:,.10g}")


def _label_ends(axes: "Axes", end: int, labels: list[tuple[float, str, str]]) -> None:
    """Label the ends of the lines from the top down, without overlap."""
    bottom, top = axes.get_ylim()
    axes.set_ylim(bottom, top)
    line = (top - bottom) * 0.055
    labels = sorted(labels, reverse=True)
    heights = [height for height, _, _ in labels]
    tall = [line * (1 + text.count("\n")) for _, text, _ in labels]
    for _ in range(50):
        for place in range(1, len(heights)):
            apart = (tall[place - 1] + tall[place]) / 2
            overlap = apart - (heights[place - 1] - heights[place])
            if overlap > 0:
                heights[place - 1] += overlap / 2
                heights[place] -= overlap / 2
    for height, (_, text, colour) in zip(heights, labels, strict=True):
        axes.annotate(
            text,
            (end, height),
            xytext=(7, 0),
            textcoords="offset points",
            va="center",
            color=colour,
            annotation_clip=False,
        )
