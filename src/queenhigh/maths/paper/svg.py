"""Plots as SVG elements that can be searched and read aloud, the same for the same data."""

from io import StringIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from matplotlib.typing import RcKeyType


def plot_style(*, ink: str, edge: str, size: float) -> "dict[RcKeyType, object]":
    """Matplotlib's settings."""
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
