"""Small faults put into a module one at a time: what a good test suite should notice."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from types import UnionType

Change = tuple[str, ast.expr | ast.stmt]
"""What was done, in words, and the node that stands there instead."""

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
NAMES = {"any": "all", "all": "any", "min": "max", "max": "min"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A module with one fault: where it is, and what was done.

    ``statement`` is the line on which the innermost statement around the fault begins.
    ``place`` counts the places of the module that can be changed, ``turn`` the
    changes of that place.
    """

    path: Path
    line: int
    statement: int
    what: str
    place: int
    turn: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.what}"

    def tree(self) -> ast.Module:
        """The module with the fault in it; all else stands on the lines where it was."""
        tree = ast.parse(self.path.read_text(encoding="utf-8"))
        place = list(_inside_functions(tree))[self.place]
        _, place.node = list(_changes(place.node))[self.turn]
        return ast.fix_missing_locations(tree)


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Every mutant of the module's functions, from its top to its end."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for number, place in enumerate(list(_inside_functions(tree))):
        for turn, (what, _) in enumerate(_changes(place.node)):
            yield Mutant(path, place.node.lineno, place.statement, what, number, turn)


def marked(path: Path, call: str) -> ast.Module:
    """The module, in which each statement of a function first calls ``call`` with
    ``statement_name`` of itself: which statements a test runs.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in list(ast.walk(tree)):
        if not isinstance(node, ast.Module | ast.ClassDef):
            for name, value in ast.iter_fields(node):
                if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                    setattr(node, name, [each for old in value for each in _both(path, old, call)])
    return ast.fix_missing_locations(tree)


def statement_name(path: Path, line: int) -> str:
    return f"{path}:{line}"


def _both(path: Path, statement: ast.stmt, call: str) -> tuple[ast.stmt, ast.stmt]:
    said = ast.Constant(statement_name(path, statement.lineno))
    mark = ast.Expr(ast.Call(ast.Name(call, ast.Load()), [said], []))
    return ast.copy_location(mark, statement), statement


class _Place:
    """Where an expression or statement stands: the list that holds it, and at which index."""

    def __init__(self, parent: ast.AST, field: str, index: int | None, statement: int) -> None:
        self.parent, self.field, self.index, self.statement = parent, field, index, statement

    @property
    def node(self) -> ast.expr | ast.stmt:
        value = getattr(self.parent, self.field)
        node: ast.expr | ast.stmt = value if self.index is None else value[self.index]
        return node

    @node.setter
    def node(self, new: ast.expr | ast.stmt) -> None:
        ast.copy_location(new, self.node)
        if self.index is None:
            setattr(self.parent, self.field, new)
        else:
            getattr(self.parent, self.field)[self.index] = new


def _inside_functions(tree: ast.Module | ast.ClassDef) -> Iterator[_Place]:
    """What runs when a function or method of the module is called."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from _inside_functions(node)
        elif isinstance(node, ast.FunctionDef):
            yield from _places(node, node.lineno)


def _places(node: ast.AST, statement: int) -> Iterator[_Place]:
    """All nodes that run: no annotations, defaults, asserts, or ``strict=`` of zip."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        if isinstance(value, ast.arguments):
            continue
        many = isinstance(value, list)
        for index, child in enumerate(value if many else [value]):
            if isinstance(child, ast.Assert) or not isinstance(child, ast.AST):
                continue
            if isinstance(child, ast.keyword) and child.arg == "strict":
                continue
            within = child.lineno if isinstance(child, ast.stmt) else statement
            if isinstance(child, ast.expr | ast.stmt):
                yield _Place(node, name, index if many else None, within)
            yield from _places(child, within)


def _changes(node: ast.expr | ast.stmt) -> Iterator[Change]:
    """The faults that this one node can have."""
    for kind, fault in FAULTS:
        if isinstance(node, kind):
            yield from fault(node)


def _said(old: ast.AST, new: ast.expr | ast.stmt) -> Change:
    return f"{ast.unparse(old)}  ->  {ast.unparse(new)}", new


def _compare(node: ast.Compare) -> Iterator[Change]:
    for number, operator in enumerate(node.ops):
        new = deepcopy(node)
        new.ops[number] = COMPARISONS[type(operator)]()
        yield _said(node, new)


def _arithmetic(node: ast.BinOp) -> Iterator[Change]:
    if type(node.op) in ARITHMETIC:
        new = deepcopy(node)
        new.op = ARITHMETIC[type(node.op)]()
        yield _said(node, new)


def _boolean(node: ast.BoolOp) -> Iterator[Change]:
    new = deepcopy(node)
    new.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield _said(node, new)


def _not(node: ast.UnaryOp) -> Iterator[Change]:
    if isinstance(node.op, ast.Not | ast.USub):
        yield _said(node, node.operand)


def _constant(node: ast.Constant) -> Iterator[Change]:
    if isinstance(node.value, bool):
        yield _said(node, ast.Constant(not node.value))
    elif isinstance(node.value, int):
        yield _said(node, ast.Constant(node.value + 1))


def _name(node: ast.Name) -> Iterator[Change]:
    if node.id in NAMES:
        yield _said(node, ast.Name(NAMES[node.id], node.ctx))


def _condition(node: ast.If | ast.IfExp | ast.While) -> Iterator[Change]:
    """A condition that is a bare name or call turned round; others change by their own parts."""
    if isinstance(node.test, ast.Name | ast.Attribute | ast.Call | ast.NamedExpr):
        if ast.unparse(node.test) == "TYPE_CHECKING":
            return
        new = deepcopy(node)
        new.test = ast.UnaryOp(ast.Not(), node.test)
        yield f"if {ast.unparse(node.test)}  ->  if not …", new


def _statement(node: ast.Expr) -> Iterator[Change]:
    """A call or a yield that is not come to; the function is a generator and closure as before."""
    if isinstance(node.value, ast.Call | ast.Yield | ast.YieldFrom):
        yield f"{ast.unparse(node)}  ->  left out", ast.If(ast.Constant(value=False), [node], [])


def _jump(node: ast.Continue | ast.Break) -> Iterator[Change]:
    yield f"{ast.unparse(node)}  ->  left out", ast.Pass()


FAULTS: tuple[tuple[type[ast.AST] | UnionType, Callable[..., Iterator[Change]]], ...] = (
    (ast.Compare, _compare),
    (ast.BinOp, _arithmetic),
    (ast.BoolOp, _boolean),
    (ast.UnaryOp, _not),
    (ast.Constant, _constant),
    (ast.Name, _name),
    (ast.If | ast.IfExp | ast.While, _condition),
    (ast.Expr, _statement),
    (ast.Continue | ast.Break, _jump),
)
