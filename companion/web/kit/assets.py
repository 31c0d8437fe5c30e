"""The files of a page: its HTML, its modules as one script, its styles as one sheet, and the folders they came from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from companion.web.kit.bundle import KIT, Bundle, sheet


class Assets:
    """``html``: the page; ``entry``: the address of its first module; ``mounts``: the folder behind each address,
    beside ``/kit``; ``styles``: folders of sheets, after the kit's own. All is put together once, when this is made."""

    def __init__(self, html: Path, entry: str, mounts: Mapping[str, Path], styles: Sequence[Path]) -> None:
        self._html = html
        self._mounts = {"/kit": KIT, **mounts}
        self._script = Bundle(self._mounts).script(entry)
        self._sheet = sheet([KIT / "css", *styles])

    def routes(self) -> list[BaseRoute]:
        """``/page.js``, ``/page.css`` and every file by itself. The page's own address is up to the application."""
        return [
            Route("/page.js", self._as_script),
            Route("/page.css", self._as_sheet),
            *(Mount(address, StaticFiles(directory=folder)) for address, folder in self._mounts.items()),
        ]

    async def page(self, request: Request) -> Response:
        return FileResponse(self._html, media_type="text/html")

    async def _as_script(self, request: Request) -> Response:
        return Response(self._script, media_type="text/javascript")

    async def _as_sheet(self, request: Request) -> Response:
        return Response(self._sheet, media_type="text/css")
