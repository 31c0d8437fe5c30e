"""TLS certificates of the phones' port: makes a self-signed one for this machine, or checks one from the settings.

Browsers let pages use the camera and microphone only over HTTPS.
"""

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

VALID_DAYS: Final = 397  # days; phones reject certificates with a longer validity
_HOST_PATTERN: Final = re.compile(r"(\*\.)?[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*")


def certificate_names(public: str = "") -> list[str]:
    """Return the host names and addresses by which phones may reach this machine.

    Args:
        public: A further name or address from the settings, listed first; "" for none.
    """
    host = socket.gethostname()
    names = [host, f"{host}.local"] if host.isascii() and len(host) < 60 else []
    return [*([public] if public else []), *names, "localhost", *addresses(), "127.0.0.1"]


def make(folder: Path, public: str = "") -> tuple[Path, Path, str]:
    """Return a self-signed certificate for this machine, stored and reused until it expires or a name changes.

    Args:
        folder: Where the certificate and key are stored.
        public: A further name or address from the settings; "" for none.

    Returns:
        The paths of the certificate and the key, and the certificate's SHA-256 fingerprint.

    Raises:
        StorageError: The files cannot be written.
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
    """Format a digest as phones show it: upper-case hex bytes with colons between them (AB:CD:...)."""
    return ":".join(f"{b:02X}" for b in digest)


def fingerprint(path: Path) -> str:
    """Return the SHA-256 fingerprint of a certificate file. Raises StorageError if it cannot be read."""
    return readable(_load(path).fingerprint(hashes.SHA256()))


def names_in(path: Path) -> list[str]:
    """Return the names and addresses for which a certificate file is valid, as the certificate lists them.

    A certificate without a list of names (the form before 2000) gives the common name of its subject. A name that
    begins with ``*.`` matches any one label there. Raises StorageError if the file cannot be read.
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

    Args:
        chain: The PEM file of the certificate, followed by any certificates that signed it.
        key: The PEM file of its private key.

    Raises:
        StorageError: The certificate or the key is missing, or is no PEM.
        BadInput: The key has a password, belongs to another certificate, or TLS refuses the pair.
    """
    fingerprint(chain)
    try:
        secret = serialization.load_pem_private_key(key.read_bytes(), None)
    except TypeError:  # the key has a password, which nobody could type
        raise BadInput("web.key-locked", path=str(key)) from None
    except (OSError, ValueError, UnsupportedAlgorithm):
        raise StorageError("web.key-none", path=str(key)) from None
    owner = x509.load_pem_x509_certificate(chain.read_bytes())
    if _public_bytes(secret.public_key()) != _public_bytes(owner.public_key()):
        raise BadInput("web.key-other", path=str(key), certificate=str(chain))
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(chain, key, password=lambda: "")
    except OSError as error:  # includes ssl.SSLError, such as for too short a key
        raise BadInput("web.certificate-refused", path=str(chain), why=system_says(error)) from None


def _public_bytes(key: PublicKeyTypes) -> bytes:
    """Return a public key as DER bytes, by which two keys can be compared."""
    return key.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)


def _kept(path: Path, key: Path, names: list[str]) -> str | None:
    """Return the fingerprint of the stored certificate if it can be used; else None.

    It can be used if its key fits, it covers ``names``, and it stays valid for seven more days.

    Args:
        path: The certificate's file.
        key: The key's file.
        names: The names and addresses that the certificate must cover.
    """
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
