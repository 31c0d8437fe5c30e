"""Messages in the form that pages use: a text with {places} for values, or several texts to choose from by a value.

Pages do not use Fluent's library. They fill in the places, and use the browser's ``Intl`` for plurals, numbers and
lists.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from fluent.syntax import FluentParser, ast

PageMessage: TypeAlias = "str | dict[str, Any]"


def page_message(text: str) -> PageMessage:
    """Return a message in the form that pages use.

    A message that selects by a value becomes ``{"by": "n", "of": {"one": ..., "other": ...}, "else": "other"}``: the
    value's name, the text for each case, and the case for all other values. Any other message is one text.

    Args:
        text: The message in Fluent's format, without its name.

    Raises:
        ValueError: It is not a message, or uses what pages do not support: functions and references to other messages.
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
