"""Large results as tables of other libraries: Arrow and pandas, where they are installed."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from ..extras import extra_named


class Columns:
    """Something that can be had as columns of equal length."""

    def columns(self) -> Mapping[str, Sequence[Any]]:
        """By name, one value a row; money in cents."""
        raise NotImplementedError

    def to_arrow(self) -> Any:
        """A `pyarrow.Table` (extra `parquet`)."""
        return _installed("pyarrow").table(dict(self.columns()))

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame` (extra `pandas`)."""
        return _installed("pandas").DataFrame(dict(self.columns()))


def _installed(package: str) -> Any:
    with extra_named():
        return import_module(package)
