"""What the referee rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from companion.events.base import Event
from companion.facts import Fact, Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling(Event):
    """``code`` is the kind ("trade", "action", "refused", ...; docs/codes.md lists them), ``values`` what it says:
    names, numbers, facts; ``reason`` among them is why. ``action``: the rules' actions that it applied, as all may
    see them. ``number`` names it, to overrule it; 0 for one that rules nothing."""

    type: ClassVar[str] = "ruling"
    code: str
    values: Mapping[str, Value] = field(default_factory=dict)
    action: str = ""
    number: int = 0

    @property
    def told(self) -> Fact:
        """The ruling as a fact, for words."""
        return Fact(f"ruling.{self.code}", self.values)

    @property
    def reason(self) -> Fact | None:
        """Why, where there is more to say than the ruling itself."""
        found: Any = self.values.get("reason")
        return found if isinstance(found, Fact) else None


def ruling(code: str, at: float, /, source: str = "referee", **values: Any) -> Ruling:
    """A ruling that applies nothing, at this time (s)."""
    return Ruling(onset=at, decided=at, source=source, code=code, values=values)
