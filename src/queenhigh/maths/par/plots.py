"""The plots of a PAR sheet as SVG; labels and line styles keep them readable in grey print."""

import re
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from ..paper.blocks import share
from ..paper.svg import plot_style, svg_of
from .amounts import amount
from .sheet import Sheet

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure
    from matplotlib.typing import RcKeyType

_INK, _GRID, _MARK = "#1d2726", "#dcdfde", "#0b4f4d"
_BANDS = ("#e9eeed", "#cfdad8", "#a9bdba")
_DRAWN = 0.004  # The rarest net that gets a bar.
_WIDTH = 7.0  # Inches: the text width.
_STYLE: "dict[RcKeyType, object]" = {
    **plot_style(ink=_INK, edge="#8b9492", size=9),
    "axes.spines.right": False,
    "axes.spines.top": False,
}
_FONTS = "'Libertinus Serif', Georgia, 'Times New Roman', serif"


def plots(sheet: Sheet) -> dict[str, str]:
    """This sheet's plots by name."""
    import matplotlib

    with matplotlib.rc_context(_STYLE):
        found = {"joint": _joint(sheet)}
        if sheet.volatility.hold:
            found["hold"] = _hold(sheet)
        for key in sheet.meters:
            found[f"meter_{key}"] = _by_meter(sheet, key)
    return found


def _figure(height: float) -> "Figure":
    from matplotlib.figure import Figure

    return Figure(figsize=(_WIDTH, height), layout="constrained")


def _svg(figure: "Figure") -> str:
    return re.sub(r"font-family: [^;\"]*", f"font-family: {_FONTS}", svg_of(figure))


def _grid(axes: "Axes", which: Literal["both", "x", "y"] = "both") -> None:
    axes.grid(True, axis=which, color=_GRID, linewidth=0.6)
    axes.set_axisbelow(True)


def _money_axis(sheet: Sheet, axis: "Axis") -> None:
    axis.set_major_formatter(lambda units, _: amount(sheet, round(units * 100)))


def _percent_axis(axis: "Axis") -> None:
    axis.set_major_formatter(lambda value, _: f"{value:g}%".replace("-", "−"))


def _label(
    axes: "Axes",
    text: str,
    at: tuple[float, float],
    away: tuple[float, float],
    **how: Any,  # For matplotlib, which checks it.
) -> None:
    """Write a text, so many points away from what it names."""
    axes.annotate(text, at, xytext=away, textcoords="offset points", **how)


def _joint(sheet: Sheet) -> str:
    figures = sheet.position.figures
    figure = _figure(2.9)
    body, tail = figure.subplots(1, 2, width_ratios=(1.15, 1))
    _bars(body, sheet)
    wins = [each for each in figures.outcomes if each.net_cents > 0]
    left = sum(each.combinations for each in wins)
    points = []
    for each in wins:
        points.append((each.net_cents / 100, left / figures.combinations))
        left -= each.combinations
    nets, chances = zip(*points, strict=True)
    tail.step(nets, chances, where="pre", color=_MARK, linewidth=1.4)
    tail.plot(nets[-1:], chances[-1:], "o", color=_MARK, markersize=3)
    tail.set_xscale("log")
    tail.set_yscale("log")
    _money_axis(sheet, tail.xaxis)
    tail.yaxis.set_major_formatter(lambda value, _: _one_in(value))
    tail.minorticks_off()
    tail.set_xlabel("net of the seat, at least")
    tail.set_title("Winning at least this much", fontsize=9, loc="left")
    for wanted in (0.1, 0.01, 0.001):
        found = max(
            (point for point in points if point[1] >= wanted),
            key=lambda each: each[0],
            default=None,
        )
        if found and found is not points[-1]:
            tail.plot(*found, "o", color=_MARK, markersize=3)
            text = f"{amount(sheet, round(found[0] * 100))}: {share(found[1], 2)}"
            _label(tail, text, found, (5, 3), fontsize=8)
    best = f"{amount(sheet, round(nets[-1] * 100))}: {_one_in(chances[-1])}"
    _label(tail, best, points[-1], (-7, 0), ha="right", va="center", fontsize=8)
    _grid(tail)
    return _svg(figure)


def _bars(axes: "Axes", sheet: Sheet) -> None:
    """Draw the likely nets, each at its place on the axis; the rest is mentioned only."""
    outcomes = sheet.position.figures.outcomes
    drawn = [each for each in outcomes if each.probability.value >= _DRAWN]
    places = [each.net_cents / 100 for each in drawn]
    tops = [each.probability.value * 100 for each in drawn]
    span = max(places) - min(places) or 1.0
    axes.bar(places, tops, width=span / 60, color=_BANDS[2], edgecolor=_INK, linewidth=0.6)
    _money_axis(sheet, axes.xaxis)
    for place, top in zip(places, tops, strict=True):
        if top >= 1:
            _label(axes, f"{top:.1f}", (place, top), (0, 2), ha="center", fontsize=7)
    _percent_axis(axes.yaxis)
    axes.set_xlabel("net of the seat")
    rest = sum(each.combinations for each in outcomes if each.probability.value < _DRAWN)
    title = "Probability of each net"
    if rest:
        title += f" (rarer ones, {share(rest / sheet.position.figures.combinations, 2)}, left out)"
    axes.set_title(title, fontsize=9, loc="left")
    _grid(axes, "y")


def _one_in(chance: float) -> str:
    return f"{chance:.0%}" if chance >= 0.0999 else f"1 in {1 / chance:,.0f}"


def _by_meter(sheet: Sheet, key: str) -> str:
    figures, at_meters = sheet.analysis.side_wagers[key], sheet.meters[key]
    figure = _figure(2.7)
    axes = figure.subplots()
    meters = [each.meter_cents / 100 for each in at_meters]
    most = len(at_meters[0].house_edge)
    styles = {1: ("-", 1), most: ("--", -1)} if most > 1 else {1: ("-", 1)}
    for seats, (style, side) in styles.items():
        edges = [each.house_edge[seats - 1].value * 100 for each in at_meters]
        axes.plot(meters, edges, style, color=_MARK, linewidth=1.5)
        counted = "dealt in" if figures.envy_of == "dealt" else "betting"
        name = f"1 seat {counted}" if seats == 1 else f"{seats} seats {counted}"
        end = (meters[-1], edges[-1])
        _label(axes, name, end, (6, 5 * side), va="center", annotation_clip=False)
        at_seats = (figures.by_seats or ())[seats - 1].break_even_meter
        if at_seats is msgspec.UNSET:
            continue
        even = at_seats.value
        axes.plot([even / 100], [0], "o", color=_MARK, markersize=4)
        text, ha = f"breaks even at {amount(sheet, round(even))}", "left" if side > 0 else "right"
        _label(axes, text, (even / 100, 0), (9 * side, 14 * side), ha=ha, va="center")
    axes.axhline(0, color=_INK, linewidth=0.8)
    marks: list[tuple[float, str]] = []
    if figures.meter_cents is not msgspec.UNSET:
        marks.append((figures.meter_cents, "meter of this sheet"))
    if figures.long_run is not msgspec.UNSET:
        marks.append((figures.long_run.average_jackpot_meter.value, "hit here on average"))
    for cents, name in marks:
        axes.axvline(cents / 100, color="#8b9492", linewidth=0.9, linestyle=":")
        text, place = f"{name}, {amount(sheet, round(cents))}", (cents / 100, 0.03)
        _label(axes, text, place, (4, 0), xycoords=("data", "axes fraction"), fontsize=8)
    _money_axis(sheet, axes.xaxis)
    _percent_axis(axes.yaxis)
    axes.set_xlim(0 if figures.trigger is msgspec.UNSET else meters[0], meters[-1])
    axes.set_xlabel("meter")
    axes.set_ylabel("house edge, of the bet")
    _grid(axes)
    return _svg(figure)


def _hold(sheet: Sheet) -> str:
    figure = _figure(3.0)
    axes = figure.subplots()
    found = sheet.volatility.hold
    rounds = [each.rounds for each in found]
    expected = [each.expected_value * 100 for each in found]
    shown = ((0.99, ":"), (0.9, "--"), (0.5, "-"))
    for (probability, style), colour in zip(shown, _BANDS, strict=True):
        bands = [
            next(each for each in hold.intervals if each.probability == probability)
            for hold in found
        ]
        low, high = ([getattr(each, end) * 100 for each in bands] for end in ("lowest", "highest"))
        axes.fill_between(rounds, low, high, color=colour, linewidth=0)
        for side in (low, high):
            axes.plot(rounds, side, style, color=_INK, linewidth=0.9)
        for edge in (low[0], high[0]):
            text, place = f"{probability:.0%}: {share(edge / 100, 1)}", (rounds[0], edge)
            _label(axes, text, place, (-5, 0), ha="right", va="center", annotation_clip=False)
    axes.plot(rounds, expected, color=_MARK, linewidth=1.5)
    axes.axhline(0, color=_INK, linewidth=0.6)
    _label(axes, f"expected {share(expected[-1] / 100, 2)}", (rounds[-1], expected[-1]), (-4, 7),
           ha="right")  # fmt: skip
    axes.set_xscale("log")
    axes.set_xlim(rounds[0], rounds[-1])
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.minorticks_off()
    _percent_axis(axes.yaxis)
    axes.set_xlabel("rounds")
    axes.yaxis.tick_right()  # The left side is used by the labels of the bands.
    axes.yaxis.set_label_position("right")
    axes.spines["right"].set_visible(True)
    axes.set_ylabel("hold, of the opening bets")
    _grid(axes)
    return _svg(figure)
