"""Large results as tables of other libraries: Arrow and pandas, where they are installed."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, ClassVar

from ..extras import extra_named


# Arrow and pandas may be missing, so what they make is `Any`, as is what a column holds.
class Columns:
    """Something that can be had as columns of equal length."""

    # What the columns hold. A column's type does not depend on how many rows there are.
    _kinds: ClassVar[Mapping[str, type]]

    def columns(self) -> Mapping[str, Sequence[Any]]:
        """By name, one value a row; money in cents."""
        raise NotImplementedError

    def to_arrow(self) -> Any:
        """A `pyarrow.Table` (extra `parquet`)."""
        arrow = _installed("pyarrow")
        kinds = {int: arrow.int64(), float: arrow.float64(), str: arrow.string()}
        columns = self.columns()
        schema = arrow.schema([(name, kinds[self._kinds[name]]) for name in columns])
        return arrow.table(dict(columns), schema=schema)

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame` (extra `pandas`)."""
        frame = _installed("pandas").DataFrame(dict(self.columns()))
        numbers = {name: kind for name, kind in self._kinds.items() if kind is not str}
        return frame.astype({name: kind for name, kind in numbers.items() if name in frame})


def _installed(package: str) -> Any:
    with extra_named():
        return import_module(package)
