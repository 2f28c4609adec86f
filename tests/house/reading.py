"""Which settings of a house the code reads, found by following types through the source.

An attribute counts for a struct only if it is read from that struct: the `mode` of a deck's change
is not a use of a `mode` elsewhere. Types are followed through annotations, assignments, loops and
unpacking, which is enough for a fully typed code base.
"""

import ast
import types
import typing
from collections import deque
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from queenhigh.house import model, procedure, wager

Read = tuple[str, str]  # A struct and its field.


@cache
def structs() -> dict[str, type[msgspec.Struct]]:
    """The structs that a house is made of."""
    return {
        struct.__name__: struct
        for module in (procedure, wager, model)
        for struct in vars(module).values()
        if isinstance(struct, type)
        and issubclass(struct, msgspec.Struct)
        and struct.__module__ == module.__name__
    }


class Kind(msgspec.Struct, frozen=True):
    """The possible types of an expression: structs, or a container of them."""

    names: frozenset[str] = frozenset()
    inside: frozenset[str] = frozenset()  # What a container holds.

    def __or__(self, other: "Kind") -> "Kind":
        return Kind(self.names | other.names, self.inside | other.inside)


NOTHING = Kind()


def kind_of_type(hint: Any) -> Kind:
    """Return the kind of a field's type."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if isinstance(hint, type) and origin is None:
        return Kind(frozenset({hint.__name__})) if hint.__name__ in structs() else NOTHING
    if origin in (typing.Union, types.UnionType):
        return _any(map(kind_of_type, arguments))
    if origin in (dict, list, tuple):
        return Kind(inside=_any(map(kind_of_type, arguments)).names)
    return NOTHING


def _any(kinds: Iterable[Kind]) -> Kind:
    found = NOTHING
    for kind in kinds:
        found |= kind
    return found


@cache
def fields() -> dict[Read, Kind]:
    """Return every field of those structs, with its kind."""
    return {
        (name, field.name): kind_of_type(field.type)
        for name, struct in structs().items()
        for field in msgspec.structs.fields(struct)
    }


class Module:
    """One source file, and what it reads of a house."""

    def __init__(self, tree: ast.Module, returns: dict[str, Kind]):
        self.returns = returns
        self.read: set[Read] = set()
        self._body(tree.body, {})

    def _body(self, body: list[ast.stmt], known: dict[str, Kind], owner: str = "") -> None:
        """Bind a scope's names (twice: one may depend on a later one), then collect its reads."""
        own, nodes = dict(known), list(_within(body))
        for _ in range(2):
            for node in nodes:
                self._bind(node, own)
        for node in nodes:
            if isinstance(node, ast.Attribute):
                self.read |= {
                    (name, node.attr)
                    for name in self.kind(node.value, own).names
                    if (name, node.attr) in fields() and isinstance(node.ctx, ast.Load)
                }
            elif isinstance(node, ast.Lambda):
                self._body([ast.Expr(node.body)], {**own, **_parameters(node, owner)})
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                if owner not in structs() or node.name != "__post_init__":
                    self._body(node.body, {**own, **_parameters(node, owner)})
            elif isinstance(node, ast.ClassDef):
                self._body(node.body, own, node.name)

    def _bind(self, node: ast.AST, known: dict[str, Kind]) -> None:
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._unpack(target, value, known)
            case ast.AnnAssign(target=ast.Name(id=name), annotation=hint):
                known[name] = kind_of_annotation(hint)
            case ast.NamedExpr(target=ast.Name(id=name), value=value):
                known[name] = self.kind(value, known)
            case (
                ast.For(target=target, iter=iterated)
                | ast.comprehension(target=target, iter=iterated)
            ):
                self._loop(target, iterated, known)
            case _:
                return

    def _unpack(self, target: ast.expr, value: ast.expr, known: dict[str, Kind]) -> None:
        if isinstance(target, ast.Name):
            known[target.id] = known.get(target.id, NOTHING) | self.kind(value, known)
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for each, part in zip(target.elts, value.elts, strict=False):
                self._unpack(each, part, known)

    def _loop(self, target: ast.expr, iterated: ast.expr, known: dict[str, Kind]) -> None:
        found = Kind(self.kind(iterated, known).inside)
        names = target.elts if isinstance(target, ast.Tuple) else [target]
        for name in names:  # In a pair it may be either.
            if isinstance(name, ast.Name):
                known[name.id] = known.get(name.id, NOTHING) | found

    def kind(self, node: ast.expr, known: dict[str, Kind]) -> Kind:
        match node:
            case ast.Name(id=name):
                return known.get(name, NOTHING)
            case ast.Attribute(value=value, attr=attr):
                if attr == "house":  # Of a table, an unfolding, an edition: always the same.
                    return Kind(frozenset({"House"}))
                owners = self.kind(value, known).names
                found = _any(fields().get((owner, attr), NOTHING) for owner in owners)
                return found | (self.returns.get(attr, NOTHING) if owners else NOTHING)
            case ast.Subscript(value=value):
                return Kind(self.kind(value, known).inside)
            case ast.Call(func=function, args=arguments):
                return self._called(function, arguments, known)
            case ast.IfExp(body=one, orelse=other):
                return self.kind(one, known) | self.kind(other, known)
            case ast.BoolOp(values=values):
                return _any(self.kind(value, known) for value in values)
            case ast.NamedExpr(value=value):
                return self.kind(value, known)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                found = _any(self.kind(part, known) for part in parts)
                return Kind(inside=found.names | found.inside)
            case ast.Starred(value=value):
                return self.kind(value, known)
            case ast.ListComp(elt=made) | ast.GeneratorExp(elt=made):
                return Kind(inside=self.kind(made, known).names)
            case _:
                return NOTHING

    def _called(
        self, function: ast.expr, arguments: list[ast.expr], known: dict[str, Kind]
    ) -> Kind:
        if isinstance(function, ast.Attribute):
            of = self.kind(function.value, known)
            if function.attr in ("values", "items"):
                return of
            if function.attr in ("get", "pop"):
                return Kind(of.inside)
            if function.attr == "replace" and arguments:
                return self.kind(arguments[0], known)
            return self.returns.get(function.attr, NOTHING)
        if isinstance(function, ast.Name):
            if function.id in ("list", "sorted", "reversed", "tuple", "enumerate", "next", "iter"):
                found = self.kind(arguments[0], known) if arguments else NOTHING
                return Kind(found.inside) if function.id == "next" else found
            if function.id in ("zip", "chain"):
                return _any(self.kind(each, known) for each in arguments)
            if function.id in structs():
                return Kind(frozenset({function.id}))
            return self.returns.get(function.id, NOTHING)
        return NOTHING


def _within(body: list[ast.stmt]) -> Iterator[ast.AST]:
    """Yield all nodes of a scope; each nested scope is one node."""
    waiting: deque[ast.AST] = deque(body)
    while waiting:
        node = waiting.popleft()
        yield node
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            waiting += node.decorator_list if hasattr(node, "decorator_list") else []
            continue
        waiting += ast.iter_child_nodes(node)


def _parameters(
    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, owner: str
) -> dict[str, Kind]:
    given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    found = {each.arg: kind_of_annotation(each.annotation) for each in given}
    if "house" in found and not found["house"].names:
        found["house"] = Kind(frozenset({"House"}))
    if owner in structs():
        found["self"] = Kind(frozenset({owner}))
    return found


def kind_of_annotation(node: ast.expr | None) -> Kind:
    match node:
        case ast.Name(id=name) | ast.Constant(value=str() as name):
            return Kind(frozenset({name})) if name in structs() else _ALIASES.get(name, NOTHING)
        case ast.BinOp(left=left, right=right):
            return kind_of_annotation(left) | kind_of_annotation(right)
        case ast.Subscript(slice=inner):
            parts = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            found = _any(map(kind_of_annotation, parts))
            return Kind(inside=found.names | found.inside)
        case _:
            return NOTHING


_ALIASES = {
    "Pays": Kind(inside=frozenset({"Row"})),
    "_Dated": Kind(frozenset({"DatedThreshold", "DatedWithholding"})),  # A type variable.
}


def returns_of(trees: Iterable[ast.Module]) -> dict[str, Kind]:
    """Return the declared return kinds of functions and properties, by name."""
    found: dict[str, Kind] = {}
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.returns:
                kind = kind_of_annotation(node.returns)
                found[node.name] = found.get(node.name, NOTHING) | kind
    return found


def settings_read(sources: Iterable[Path]) -> set[Read]:
    """Return what the sources read of a house, apart from a struct's checks on itself."""
    return read_in([path.read_text("utf-8") for path in sources])


def read_in(texts: Iterable[str]) -> set[Read]:
    trees = [ast.parse(text) for text in texts]
    returns = returns_of(trees)
    return set().union(*(Module(tree, returns).read for tree in trees))
