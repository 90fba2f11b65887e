"""Gates: a condition on the fit, such as `r2 > 0.9 and t1_error < 5`. Parsed, never executed as Python."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any

from .errors import DefinitionError, GateError, did_you_mean

_COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
_BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: lambda left, right: left / right,
}


class Gate:
    """A condition made of names, numbers, `+ - * /`, comparisons, `and`, `or`, `not` and `abs()`."""

    def __init__(self, text: str) -> None:
        self.text = text
        try:
            self._tree = ast.parse(text.strip(), mode="eval").body
        except SyntaxError as error:
            raise DefinitionError(f"gate '{text}' cannot be read: {error.msg}") from None
        names: list[str] = []
        _check(self._tree, text, names)
        self.names = tuple(dict.fromkeys(names))

    def require_known(self, known: Mapping[str, object]) -> None:
        """Refuse a name that the fit does not have."""
        for name in self.names:
            if name not in known:
                hint = did_you_mean(name, known)
                raise DefinitionError(
                    f"gate '{self.text}': the fit has no '{name}'{hint} (it has {', '.join(sorted(known))})"
                )

    def require(self, values: Mapping[str, float | None]) -> None:
        """Raise GateError, with the numbers, unless the condition holds."""
        for name in self.names:
            if values.get(name) is None:
                raise GateError(f"gate '{self.text}' is not met: the fit gave no '{name}'")
        try:
            holds = bool(_value(self._tree, values))
        except ZeroDivisionError:
            raise GateError(f"gate '{self.text}' is not met: it divides by 0") from None
        if not holds:
            seen = ", ".join(f"{name} = {values[name]:.4g}" for name in self.names)
            raise GateError(f"gate '{self.text}' is not met: {seen}")


def _check(node: ast.expr, text: str, names: list[str]) -> None:
    """Collect the names of an expression; refuse all that a gate cannot have."""
    if isinstance(node, ast.Name):
        names.append(node.id)
    elif isinstance(node, ast.BoolOp):
        for part in node.values:
            _check(part, text, names)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub)):
        _check(node.operand, text, names)
    elif isinstance(node, ast.BinOp) and type(node.op) in _BINARY:
        _check(node.left, text, names)
        _check(node.right, text, names)
    elif isinstance(node, ast.Compare) and all(type(op) in _COMPARE for op in node.ops):
        for part in (node.left, *node.comparators):
            _check(part, text, names)
    elif _is_abs(node) and isinstance(node, ast.Call):
        _check(node.args[0], text, names)
    elif not (isinstance(node, ast.Constant) and type(node.value) in (int, float)):
        raise DefinitionError(f"gate '{text}' cannot have '{ast.unparse(node)}': {Gate.__doc__}")


def _is_abs(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "abs"
        and len(node.args) == 1
        and not node.keywords
    )


def _value(node: ast.expr, values: Mapping[str, float | None]) -> Any:
    if isinstance(node, ast.Name):
        return values[node.id]
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.BoolOp):
        parts = (_value(part, values) for part in node.values)
        return all(parts) if isinstance(node.op, ast.And) else any(parts)
    if isinstance(node, ast.UnaryOp):
        operand = _value(node.operand, values)
        return not operand if isinstance(node.op, ast.Not) else -operand
    if isinstance(node, ast.BinOp):
        return _BINARY[type(node.op)](_value(node.left, values), _value(node.right, values))
    if isinstance(node, ast.Call):
        return abs(_value(node.args[0], values))
    assert isinstance(node, ast.Compare)
    left = _value(node.left, values)
    for op, part in zip(node.ops, node.comparators, strict=True):
        right = _value(part, values)
        if not _COMPARE[type(op)](left, right):
            return False
        left = right
    return True
