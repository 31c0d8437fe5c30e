"""What a browser may keep: files that are asked for by their content, for good; never the page or what it asks for."""

from __future__ import annotations

import asyncio
import re

import httpx
import pytest

from companion.web.kit.assets import CACHE_FOREVER, CACHE_REVALIDATED
from companion.web.kit.door import Door
from companion.web.practice.app import make_app as practice_app
from companion.web.practice.practice_session import PracticeSession
from companion.web.table.app import make_app as table_app
from companion.web.table.hub import TableHub


def get(app: object, *addresses: str, **headers: str) -> list[httpx.Response]:
    async def ask() -> list[httpx.Response]:
        transport = httpx.ASGITransport(app)  # type: ignore[arg-type]
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            return [await client.get(address, headers=headers) for address in addresses]

    return asyncio.run(ask())


@pytest.fixture(params=["table", "practice"])
def app(request: pytest.FixtureRequest) -> object:
    return table_app(TableHub(None, Door())) if request.param == "table" else practice_app(PracticeSession())


def test_files_that_are_asked_for_by_their_content_are_kept_for_good_and_the_page_never(app: object) -> None:
    (page,) = get(app, "/")
    assert page.headers["cache-control"] == "no-store"
    names = re.findall(r'"(/(?:page\.js|page\.css|words\.js)\?v=\w+)"', page.text)
    assert len(names) == 3
    script = next(r for n, r in zip(names, get(app, *names), strict=True) if n.startswith("/page.js"))
    inner = re.findall(r'"(/(?:words|kit/\w+)\.js\?v=\w+)"', script.text)
    assert {n.partition("?")[0] for n in inner} == {"/words.js", "/kit/encoder.js", "/kit/worklet.js"}
    assert next(n for n in inner if n.startswith("/words")) in names  # one address, asked for once
    for answer in get(app, *names, *inner):
        assert answer.status_code == 200
        assert answer.headers.get_list("cache-control") == [CACHE_FOREVER]


def test_an_older_version_is_answered_with_what_there_is_and_not_kept(app: object) -> None:
    for answer in get(app, "/page.js?v=0123456789abcdef", "/page.css?v=", "/words.js", "/api/me"):
        assert answer.status_code == 200
        assert answer.headers.get_list("cache-control") == ["no-store"]


def test_words_are_kept_by_language_and_other_files_are_checked_each_time(app: object) -> None:
    english, german = (get(app, "/words.js", **{"accept-language": lang})[0] for lang in ("en", "de"))
    assert english.text != german.text
    assert "accept-language" in english.headers["vary"].lower()
    (icon,) = get(app, "/kit/icon.svg")
    assert icon.headers.get_list("cache-control") == [CACHE_REVALIDATED]
    (again,) = get(app, "/kit/icon.svg", **{"if-none-match": icon.headers["etag"]})
    assert again.status_code == 304
    (missing,) = get(app, "/kit/nothing.svg")
    assert (missing.status_code, missing.headers["cache-control"]) == (404, "no-store")
    (above,) = get(app, "/kit/%2e%2e/assets.py?v=x")
    assert above.status_code == 404
