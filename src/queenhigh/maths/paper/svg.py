"""Plots as SVG elements that can be searched and read aloud, the same for the same data."""

from io import StringIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def plot_style(*, ink: str, edge: str, size: float) -> Any:
    """Return matplotlib's settings; `Any` because their names are a type of its own."""
    return {
        "axes.edgecolor": edge,
        "axes.labelcolor": ink,
        "font.size": size,
        "svg.fonttype": "none",  # Keep text as text.
        "svg.hashsalt": "queenhigh",  # Otherwise the names of parts would be random.
        "text.color": ink,
        "xtick.color": ink,
        "ytick.color": ink,
    }


def svg_of(figure: "Figure") -> str:
    out = StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    svg = out.getvalue()
    return svg[svg.index("<svg") :]
