"""The certificate made on the spot: this machine's names, kept while it fits, readable by its owner only."""

from __future__ import annotations

import ssl
import sys
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from companion.errors import BadInput, CompanionError, StorageError
from companion.web.kit.certificate import check_pair, fingerprint, make
from companion.web.kit.network_addresses import addresses


def test_it_is_made_once_and_loads(tmp_path: Path) -> None:
    chain, key, mark = make(tmp_path / "tls")
    assert make(tmp_path / "tls") == (chain, key, mark)
    assert fingerprint(chain) == mark
    assert len(mark.split(":")) == 32
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(chain, key)
    if sys.platform != "win32":
        assert key.stat().st_mode & 0o077 == 0
    key.unlink()
    assert make(tmp_path / "tls")[2] != mark


def test_it_names_this_machine(tmp_path: Path) -> None:
    from cryptography import x509

    chain, _, _ = make(tmp_path)
    found = x509.load_pem_x509_certificate(chain.read_bytes())
    names = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    held = {str(a) for a in names.get_values_for_type(x509.IPAddress)} | set(names.get_values_for_type(x509.DNSName))
    assert {"localhost", "127.0.0.1", *addresses()} <= held


def test_one_that_is_none_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "x.pem").write_text("no certificate")
    with pytest.raises(StorageError) as refused:
        fingerprint(tmp_path / "x.pem")
    assert refused.value.fact.code == "web.certificate-none"


DAMAGES = {
    "empty": lambda key: key.write_bytes(b""),
    "damaged": lambda key: key.write_bytes(key.read_bytes()[:90]),
    "no-text": lambda key: key.write_bytes(bytes(range(256))),
    "another's": lambda key: key.write_bytes(make(key.parent / "other")[1].read_bytes()),
    "locked": lambda key: key.write_bytes(locked(key)),
    "missing": lambda key: key.unlink(),
}


def locked(key: Path) -> bytes:
    from cryptography.hazmat.primitives import serialization

    secret = serialization.load_pem_private_key(key.read_bytes(), None)
    protection = serialization.BestAvailableEncryption(b"secret")
    return secret.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, protection)


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("which", [0, 1], ids=["certificate", "key"])
def test_a_kept_pair_that_is_damaged_is_made_again(tmp_path: Path, damage: str, which: int) -> None:
    made = make(tmp_path / "tls")
    if damage == "locked" and which == 0:
        made[0].write_bytes(locked(made[1]))  # a key where the certificate should be
    elif damage == "another's" and which == 0:
        made[0].write_bytes(make(tmp_path / "other")[0].read_bytes())
    else:
        DAMAGES[damage](made[which])
    again = make(tmp_path / "tls")
    assert again[2] != made[2]
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(again[0], again[1])


def test_one_made_while_the_clock_was_ahead_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.web.kit import certificate

    class Ahead(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
            return datetime.now(timezone.utc) + timedelta(days=30)

    with monkeypatch.context() as patch:
        patch.setattr(certificate, "datetime", Ahead)
        early = make(tmp_path)
    now = make(tmp_path)
    assert now[2] != early[2]
    assert make(tmp_path) == now


CODES = {
    "empty": "web.key-none",
    "damaged": "web.key-none",
    "no-text": "web.key-none",
    "missing": "web.key-none",
    "another's": "web.key-other",
    "locked": "web.key-locked",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_pair_of_ones_own_is_checked_and_told_apart(tmp_path: Path, damage: str) -> None:
    chain, key, _ = make(tmp_path / "tls")
    check_pair(chain, key)
    DAMAGES[damage](key)
    with pytest.raises(CompanionError) as refused:
        check_pair(chain, key)
    assert refused.value.fact.code == CODES[damage]


def test_a_pair_that_tls_refuses_is_one_sentence(tmp_path: Path) -> None:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import rsa

    weak = rsa.generate_private_key(65537, 1024)
    title = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "weak")])
    now = datetime.now(timezone.utc)
    builder = x509.CertificateBuilder().subject_name(title).issuer_name(title).public_key(weak.public_key())
    made = builder.serial_number(1).not_valid_before(now).not_valid_after(now + timedelta(days=9))
    pem = serialization.Encoding.PEM
    (tmp_path / "c.pem").write_bytes(made.sign(weak, hashes.SHA256()).public_bytes(pem))
    plain = serialization.NoEncryption()
    (tmp_path / "k.pem").write_bytes(weak.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain))
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(tmp_path / "c.pem", tmp_path / "k.pem")
    except ssl.SSLError:
        with pytest.raises(BadInput) as refused:
            check_pair(tmp_path / "c.pem", tmp_path / "k.pem")
        assert refused.value.fact.code == "web.certificate-refused"
    else:  # this system's OpenSSL takes short keys
        check_pair(tmp_path / "c.pem", tmp_path / "k.pem")
