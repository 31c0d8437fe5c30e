"""Reads the bodies of requests, with limits on size and time, and makes the responses for rejected requests."""

from __future__ import annotations

import json
from typing import Any, Final

import anyio
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from companion.bounds import digits
from companion.errors import BadInput, CompanionError, TooLarge
from companion.facts import JSON
from companion.web.kit.limits import Refused
from companion.web.kit.page import language_from_header
from companion.words import say

MAX_BODY_BYTES: Final = 16_384  # bytes of a JSON body
BODY_TIMEOUT_S: Final = 10.0  # seconds for a body to arrive


class TooSlow(Refused):
    """Raised if a request's body does not arrive in time (HTTP 408)."""

    status = 408


async def body(request: Request, limit: int) -> bytes:
    """Return the body of a request.

    Raises TooLarge beyond ``limit`` bytes, TooSlow after ``BODY_TIMEOUT_S`` seconds.
    """
    try:
        with anyio.fail_after(BODY_TIMEOUT_S):
            return await _read(request, limit)
    except TimeoutError:
        raise TooSlow("web.no.slow") from None


async def _read(request: Request, limit: int) -> bytes:
    stated = request.headers.get("content-length", "")
    if stated.isascii() and stated.isdigit() and digits(stated.lstrip("0") or "0", 0, limit) is None:
        raise TooLarge("web.no.too-large")
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > limit:
            raise TooLarge("web.no.too-large")
        parts.append(part)
    return b"".join(parts)


async def object_of(request: Request) -> dict[str, JSON]:
    """Return the body as a JSON object; empty if it is another JSON value. Raises BadInput if it is not JSON."""
    try:
        found = json.loads(await body(request, MAX_BODY_BYTES))
    except (ValueError, RecursionError):
        raise BadInput("web.no.message") from None
    return found if isinstance(found, dict) else {}


async def _error_response(request: Request, error: Exception) -> Response:
    assert isinstance(error, CompanionError)
    status = error.status if isinstance(error, Refused) else 413 if isinstance(error, TooLarge) else 400
    language = language_from_header(request.headers.get("accept-language"))
    return JSONResponse({"error": say(error.fact, language)}, status)


async def _disconnected_response(request: Request, error: Exception) -> Response:
    return Response(status_code=400)


EXCEPTION_HANDLERS: Final[dict[Any, Any]] = {CompanionError: _error_response, ClientDisconnect: _disconnected_response}
