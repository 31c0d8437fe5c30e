"""The certificate made on the spot: this machine's names, kept while it fits, readable by its owner only."""

from __future__ import annotations

import ssl
import sys
from pathlib import Path

import pytest

from companion.errors import StorageError
from companion.web.kit.certificate import fingerprint, make
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
