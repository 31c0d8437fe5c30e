"""A message as a page takes it: a text with {places}, or such texts to choose from by a value.

The page has no library of Fluent's: it fills places and asks the browser's ``Intl`` for plurals, numbers and lists.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from fluent.syntax import FluentParser, ast

PageMessage: TypeAlias = "str | dict[str, Any]"


def page_message(text: str) -> PageMessage:
    """``{"by": "n", "of": {"one": ..., "other": ...}, "else": "other"}`` where a message chooses, else one text.

    Raises ValueError for what pages cannot say: a call of a function, a reference to another message.
    """
    if "{" not in text and "\n" not in text:
        return text
    entry = FluentParser().parse_entry(f"m = {text}\n")
    if not isinstance(entry, ast.Message) or entry.value is None:
        raise ValueError(f"this is no message: {text}")
    return _build_message("", entry.value.elements)


def _build_message(before: str, elements: list[Any]) -> PageMessage:
    for k, element in enumerate(elements):
        if isinstance(element, ast.TextElement):
            before += element.value
            continue
        inner = element.expression
        if isinstance(inner, ast.StringLiteral):
            before += str(inner.parse()["value"])
        elif isinstance(inner, ast.VariableReference):
            before += f"{{{inner.id.name}}}"
        elif isinstance(inner, ast.SelectExpression) and isinstance(inner.selector, ast.VariableReference):
            rest = elements[k + 1 :]
            of = {_key(v): _build_message(before, [*v.value.elements, *rest]) for v in inner.variants}
            return {"by": inner.selector.id.name, "of": of, "else": _key(next(v for v in inner.variants if v.default))}
        else:
            raise ValueError(f"a page can fill in values and choose by them, not {type(inner).__name__}")
    return before


def _key(variant: ast.Variant) -> str:
    key = variant.key
    return key.name if isinstance(key, ast.Identifier) else key.value
