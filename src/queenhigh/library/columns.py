"""Large results as tables of other libraries: Arrow and pandas, where they are installed."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any, ClassVar

from ..extras import extra_named

Column = Sequence[Any]  # Of one type, which depends on the column's name.
OfPackage = Any  # Made by Arrow or pandas, which may be missing.


class Columns:
    """Something available as columns of equal length."""

    # What the columns hold. A column's type does not depend on how many rows there are.
    _kinds: ClassVar[Mapping[str, type]]

    def columns(self) -> Mapping[str, Column]:
        """By name, one value a row; money in cents."""
        raise NotImplementedError

    def to_arrow(self) -> OfPackage:
        """A `pyarrow.Table` (extra `parquet`)."""
        arrow = _installed("pyarrow")
        kinds = {int: arrow.int64(), float: arrow.float64(), str: arrow.string()}
        columns = self.columns()
        schema = arrow.schema([(name, kinds[self._kinds[name]]) for name in columns])
        return arrow.table(dict(columns), schema=schema)

    def to_pandas(self) -> OfPackage:
        """A `pandas.DataFrame` (extra `pandas`)."""
        frame = _installed("pandas").DataFrame(dict(self.columns()))
        numbers = {name: kind for name, kind in self._kinds.items() if kind is not str}
        return frame.astype({name: kind for name, kind in numbers.items() if name in frame})


def _installed(package: str) -> ModuleType:
    with extra_named():
        return import_module(package)
