"""The files of a page: its HTML, its modules as one script, its styles as one sheet, and the folders they came from.

Script, sheet, words and workers are asked for by their content (``/page.js?v=...``) and may be kept for good by the
browser; the page itself, which names them, is never kept, so that what is kept is never out of date.

Modules and styles are put together in memory when a server starts: a browser then asks three times instead of sixty.
The modules are ours alone: named imports and exports of the forms that ``_IMPORT`` and ``_EXPORT`` read, no default
exports, no circles; a module that has others is refused here.
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
UNBUNDLED: Final = ("/words.js",)  # made for each browser: it stays a module of its own
_IMPORT: Final = re.compile(r'^import \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const|let) (\w+))", re.MULTILINE)
_REEXPORT: Final = re.compile(r"^export \{([^}]*)\};\n", re.MULTILINE)
_TRAILING_COMMENT: Final = re.compile(r"""\s+// [^'"`]*$""")  # a quote behind it: it may stand in a text


class Bundle:
    """``mounts``: the folder behind each address that a module may begin with, such as ``{"/kit": KIT_FOLDER}``."""

    def __init__(self, mounts: Mapping[str, Path]) -> None:
        self._mounts = mounts
        self._names: dict[str, str] = {}

    def modules(self, entry: str) -> list[str]:
        """Return the addresses of all modules of ``entry``, each after those that it needs.

        Raises ValueError for a circle.
        """
        order: list[str] = []
        self._visit(entry, order, ())
        return order

    def script(self, entry: str) -> str:
        """Return one script that does what ``entry`` does."""
        order = self.modules(entry)
        self._names = {address: f"m{k}" for k, address in enumerate([*UNBUNDLED, *order])}
        outside = "".join(f'import * as {self._names[address]} from "{address}";\n' for address in UNBUNDLED)
        return outside + "".join(self._wrapped(address) for address in order)

    def read(self, address: str) -> str:
        """Return the text at an address. Raises ValueError where no mount has it."""
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
    """Return the styles of some folders as one sheet, each folder's files by name, without comments."""
    found = (re.sub(r"/\*[^*]*\*/", "", p.read_text("utf-8")) for one in folders for p in sorted(one.glob("*.css")))
    lines = "".join(f"{bare}\n" for text in found for line in text.splitlines() if (bare := line.strip()))
    bare = re.sub(r"^([\w-]+): ", r"\1:", lines, flags=re.MULTILINE).replace(" {", "{")
    return re.sub(r"(?<=[;{},])\n", "", bare)


def thin(text: str, name: str = "") -> str:
    """Return a module without its indentation and comments: a quarter less to send.

    Raises ValueError where a text in backticks goes over several lines.
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
"""Where ``static/guard.js`` holds the page's version."""
CACHE_REVALIDATED: Final = "no-cache"  # kept, and asked for anew each time: unchanged it comes without its content
INSTALL_TAGS: Final = """<link rel="manifest" href="/manifest.webmanifest">
<meta name="theme-color" content="#17503b">
"""
_WORKER_PATH: Final = re.compile(r'(?<=[( ])"(/[\w/.-]+\.js)"')


class Assets:
    """All that the pages are made of, put together once, when this is made.

    ``entry``: the address of the page's first module; ``mounts``: the folder behind each address, beside ``/kit``;
    ``styles``: folders of sheets, after the kit's own; ``title``: after "companion"; ``installs``: a phone may keep the
    page among its programs. All is put together once, when this is made.
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
                MutableHeaders(scope=message)["Cache-Control"] = CACHE_FOREVER if fits else CACHE_REVALIDATED
            await send(message)

        await self._files(scope, receive, told)


def version(content: str | bytes) -> str:
    """Return a name for this content and no other."""
    return sha256(content.encode() if isinstance(content, str) else content).hexdigest()[:16]


@lru_cache(maxsize=1)
def words_version() -> str:
    """Return the version of the pages' words in all languages: of messages, and of how words are made of them."""
    made = (KIT_FOLDER.parents[2] / "words" / "pages.py").read_text("utf-8")
    found = ([repr(about(language)), messages(language).entries] for language in languages())
    return version(json.dumps([made, *found]))


def kept(request: Request, content: str, media: str, current: str = "", **headers: str) -> Response:
    """``content``, to be kept for good where it was asked for by its version (``current``; else worked out)."""
    fits = request.query_params.get("v") == (current or version(content))
    told = {"Cache-Control": CACHE_FOREVER} if fits else {}
    return Response(content, media_type=media, headers={**told, **headers})
