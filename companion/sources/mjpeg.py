"""MJPEG cameras: JPEG pictures over HTTP, one per part (multipart/x-mixed-replace), as phone apps send them."""

from __future__ import annotations

import base64
import contextlib
import http.client
import re
import socket
import ssl
import urllib.request
from collections.abc import Callable
from urllib.parse import SplitResult, unquote, urljoin, urlsplit

from companion.errors import BadInput, DeviceUnavailable
from companion.facts import Fact, fact
from companion.sources.live_source import SourceLost
from companion.sources.picture_source import Image, Limits
from companion.sources.pixels import decode

_MAX_LINE_BYTES = 8192
_MAX_HEADER_LINES = 100
_READ_BYTES = 1 << 16
_MAX_REDIRECTS = 3
_MAX_FILLER_BYTES = 4096  # bytes of padding after a picture's end
_MAX_SHOWN_CHARS = 120  # characters of a camera's own text in our messages


class MjpegReader:
    """Reader of an MJPEG stream.

    Each picture must arrive whole within the read time-out, else SourceLost is raised.
    """

    def __init__(self, address: str, limits: Limits, now: Callable[[], float]) -> None:
        """Connect to the camera.

        Raises:
            BadInput: If the address is not an MJPEG stream.
            DeviceUnavailable: If nothing answers, or the login is rejected.
        """
        self._limits, self._now = limits, now
        self._buffer = bytearray()
        self._response, self._socket = _request(address, limits)
        kind = self._response.headers.get_content_type()
        if not kind.startswith("multipart/"):
            self.close()
            raise BadInput("stream.other-kind", address=mask_credentials(address), kind=kind)
        # Some cameras write the boundary with its dashes, some without.
        boundary = (self._response.headers.get_boundary() or "").strip().lstrip("-")
        self._boundary = b"--" + boundary.encode("latin-1", "replace")
        self._trusts_lengths = True

    def read(self) -> Image:
        """Return the next picture, skipping damaged ones.

        Raises SourceLost if the stream ends or no picture arrives in time.
        """
        deadline = self._now() + self._limits.read_timeout
        while True:
            try:
                image = decode(self._part(deadline), self._limits.max_pixels)
            except (OSError, ValueError, http.client.HTTPException) as error:
                raise SourceLost(_reason(error)) from None
            if image is not None:
                return image

    def _part(self, deadline: float) -> bytes:
        """Return the bytes of the next part, by its Content-Length or up to the next boundary."""
        length = self._read_length(deadline)
        if length is not None and length > self._limits.max_bytes:
            raise SourceLost(fact("stream.large-picture", megabytes=length >> 20))
        if length and self._trusts_lengths:
            while len(self._buffer) < length:
                self._more(deadline)
            if self._is_one_part(length):
                return self._take(length)
            self._trusts_lengths = False  # some cameras send wrong lengths, always
        end = self._boundary if len(self._boundary) > 2 else b"\r\n--"
        return self._until(end, self._limits.max_bytes, deadline, keep=len(end)).removesuffix(b"\r\n")

    def _read_length(self, deadline: float) -> int | None:
        """Read a part's headers and return its Content-Length; None if it has none.

        Raises SourceLost if the stream ends.
        """
        length: int | None = None
        begun = False
        for _ in range(_MAX_HEADER_LINES):
            line = self._until(b"\n", _MAX_LINE_BYTES, deadline).strip()
            if not line and begun:
                break
            if line and not begun:
                self._learn_boundary(line)
            begun = begun or bool(line)
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length" and value.strip().isdigit():
                length = int(value.strip()[:12])  # 12 digits already exceed every limit
            if line == self._boundary + b"--":
                raise SourceLost(fact("stream.ended"))
        else:
            raise SourceLost(fact("stream.headers"))
        return length

    def _is_one_part(self, length: int) -> bool:
        """Return True if the first ``length`` bytes are a single part.

        They must contain no other boundary, and the JPEG must end within the last 4 kB. Data other than JPEG is
        accepted.
        """
        if self._buffer[:2] != b"\xff\xd8":
            return True
        begins_other = len(self._boundary) > 2 and self._buffer.find(self._boundary, 0, length) >= 0
        return not begins_other and self._buffer.rfind(b"\xff\xd9", max(0, length - _MAX_FILLER_BYTES), length) >= 0

    def _learn_boundary(self, line: bytes) -> None:
        """Adopt a part's first line as the boundary if the camera's HTTP header declared a different one."""
        name = self._boundary[2:]
        if line.startswith(b"--") and len(line) > 2 and not line.startswith(self._boundary):
            self._boundary = line
        elif name and line == name:
            self._boundary = name

    def _until(self, end: bytes, limit: int, deadline: float, keep: int = 0) -> bytes:
        """Return the bytes up to and including ``end``; the last ``keep`` of them stay in the buffer too."""
        sought = 0
        while (at := self._buffer.find(end, max(0, sought - len(end)))) < 0:
            sought = len(self._buffer)
            if sought > limit:
                raise SourceLost(fact("stream.large"))
            self._more(deadline)
        return self._take(at + len(end) - keep)

    def _take(self, count: int) -> bytes:
        taken = bytes(self._buffer[:count])
        del self._buffer[:count]
        return taken

    def _more(self, deadline: float) -> None:
        if self._now() > deadline:
            raise TimeoutError
        block = self._response.read1(_READ_BYTES)
        if not block:
            raise SourceLost(fact("stream.ended"))
        self._buffer += block

    def close(self) -> None:
        """Close the connection, and wake a ``read`` that is blocked in another thread."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._response.close()
        self._socket.close()


def _request(address: str, limits: Limits) -> tuple[http.client.HTTPResponse, socket.socket]:
    """Send the request for the stream, follow redirects and log in.

    Returns:
        The camera's response, and its connection.

    Raises:
        BadInput: If it is redirected too often or to another host.
        DeviceUnavailable: If nothing answers, or the request or login is rejected.
    """
    login = _basic(urlsplit(address))
    answered = False
    for _ in range(_MAX_REDIRECTS + 2):
        url = urlsplit(address)
        response, sock = _ask(url, address, limits, login)
        if response.status == 200:
            sock.settimeout(limits.read_timeout)
            return response, sock
        sock.close()
        target = response.getheader("Location", "")
        if response.status in (301, 302, 303, 307, 308) and target:
            address = _redirected(address, target)
            login, answered = _basic(urlsplit(address)), False  # a Digest answer is good for one path
            continue
        challenges = response.headers.get_all("WWW-Authenticate") or []
        if response.status == 401 and url.username is not None and challenges and not answered:
            login, answered = digest_login(url, challenges, address), True
            continue
        if response.status == 401 and url.username is not None:
            raise DeviceUnavailable("stream.login-wrong", address=mask_credentials(address))
        raise _refused(address, response.status)
    raise BadInput("stream.redirects", address=mask_credentials(address))


def _ask(
    url: SplitResult, address: str, limits: Limits, login: dict[str, str]
) -> tuple[http.client.HTTPResponse, socket.socket]:
    try:
        host, wait = url.hostname or "", limits.open_timeout
        connection = http.client.HTTPConnection(host, url.port, timeout=wait)
        if url.scheme == "https":
            secure = ssl.create_default_context()
            connection = http.client.HTTPSConnection(host, url.port, timeout=wait, context=secure)
        connection.connect()
        sock = connection.sock
        connection.request("GET", _path_of(url), headers=login)
        return connection.getresponse(), sock
    except (OSError, http.client.HTTPException) as error:
        raise DeviceUnavailable("stream.no-answer", address=mask_credentials(address), why=_reason(error)) from None


def _path_of(url: SplitResult) -> str:
    return (url.path or "/") + (f"?{url.query}" if url.query else "")


def _redirected(address: str, target: str) -> str:
    """Return the address of a redirect, with the login. Raises BadInput if it leads to another host or port."""
    old = urlsplit(address)
    try:
        new = urlsplit(urljoin(address, target))
        same = (new.scheme, _port_of(new)) == (old.scheme, _port_of(old)) and _is_same_host(old.hostname, new.hostname)
    except ValueError:
        raise BadInput("stream.redirects", address=mask_credentials(address)) from None
    if not same:
        raise BadInput(
            "stream.moved", address=mask_credentials(address), target=mask_credentials(new.geturl())[:_MAX_SHOWN_CHARS]
        )
    return old._replace(path=new.path, query=new.query).geturl()


def _port_of(url: SplitResult) -> int:
    return url.port or (443 if url.scheme == "https" else 80)


def _is_same_host(old: str | None, new: str | None) -> bool:
    """Return True if both names are equal or resolve to a common address."""
    names = [(name or "").rstrip(".").casefold() for name in (old, new)]
    if names[0] == names[1]:
        return True
    try:
        first, second = ({info[4][0] for info in socket.getaddrinfo(name, None)} for name in names)
    except (OSError, UnicodeError):
        return False
    return bool(first & second)


def _basic(url: SplitResult) -> dict[str, str]:
    if url.username is None:
        return {}
    token = base64.b64encode(f"{unquote(url.username)}:{unquote(url.password or '')}".encode()).decode()
    return {"Authorization": f"Basic {token}"}


def digest_login(url: SplitResult, challenges: list[str], address: str) -> dict[str, str]:
    """Return the header that answers a camera's Digest challenge (RFC 7616).

    Only schemes that the standard library can compute are supported.

    Args:
        url: The address with user and password.
        challenges: The camera's ``WWW-Authenticate`` headers.
        address: The same address as text, for error messages.

    Raises:
        DeviceUnavailable: If the password was wrong, or none of the ``challenges`` uses a supported scheme.
    """
    kinds = []
    for challenge in challenges:
        kind, _, rest = challenge.strip().partition(" ")
        kinds.append(kind)
        if kind.casefold() != "digest":
            continue
        values = urllib.request.parse_keqv_list(urllib.request.parse_http_list(rest))
        kinds[-1] = f"Digest {values.get('algorithm', '')}".strip()
        request = urllib.request.Request(f"{url.scheme}://{url.hostname}{_path_of(url)}")
        passwords = urllib.request.HTTPPasswordMgr()
        user, password = unquote(url.username or ""), unquote(url.password or "")
        passwords.add_password(values.get("realm", ""), request.full_url, user, password)
        handler = urllib.request.HTTPDigestAuthHandler(passwords)
        with contextlib.suppress(ValueError, KeyError, TypeError):
            if answer := handler.get_authorization(request, values):
                return {"Authorization": f"Digest {answer}"}
    if any(kind.casefold() == "basic" for kind in kinds):
        raise DeviceUnavailable("stream.login-wrong", address=mask_credentials(address))
    raise DeviceUnavailable(
        "stream.login-kind", address=mask_credentials(address), kind=", ".join(kinds)[:_MAX_SHOWN_CHARS]
    )


def _refused(address: str, status: int) -> Exception:
    if status in (401, 403):
        return DeviceUnavailable("stream.login", address=mask_credentials(address))
    if status == 404:
        return BadInput("stream.not-there", address=mask_credentials(address))
    return DeviceUnavailable("stream.error", address=mask_credentials(address), status=status)


def _reason(error: Exception) -> Fact:
    for kind, code in _FAILURE_CODES:
        if isinstance(error, kind):
            return fact(code)
    if isinstance(error, OSError) and error.strerror:
        return fact("system.said", why=error.strerror.lower())
    if isinstance(error, http.client.HTTPException):
        return fact("stream.no-http")
    return fact("source.connection-lost") if isinstance(error, OSError) else fact("system.said", why=str(error))


_FAILURE_CODES = (
    (TimeoutError, "stream.late"),
    (socket.gaierror, "stream.unknown-name"),
    (ConnectionRefusedError, "stream.refused"),
    (ssl.SSLCertVerificationError, "stream.certificate"),
)


_ODD_PASSWORD_PATTERN = r"(?!\[)[^/?#@]*:(?!\d{1,5}[/?#])[^\s@]*[/?#]\S*@"
"""User and password if the password has an unescaped "/", "?" or "#", at which URL parsers end the host."""


def mask_credentials(address: str) -> str:
    """Return the address without user and password, for messages, logs and events."""
    return re.sub(rf"(?<=://)(?:[^/?#]*@|{_ODD_PASSWORD_PATTERN})", "", address)


def has_odd_password(address: str) -> bool:
    """Return True if the address has a password with an unescaped "/", "?" or "#", where URL parsers end the host."""
    return re.match(rf"[a-z]+://{_ODD_PASSWORD_PATTERN}", address, re.IGNORECASE) is not None
