"""The broker's address, login and TLS, from ``--mqtt`` and its options; they are checked before a game begins.

A password is never part of a command: it comes from the variable COMPANION_MQTT_PASSWORD or a file. The default port is
1883, with TLS 8883.
"""

from __future__ import annotations

import json
import os
import socket
import ssl
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Final, get_args
from urllib.parse import unquote, urlsplit
from uuid import uuid4

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.reasoncodes import ReasonCode

from companion import private
from companion.club.facts import MAX_DURATION_S, Do, slug
from companion.decoder import compact
from companion.doctor import Check
from companion.errors import BadInput, system_says
from companion.facts import Fact, fact
from companion.names import outward
from companion.referee.message_outbox import OutboxMessage

DEFAULT_PORT: Final = 1883
DEFAULT_TLS_PORT: Final = 8883
PASSWORD_VARIABLE: Final = "COMPANION_MQTT_PASSWORD"
MAX_PASSWORD_FILE_BYTES: Final = 4096  # a longer file is rejected
X509_EXPIRED: Final = 10  # OpenSSL's verification code: the certificate has expired
X509_NAME_MISMATCHES: Final = (62, 64)  # OpenSSL's codes: the certificate is for another host


@dataclass(frozen=True, slots=True, repr=False)
class Broker:
    """Address of a broker, login, and the table's name.

    Attributes:
        host: The broker's host.
        port: The broker's port.
        name: The table's name as people write it.
        user: Name of the user; None for no login.
        password: The password; None for none.
        context: TLS context; None for no TLS.
        commands: Orders that the table obeys.
    """

    host: str
    port: int
    name: str
    """The table's name as people write it."""
    user: str | None = None
    password: str | None = None
    context: ssl.SSLContext | None = None
    commands: frozenset[str] = frozenset()

    @property
    def slug(self) -> str:
        return slug(self.name)

    @property
    def bare(self) -> bool:
        """True if a password would be sent over a network without TLS."""
        return self.password is not None and self.context is None and self.host not in ("localhost", "127.0.0.1", "::1")

    def __repr__(self) -> str:
        return f"<broker {self.host}:{self.port}>"


def broker(
    address: str,
    *,
    name: str = "",
    commands: str = "",
    password_file: Path | None = None,
    ca: Path | None = None,
    certificate: Path | None = None,
    key: Path | None = None,
) -> Broker:
    """Return the broker that options describe.

    Args:
        address: HOST, HOST:PORT, mqtt://USER@HOST or mqtts://USER@HOST:PORT.
        name: The table's name; "" for this machine's.
        commands: Orders that the table obeys, separated by commas.
        password_file: File with the password in one line.
        ca: Certificate of the authority that signed the broker's, if the system does not know it.
        certificate: The table's own certificate.
        key: Key of that certificate.

    Raises:
        BadInput: An option is not valid, or a file cannot be used.
    """
    secure, host, port, user = _parse_address(address)
    secure = secure or ca is not None or certificate is not None
    context = _context(ca, certificate, key) if secure else None
    if certificate is None and key is not None:
        raise BadInput("club.key-alone")
    password = _password(password_file)
    if password is not None and user is None:
        raise BadInput("club.no-user", host=host)
    shown = outward(name) or outward(socket.gethostname().partition(".")[0]) or "table"
    if len(shown) > 40:
        raise BadInput("club.no-name", name=shown[:40])
    return Broker(
        host,
        port or (DEFAULT_TLS_PORT if secure else DEFAULT_PORT),
        shown,
        user,
        password,
        context,
        parse_commands(commands),
    )


def parse_commands(text: str) -> frozenset[str]:
    """Return the orders that a table obeys, from a text such as "pause,resume"; empty for "".

    Raises:
        BadInput: There is no such order.
    """
    words = [word.strip() for word in text.split(",") if word.strip()]
    for word in words:
        if word not in get_args(Do):
            raise BadInput("club.no-command", word=word, known=list(get_args(Do)))
    return frozenset(words)


def _parse_address(address: str) -> tuple[bool, str, int | None, str | None]:
    """Return the parts of a broker's address: whether to use TLS, the host, the port and the user (None if not given).

    Raises:
        BadInput: The address is not valid.
    """
    text = address.strip()
    try:
        parts = urlsplit(text if "://" in text else f"mqtt://{text}")
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise BadInput("club.no-address", address=_harmless(text)) from None
    if parts.password is not None:
        raise BadInput("club.password-in-address", variable=PASSWORD_VARIABLE)
    odd = parts.path.strip("/") or parts.query or parts.fragment or any(c.isspace() or c in "+#" for c in host)
    if parts.scheme not in ("mqtt", "mqtts") or not host or port == 0 or odd:
        raise BadInput("club.no-address", address=_harmless(text))
    return parts.scheme == "mqtts", host, port, None if parts.username is None else unquote(parts.username)


def _harmless(text: str) -> str:
    """Return the address as typed, for an error message, without anything that could be a password."""
    return text.rpartition("@")[2][:80]


def _password(path: Path | None) -> str | None:
    """Return the password in the file; without a file, the one in the environment; None for none.

    Raises:
        BadInput: The file cannot be read, or holds no password.
    """
    if path is None:
        return os.environ.get(PASSWORD_VARIABLE) or None
    try:
        with private.expand_user(path).open("rb") as file:
            text = file.read(MAX_PASSWORD_FILE_BYTES + 1).decode()
    except (OSError, UnicodeDecodeError) as error:
        why = system_says(error) if isinstance(error, OSError) else fact("club.no-text")
        raise BadInput("club.no-password", path=str(path), why=why) from None
    line = text.rstrip("\r\n")
    if not line or len(text) > MAX_PASSWORD_FILE_BYTES or "\n" in line:
        raise BadInput("club.no-password", path=str(path), why=fact("club.one-line"))
    return line


def _context(ca: Path | None, certificate: Path | None, key: Path | None) -> ssl.SSLContext:
    """Return the TLS context.

    Args:
        ca: Certificate of the broker's authority; None for those that the system knows.
        certificate: The table's own certificate; None for none.
        key: Key of that certificate.

    Raises:
        BadInput: A file is no certificate or key.
    """
    try:
        context = ssl.create_default_context(cafile=None if ca is None else str(private.expand_user(ca)))
    except (OSError, ssl.SSLError) as error:
        raise BadInput("club.no-certificate", path=str(ca), why=_error_text(error)) from None
    if certificate is not None:
        own = str(private.expand_user(certificate))
        try:  # an empty pass phrase, so that nobody is asked for one
            context.load_cert_chain(own, None if key is None else str(private.expand_user(key)), password="")
        except (OSError, ssl.SSLError) as error:
            raise BadInput("club.no-certificate", path=str(certificate), why=_error_text(error)) from None
    return context


def _error_text(error: Exception) -> str:
    reason = getattr(error, "reason", None) or getattr(error, "strerror", None) or str(error)
    return str(reason).lower().replace("_", " ")


# ---- what is wrong with a connection ---------------------------------------------------------------------------------


def why(error: BaseException) -> Fact:
    """Return the reason why a broker cannot be reached, as a fact."""
    if isinstance(error, ssl.SSLCertVerificationError):
        if error.verify_code == X509_EXPIRED:
            return fact("club.why.expired")
        if error.verify_code in X509_NAME_MISMATCHES:
            return fact("club.why.other-name")
        return fact("club.why.untrusted", said=error.verify_message)
    if isinstance(error, ssl.SSLError):
        return fact("club.why.tls", said=_error_text(error))
    if isinstance(error, socket.gaierror):
        return fact("club.why.no-host")
    if isinstance(error, ConnectionRefusedError):
        return fact("club.why.nobody")
    if isinstance(error, TimeoutError):
        return fact("club.why.silent")
    return fact("club.why.other", said=_error_text(error) if isinstance(error, Exception) else str(error))


def refusal_fact(reason: str) -> Fact:
    """Return why the broker refused the connection, as a fact.

    Args:
        reason: The broker's reason, by its name in MQTT 5.
    """
    codes: Sequence[tuple[str, str]] = (
        ("bad user name", "password"),
        ("not authorized", "password"),
        ("bad authentication", "password"),
        ("banned", "password"),
        ("identifier", "identifier"),
        ("protocol", "protocol"),
    )
    said = reason.casefold()
    code = next((code for part, code in codes if part in said), "other")
    return fact(f"club.why.{code}", said=said)


CONNECT_TIMEOUT_S: Final = 5.0  # seconds to wait for a connection, and for the broker's acceptance
TRUST_FAILURES: Final = ("club.why.expired", "club.why.other-name", "club.why.untrusted", "club.why.tls")
REPORTED_DELAY_S: Final = 1.0  # seconds; a message that waited longer states its delay


def client_of(
    broker: Broker,
    name: str,
    protocol: MQTTProtocolVersion,
    patience: float,
    *,
    manual_ack: bool = False,
    again: bool = False,
) -> Client:
    """Return an MQTT client for a broker, not connected yet.

    Args:
        broker: The broker.
        name: Client ID.
        protocol: Version of MQTT.
        patience: Time-out for connecting, in seconds.
        manual_ack: True if the caller acknowledges messages.
        again: True to reconnect when the connection breaks.
    """
    clean = None if protocol == MQTTProtocolVersion.MQTTv5 else True  # MQTT 5 sets it on connecting
    client = Client(
        CallbackAPIVersion.VERSION2, name, clean, protocol=protocol, reconnect_on_failure=again, manual_ack=manual_ack
    )
    client.connect_timeout = patience
    if broker.user is not None:
        client.username_pw_set(broker.user, broker.password)
    if broker.context is not None:
        client.tls_set_context(broker.context)
    return client


def payload(post: OutboxMessage) -> bytes:
    """Return the payload of a message; if it has waited for a second or more, with the seconds in ``late``."""
    data = json.loads(post.body)
    late = (datetime.now(timezone.utc) - datetime.fromisoformat(data["wall"])).total_seconds()
    if late < REPORTED_DELAY_S:
        return post.body.encode()
    data["late"] = round(min(late, MAX_DURATION_S), 1)
    return compact(data).encode()


def check(broker: Broker) -> Check:
    """Return the result of trying to connect to a broker, for the command ``doctor``; "missing" if that fails."""
    where = f"{broker.host}:{broker.port}"
    if (said := check_connection(broker)) is not None:
        mend = {"club.why.password": "doctor.mend-password"} | dict.fromkeys(TRUST_FAILURES, "doctor.mend-tls")
        return Check(
            "MQTT",
            "missing",
            fact("doctor.no-broker", name=where, why=said),
            fact(mend.get(said.code, "doctor.mend-broker")),
        )
    if broker.bare:
        return Check("MQTT", "note", fact("doctor.broker", name=where), fact("club.bare", host=broker.host))
    return Check("MQTT", "ok", fact("doctor.broker" if broker.context is None else "doctor.broker-tls", name=where))


def check_connection(broker: Broker, patience: float = CONNECT_TIMEOUT_S) -> Fact | None:
    """Connect to a broker and disconnect again; return the reason if that fails, else None.

    Args:
        broker: The broker.
        patience: Time-out, in seconds.
    """
    reason: Fact | None = None
    for protocol in (MQTTProtocolVersion.MQTTv5, MQTTProtocolVersion.MQTTv311):
        reason = _try_protocol(broker, protocol, patience)
        if reason is None or reason.code != "club.why.protocol":
            break
    return reason


def _try_protocol(broker: Broker, protocol: MQTTProtocolVersion, patience: float) -> Fact | None:
    answered, found = threading.Event(), [fact("club.why.silent")]

    def on_connect(client: Client, data: object, flags: object, reason: ReasonCode, properties: object) -> None:
        found[:] = [refusal_fact(str(reason))] if reason.is_failure else []
        answered.set()

    def on_disconnect(*_: object) -> None:
        if not answered.is_set():
            found[:] = [fact("club.why.broken")]
            answered.set()

    client = client_of(broker, f"companion-doctor-{uuid4().hex[:8]}", protocol, patience)
    client.on_connect, client.on_disconnect = on_connect, on_disconnect
    try:
        client.connect(broker.host, broker.port, keepalive=10)
    except (OSError, ValueError) as error:
        return why(error)
    client.loop_start()
    try:
        answered.wait(patience)
        return found[0] if found else None
    finally:
        client.disconnect()
        client.loop_stop()
