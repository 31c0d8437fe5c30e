"""Real servers for tests: Debian's mosquitto and PostgreSQL. A test is skipped, with the line to type, without them."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from measure.bench import _servers
from measure.bench._servers import Broker, Postgres, Proxy, free_port
from tests.needs import require

__all__ = ["Broker", "Postgres", "Proxy", "broker", "certificates", "free_port", "postgres"]


@contextlib.contextmanager
def broker(folder: Path, lines: str = "", *, anonymous: bool = True) -> Iterator[Broker]:
    require("mosquitto")
    with _servers.broker(folder, lines, anonymous=anonymous) as found:
        yield found


@contextlib.contextmanager
def postgres() -> Iterator[Postgres]:
    require("postgres")
    with _servers.postgres() as found:
        yield found


def certificates(folder: Path, days: float) -> tuple[Path, Path, Path]:
    """Return (authority, certificate, key) of localhost, valid until so many days from now."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    now = datetime.now(timezone.utc)

    def made(name: str, key: Any, by: Any, issuer: Any, end: datetime, ca: bool) -> Any:
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        builder = x509.CertificateBuilder().subject_name(subject).issuer_name(issuer or subject)
        builder = builder.public_key(key.public_key()).serial_number(x509.random_serial_number())
        builder = builder.not_valid_before(now - timedelta(days=30)).not_valid_after(end)
        builder = builder.add_extension(x509.BasicConstraints(ca=ca, path_length=None), critical=True)
        names = x509.SubjectAlternativeName([x509.DNSName("localhost")])
        return builder.add_extension(names, critical=False).sign(by, hashes.SHA256())

    root, own = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    authority = made("a club", root, root, None, now + timedelta(days=30), True)
    certificate = made("localhost", own, root, authority.subject, now + timedelta(days=days), False)
    pem = serialization.Encoding.PEM
    plain = (serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    found = []
    for name, data in (
        ("ca.pem", authority.public_bytes(pem)),
        ("cert.pem", certificate.public_bytes(pem)),
        ("key.pem", own.private_bytes(pem, *plain)),
    ):
        (folder / name).write_bytes(data)
        found.append(folder / name)
    return found[0], found[1], found[2]
