"""A certificate made on the spot for this machine's names and addresses, so that phones let pages use the camera."""

from __future__ import annotations

import ipaddress
import re
import socket
import ssl
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.types import PublicKeyTypes
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion import private
from companion.errors import BadInput, CompanionError, StorageError, storing, system_says
from companion.web.kit.network_addresses import addresses

VALID_DAYS: Final = 397  # the longest that phones accept
_HOST_PATTERN: Final = re.compile(r"(\*\.)?[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*")


def certificate_names(public: str = "") -> list[str]:
    """Return names and addresses by which phones may call this machine; ``public`` is one that people set."""
    host = socket.gethostname()
    names = [host, f"{host}.local"] if host.isascii() and len(host) < 60 else []
    return [*([public] if public else []), *names, "localhost", *addresses(), "127.0.0.1"]


def make(folder: Path, public: str = "") -> tuple[Path, Path, str]:
    """(certificate, key, SHA-256 fingerprint); kept in ``folder`` and made again when names or time run out.

    ``public``: a name or address that people set for this machine. Raises StorageError where it cannot be kept.
    """
    names = list(dict.fromkeys(certificate_names(public)))
    paths = folder / "table.crt", folder / "table.key"
    kept = _kept(*paths, names)
    if kept is not None:
        return *paths, kept
    key = ec.generate_private_key(ec.SECP256R1())
    title = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "companion table")])
    now = datetime.now(timezone.utc)
    alternatives = [_general(n) for n in names]
    made = (
        x509.CertificateBuilder()
        .subject_name(title)
        .issuer_name(title)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=VALID_DAYS))
        .add_extension(x509.SubjectAlternativeName(alternatives), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    with storing("web.certificate-kept", folder=str(folder)):
        private.folder(folder)
        private.write(paths[1], pem)
        private.write(paths[0], made.public_bytes(serialization.Encoding.PEM))
    return *paths, readable(made.fingerprint(hashes.SHA256()))


def readable(digest: bytes) -> str:
    """AB:CD:... as phones show it."""
    return ":".join(f"{b:02X}" for b in digest)


def fingerprint(path: Path) -> str:
    """Return the fingerprint of a certificate of one's own. Raises StorageError."""
    return readable(_load(path).fingerprint(hashes.SHA256()))


def names_in(path: Path) -> list[str]:
    """Return the names and addresses that a certificate of one's own is good for, as it lists them.

    One of before 2000 may have its name in its title alone. A name may begin with ``*.``, which stands for one label.
    Raises StorageError.
    """
    certificate = _load(path)
    try:
        held = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (ValueError, x509.ExtensionNotFound):
        titles = certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
        return [str(title.value) for title in titles if _HOST_PATTERN.fullmatch(str(title.value))]
    found = [*held.get_values_for_type(x509.DNSName), *map(str, held.get_values_for_type(x509.IPAddress))]
    return [name.rstrip(".") for name in found]


def _load(path: Path) -> x509.Certificate:
    try:
        return x509.load_pem_x509_certificate(path.read_bytes())
    except (OSError, ValueError):
        raise StorageError("web.certificate-none", path=str(path)) from None


def check_pair(chain: Path, key: Path) -> None:
    """Check that a server can be started with this certificate and this key.

    Raises:
        StorageError: the certificate or the key is missing, or is no PEM.
        BadInput: the key has a password, belongs to another certificate, or TLS refuses the pair.
    """
    fingerprint(chain)
    try:
        secret = serialization.load_pem_private_key(key.read_bytes(), None)
    except TypeError:  # a server that starts by itself has nobody to type the password
        raise BadInput("web.key-locked", path=str(key)) from None
    except (OSError, ValueError, UnsupportedAlgorithm):
        raise StorageError("web.key-none", path=str(key)) from None
    owner = x509.load_pem_x509_certificate(chain.read_bytes())
    if _public_bytes(secret.public_key()) != _public_bytes(owner.public_key()):
        raise BadInput("web.key-other", path=str(key), certificate=str(chain))
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(chain, key, password=lambda: "")
    except OSError as error:  # an SSLError is one: too short a key, for example
        raise BadInput("web.certificate-refused", path=str(chain), why=system_says(error)) from None


def _public_bytes(key: PublicKeyTypes) -> bytes:
    """Return the public key in the one form in which two of them can be compared."""
    return key.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)


def _kept(path: Path, key: Path, names: list[str]) -> str | None:
    """Return the fingerprint of a kept certificate that still fits, with its own key; else None."""
    try:
        check_pair(path, key)
        found = x509.load_pem_x509_certificate(path.read_bytes())
        held = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (CompanionError, OSError, ValueError, x509.ExtensionNotFound):
        return None
    now = datetime.now(timezone.utc)
    fits = {_general(n) for n in names} <= set(held)
    is_valid = found.not_valid_before_utc <= now < found.not_valid_after_utc - timedelta(days=7)
    return readable(found.fingerprint(hashes.SHA256())) if fits and is_valid else None


def _general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)
