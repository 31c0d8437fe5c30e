"""The files of a page: its HTML, its modules bundled into one script, its style sheets joined into one sheet.

Script, sheet, words and workers have addresses with a version made from their content (``/page.js?v=...``). Browsers
may cache those for ever. The HTML names the current versions and is itself never cached, so no cached file is outdated.

Modules and styles are bundled in memory when a server starts: a browser then makes three requests instead of sixty. The
bundler reads only the modules of this repository: named imports and exports in the forms of ``_IMPORT``, ``_EXPORT``
and ``_REEXPORT``. It raises ValueError for other forms, and for circular imports.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Message, Receive, Scope, Send

from companion.words import languages
from companion.words.messages import about, messages

KIT_FOLDER: Final = Path(__file__).resolve().parent / "static"
UNBUNDLED: Final = ("/words.js",)  # not bundled: its content depends on the browser's language
_IMPORT: Final = re.compile(r'^import \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const|let) (\w+))", re.MULTILINE)
_REEXPORT: Final = re.compile(r"^export \{([^}]*)\};\n", re.MULTILINE)
_TRAILING_COMMENT: Final = re.compile(r"""\s+// [^'"`]*$""")  # with no quote after //, which might be inside a string


class Bundle:
    """A bundler that joins JavaScript modules into one script.

    Args:
        mounts: Address prefix -> folder of its modules, such as ``{"/kit": KIT_FOLDER}``.
    """

    def __init__(self, mounts: Mapping[str, Path]) -> None:
        self._mounts = mounts
        self._names: dict[str, str] = {}

    def modules(self, entry: str) -> list[str]:
        """Return the addresses of the module ``entry`` and of all modules that it imports, dependencies first.

        Raises ValueError for a circular import.
        """
        order: list[str] = []
        self._visit(entry, order, ())
        return order

    def script(self, entry: str) -> str:
        """Return the module at the address ``entry`` and its dependencies as one script."""
        order = self.modules(entry)
        self._names = {address: f"m{k}" for k, address in enumerate([*UNBUNDLED, *order])}
        outside = "".join(f'import * as {self._names[address]} from "{address}";\n' for address in UNBUNDLED)
        return outside + "".join(self._wrapped(address) for address in order)

    def read(self, address: str) -> str:
        """Return the text of the file at an address. Raises ValueError where no mounted folder has it."""
        for mount, folder in self._mounts.items():
            path = folder / address.removeprefix(mount + "/")
            if address.startswith(mount + "/") and path.is_file():
                return path.read_text("utf-8")
        raise ValueError(f"no module at {address}")

    def _visit(self, address: str, order: list[str], above: tuple[str, ...]) -> None:
        if address in above:
            raise ValueError(f"a circle of modules: {' > '.join((*above, address))}")
        if address in order or address in UNBUNDLED:
            return
        for _, other in _IMPORT.findall(self.read(address)):
            self._visit(_resolved(address, other), order, (*above, address))
        order.append(address)

    def _wrapped(self, address: str) -> str:
        text = self.read(address)
        given = [*_EXPORT.findall(text), *(n for names in _REEXPORT.findall(text) for n in _split(names))]
        taken = lambda m: f"const {{{_renamed(m[1])}}} = {self._names[_resolved(address, m[2])]};\n"  # noqa: E731
        text = _REEXPORT.sub("", _EXPORT.sub("", _IMPORT.sub(taken, text)))
        if re.search(r"^(import|export)\b", text, re.MULTILINE):
            raise ValueError(f"{address} has an import or export of another form")
        text = thin(text, address)
        return f"const {self._names[address]} = (() => {{\n{text}return {{{', '.join(given)}}};\n}})();\n"


def sheet(folders: Sequence[Path]) -> str:
    """Return the style sheets of some folders joined into one, without comments; each folder's files sorted by name."""
    found = (re.sub(r"/\*[^*]*\*/", "", p.read_text("utf-8")) for one in folders for p in sorted(one.glob("*.css")))
    lines = "".join(f"{bare}\n" for text in found for line in text.splitlines() if (bare := line.strip()))
    bare = re.sub(r"^([\w-]+): ", r"\1:", lines, flags=re.MULTILINE).replace(" {", "{")
    return re.sub(r"(?<=[;{},])\n", "", bare)


def thin(text: str, name: str = "") -> str:
    """Return a module's source without indentation and comments, to make it about a quarter smaller.

    Args:
        text: The source.
        name: The module's address, for the error message.

    Raises:
        ValueError: A template literal (in backticks) spans several lines.
    """
    out, within = [], False
    for line in text.splitlines():
        bare = line.strip()
        if within or bare.startswith("/*"):
            within = not bare.endswith("*/")
        elif bare and not bare.startswith("//"):
            if bare.count("`") % 2:
                raise ValueError(f"{name} has a text over several lines: {bare[:60]}")
            out.append(f"{_TRAILING_COMMENT.sub('', bare)}\n")
    return "".join(out)


def _resolved(base: str, address: str) -> str:
    return address if address.startswith("/") else normpath(join(dirname(base), address))


def _split(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]


def _renamed(names: str) -> str:
    return ", ".join(name.replace(" as ", ": ") for name in _split(names))


CACHE_FOREVER: Final = "public, max-age=31536000, immutable"
PAGE_VERSION_MARK: Final = '"the page\'s version"'
"""Placeholder in ``static/guard.js``, which is replaced by the page's version."""
CACHE_REVALIDATED: Final = "no-cache"  # cached, but checked at each use (304 if unchanged)
INSTALL_TAGS: Final = """<link rel="manifest" href="/manifest.webmanifest">
<meta name="theme-color" content="#17503b">
"""
_WORKER_PATH: Final = re.compile(r'(?<=[( ])"(/[\w/.-]+\.js)"')


class Assets:
    """The HTML, script and style sheet of a page, built once by the constructor.

    Args:
        entry: The address of the page's first module.
        mounts: Address prefix -> folder of the page's own files, besides ``/kit``.
        styles: Folders of style sheets, which follow the kit's own.
        title: Text after "companion" in the page's title.
        installs: True to link a web app manifest, so that a phone can install the page as an app.
    """

    def __init__(
        self, entry: str, mounts: Mapping[str, Path], styles: Sequence[Path], title: str = "", *, installs: bool = False
    ) -> None:
        self._mounts = {"/kit": KIT_FOLDER, **mounts}
        bundle = Bundle(self._mounts)
        script = bundle.script(entry).replace('"/words.js"', f'"/words.js?v={words_version()}"')
        workers = {
            name for name in _WORKER_PATH.findall(script) if name.startswith(tuple(f"{m}/" for m in self._mounts))
        }
        for name in workers:
            script = script.replace(f'"{name}"', f'"{name}?v={version(bundle.read(name))}"')
        self._sheet = sheet([KIT_FOLDER / "css", *styles])
        self.version = version(script + self._sheet)
        self._script = script = script.replace(PAGE_VERSION_MARK, f'"{self.version}"')
        versions = {"/page.js": version(script), "/page.css": version(self._sheet), "/words.js": words_version()}
        page = (KIT_FOLDER / "page.html").read_text("utf-8").replace("{title}", title)
        page = page.replace("{installs}", INSTALL_TAGS if installs else "")
        for name, kept in versions.items():
            page = page.replace(f'"{name}"', f'"{name}?v={kept}"')
        self._page = page

    def routes(self) -> list[BaseRoute]:
        """Return the routes of ``/page.js``, ``/page.css`` and the mounted folders, but not that of the HTML page."""
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
    """ASGI application that serves a folder. Files requested with their current version may be cached for ever."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._files = folder, StaticFiles(directory=folder)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        wanted = Request(scope).query_params.get("v")
        path = self._folder / self._files.get_path(scope)
        fits = wanted is not None and path.is_file() and wanted == version(path.read_bytes())

        async def told(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] < 400:
                MutableHeaders(scope=message)["Cache-Control"] = CACHE_FOREVER if fits else CACHE_REVALIDATED
            await send(message)

        await self._files(scope, receive, told)


def version(content: str | bytes) -> str:
    """Return a version for this content: the first 16 hex digits of its SHA-256."""
    return sha256(content.encode() if isinstance(content, str) else content).hexdigest()[:16]


@lru_cache(maxsize=1)
def words_version() -> str:
    """Return a version that changes with the pages' words in any language, and with the code that converts them."""
    made = (KIT_FOLDER.parents[2] / "words" / "pages.py").read_text("utf-8")
    found = ([repr(about(language)), messages(language).entries] for language in languages())
    return version(json.dumps([made, *found]))


def kept(request: Request, content: str, media: str, current: str = "", **headers: str) -> Response:
    """Return a response with ``content``, cacheable for ever if the request's ``v`` is the current version.

    Args:
        request: The request.
        content: The body.
        media: Its media type.
        current: The current version; "" computes it from ``content``.
        headers: More headers of the response.
    """
    fits = request.query_params.get("v") == (current or version(content))
    told = {"Cache-Control": CACHE_FOREVER} if fits else {}
    return Response(content, media_type=media, headers={**told, **headers})
