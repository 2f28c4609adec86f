"""The places where code names a rule point, and the rewriting that lets each be taken out.

A place is a point plus the function, or the module's table, that names it: however often it is
named there, it goes all at once. The same point in two functions is two places, each proved.
"""

import ast
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

_MARKS = "__marks__"


class Places:
    """The places in a package, and the import finder that rewrites it."""

    def __init__(self, package: Path):
        self.package = package
        self._sources = {path: path.read_text("utf-8") for path in sorted(package.rglob("*.py"))}
        del self._sources[package / "house" / "points.py"]
        self._named = _named(self._sources)
        self.of_module: dict[Path, dict[str, str]] = {}  # By file: place to point.
        for path in self._named:
            rewriter = _Rewriter(self._where(path), self._named[path])
            rewriter.visit(ast.parse(self._sources[path]))
            if rewriter.places:
                self.of_module[path] = rewriter.places

    def by_point(self) -> dict[str, list[str]]:
        """Return the places that name each point."""
        found: dict[str, list[str]] = {}
        for places in self.of_module.values():
            for where, name in places.items():
                found.setdefault(name, []).append(where)
        return found

    def rewritten(self, path: Path) -> ast.Module:
        rewriter = _Rewriter(self._where(path), self._named[path])
        tree = rewriter.visit_Module(ast.parse(self._sources[path]))
        return ast.fix_missing_locations(tree)

    def install(self) -> None:
        sys.meta_path.insert(0, _Finder(self))

    def _where(self, path: Path) -> str:
        return path.relative_to(self.package).as_posix()


class _Finder(MetaPathFinder):
    def __init__(self, places: Places):
        self._places = places

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith(f"{self._places.package.name}."):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec and spec.origin and Path(spec.origin) in self._places.of_module:
            spec.loader = _Loader(fullname, spec.origin, self._places)
        return spec


class _Loader(SourceFileLoader):
    def __init__(self, fullname: str, origin: str, places: Places):
        super().__init__(fullname, origin)
        self._places = places

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._places.rewritten(Path(self.path)), self.path, "exec")

    def exec_module(self, module: ModuleType) -> None:
        from . import marks

        setattr(module, _MARKS, marks)
        super().exec_module(module)


def _named(sources: Mapping[Path, str]) -> dict[Path, dict[str, str]]:
    """Return the names that stand for points, by file: defined there, or imported."""
    texts = {path: text for path, text in sources.items() if "point(" in text}
    made = {path: dict(_made(ast.parse(text))) for path, text in texts.items()}
    names = re.compile(
        rf"import .*\b({'|'.join(name for each in made.values() for name in each)})\b"
    )
    found = dict(made)
    for path, text in sources.items():
        if names.search(text):
            found[path] = found.get(path, {}) | dict(_imported(path, ast.parse(text), made))
    return found


def _imported(
    path: Path, tree: ast.Module, made: Mapping[Path, Mapping[str, str]]
) -> Iterator[tuple[str, str]]:
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module and node.level:
            source = path.parents[node.level - 1].joinpath(*node.module.split("."))
            others = made.get(source.with_suffix(".py"), {})
            for each in node.names:
                if each.name in others:
                    yield each.asname or each.name, others[each.name]


def _made(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and (name := _point(node.value)):
            yield _name_of(node), name


def _point(node: ast.AST) -> str:
    """Return the point of a call like point("ante.wins")."""
    match node:
        case ast.Call(func=ast.Name(id="point"), args=[ast.Constant(value=str(name))]):
            return name
        case _:
            return ""


class _Rewriter(ast.NodeTransformer):
    def __init__(self, file: str, named: Mapping[str, str]):
        self._file, self._named = file, named
        self._inside, self._may_go_on = "", False
        self.places: dict[str, str] = {}

    def visit_Module(self, node: ast.Module) -> ast.Module:
        for number, each in enumerate(node.body):
            if isinstance(each, ast.Assign) and _point(each.value):
                continue
            self._inside = _name_of(each)
            node.body[number] = self.visit(each)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        before, self._may_go_on = self._may_go_on, _may_be_none(node.returns)
        node.body = [new for each in node.body for new in _as_list(self.visit(each))]
        node.decorator_list = [each for each in node.decorator_list if not _keeps(each)]
        self._may_go_on = before
        return node

    # The places

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if isinstance(node.ctx, ast.Load) and node.id in self._named:
            return self._place(self._named[node.id])
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if name := _point(node):
            return self._place(name)
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "bool":
            return _asked("truth", *node.args)
        return node

    def _place(self, name: str) -> ast.expr:
        where = f"{name} in {self._file} {self._inside}"
        self.places[where] = name
        return _asked("place", ast.Constant(name), ast.Constant(where))

    # What carries a reason

    def visit_Raise(self, node: ast.Raise) -> list[ast.stmt]:
        self.generic_visit(node)
        if node.exc is None:
            return [node]
        return _unless_it_goes(_order(node.exc), ast.Raise(_found(), node.cause))

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | list[ast.stmt]:
        self.generic_visit(node)
        if isinstance(node.value, ast.Yield) and node.value.value:
            return _unless_it_goes(_order(node.value.value), ast.Expr(ast.Yield(_found())))
        node.value = _order(node.value)
        return node

    def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
        self.generic_visit(node)
        if node.value is None or isinstance(node.value, ast.Constant):
            return [node]
        may = ast.keyword("may_go_on", ast.Constant(self._may_go_on))
        found = _asked("answer", node.value, keywords=[may])
        return (
            _unless_it_goes(found, ast.Return(_found())) if self._may_go_on else [ast.Return(found)]
        )

    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        self.generic_visit(node)
        return _asked("kept", node)

    def visit_If(self, node: ast.If) -> ast.If:
        """Skip a block that does something and appends its reason, when the reason is out."""
        reasons = [name for each in node.body if (name := _reason(each, self._named))]
        self.generic_visit(node)
        if reasons and len(node.body) > len(reasons):
            entered = [_asked("holds", self.visit(each)) for each in reasons]
            node.test = ast.BoolOp(ast.And(), [node.test, *entered])
        return node


def _asked(name: str, *given: ast.expr, keywords: Sequence[ast.keyword] = ()) -> ast.Call:
    function = ast.Attribute(ast.Name(_MARKS, ast.Load()), name, ast.Load())
    return ast.Call(function, list(given), list(keywords))


def _order(node: ast.expr) -> ast.expr:
    if not isinstance(node, ast.Call):
        return node
    return _asked("call", node.func, *node.args, keywords=node.keywords)


def _found() -> ast.expr:
    return ast.Name("__found__", ast.Load())


def _unless_it_goes(found: ast.expr, then: ast.stmt) -> list[ast.stmt]:
    kept = ast.Assign([ast.Name("__found__", ast.Store())], found)
    return [kept, ast.If(ast.UnaryOp(ast.Not(), _asked("goes", _found())), [then], [])]


def _as_list(found: ast.stmt | list[ast.stmt]) -> list[ast.stmt]:
    return found if isinstance(found, list) else [found]


def _name_of(node: ast.stmt) -> str:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return node.name
    if isinstance(node, ast.Assign | ast.AnnAssign):
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        return ast.unparse(target)
    return f"line {node.lineno}"


def _may_be_none(returns: ast.expr | None) -> bool:
    """Whether the function has another answer: None, or a result instead of a refusal."""
    return isinstance(returns, ast.BinOp) and isinstance(returns.op, ast.BitOr)


def _keeps(decorator: ast.expr) -> bool:
    """Whether it caches: cached answers would hide which test asked, and outlive the removal."""
    return "lru_cache" in ast.unparse(decorator)


def _reason(node: ast.stmt, named: Mapping[str, str]) -> ast.Name | None:
    """Return the point appended by a statement like because.append(PAID_LAST)."""
    match node:
        case ast.Expr(
            ast.Call(func=ast.Attribute(attr="append"), args=[ast.Name(id=name) as point])
        ):
            return point if name in named else None
        case _:
            return None
