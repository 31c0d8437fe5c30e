"""Why a request is refused for another reason than its content: each kind is a class with its own HTTP status."""

from __future__ import annotations

from typing import ClassVar

from companion.errors import CompanionError


class Refused(CompanionError):
    """Base of what is refused for another reason than its content."""

    status: ClassVar[int] = 400


class NotJoined(Refused):
    """The browser has no session."""

    status = 401


class Forbidden(Refused):
    """Not for this browser."""

    status = 403


class TooMany(Refused):
    """Too often."""

    status = 429


class TooSlow(Refused):
    """What was announced did not come."""

    status = 408
