"""The files of a page: its HTML, its modules as one script, its styles as one sheet, and the folders they came from.

Script, sheet, words and workers are asked for by their content (``/page.js?v=...``) and may be kept for good by the
browser; the page itself, which names them, is never kept, so that what is kept is never out of date.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Message, Receive, Scope, Send

from companion.web.kit.bundle import KIT, Bundle, sheet
from companion.words import languages, page_words

KEPT: Final = "public, max-age=31536000, immutable"
PAGE: Final = '"the page\'s version"'
"""Where ``static/guard.js`` holds the page's version."""
CHECKED: Final = "no-cache"  # kept, and asked for anew each time: unchanged it comes without its content
INSTALLS: Final = """<link rel="manifest" href="/manifest.webmanifest">
<meta name="theme-color" content="#17503b">
"""
_WORKER: Final = re.compile(r'(?<=[( ])"(/[\w/.-]+\.js)"')


class Assets:
    """``entry``: the address of the page's first module; ``mounts``: the folder behind each address, beside ``/kit``;
    ``styles``: folders of sheets, after the kit's own; ``title``: after "companion"; ``installs``: a phone may keep the
    page among its programs. All is put together once, when this is made."""

    def __init__(
        self, entry: str, mounts: Mapping[str, Path], styles: Sequence[Path], title: str = "", *, installs: bool = False
    ) -> None:
        self._mounts = {"/kit": KIT, **mounts}
        bundle = Bundle(self._mounts)
        script = bundle.script(entry).replace('"/words.js"', f'"/words.js?v={words_version()}"')
        workers = {name for name in _WORKER.findall(script) if name.startswith(tuple(f"{m}/" for m in self._mounts))}
        for name in workers:
            script = script.replace(f'"{name}"', f'"{name}?v={version(bundle.read(name))}"')
        self._sheet = sheet([KIT / "css", *styles])
        self.version = version(script + self._sheet)
        self._script = script = script.replace(PAGE, f'"{self.version}"')
        versions = {"/page.js": version(script), "/page.css": version(self._sheet), "/words.js": words_version()}
        page = (KIT / "page.html").read_text("utf-8").replace("{title}", title)
        page = page.replace("{installs}", INSTALLS if installs else "")
        for name, kept in versions.items():
            page = page.replace(f'"{name}"', f'"{name}?v={kept}"')
        self._page = page

    def routes(self) -> list[BaseRoute]:
        """``/page.js``, ``/page.css`` and every file by itself. The page's own address is up to the application."""
        return [
            Route("/page.js", self._as_script),
            Route("/page.css", self._as_sheet),
            *(Mount(address, Files(folder)) for address, folder in self._mounts.items()),
        ]

    async def page(self, request: Request) -> Response:
        return Response(self._page, media_type="text/html")

    async def _as_script(self, request: Request) -> Response:
        return kept(request, self._script, "text/javascript")

    async def _as_sheet(self, request: Request) -> Response:
        return kept(request, self._sheet, "text/css")


class Files:
    """ASGI: the files of a folder; one that is asked for by its content may be kept for good."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._files = folder, StaticFiles(directory=folder)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        wanted = Request(scope).query_params.get("v")
        path = self._folder / self._files.get_path(scope)
        fits = wanted is not None and path.is_file() and wanted == version(path.read_bytes())

        async def told(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] < 400:
                MutableHeaders(scope=message)["Cache-Control"] = KEPT if fits else CHECKED
            await send(message)

        await self._files(scope, receive, told)


def version(content: str | bytes) -> str:
    """A name for this content and no other."""
    return sha256(content.encode() if isinstance(content, str) else content).hexdigest()[:16]


@lru_cache(maxsize=1)
def words_version() -> str:
    """The version of the pages' words in all languages."""
    return version(json.dumps([page_words(language) for language in languages()]))


def kept(request: Request, content: str, media: str, current: str = "", **headers: str) -> Response:
    """``content``, to be kept for good where it was asked for by its version (``current``; else worked out)."""
    fits = request.query_params.get("v") == (current or version(content))
    told = {"Cache-Control": KEPT} if fits else {}
    return Response(content, media_type=media, headers={**told, **headers})
