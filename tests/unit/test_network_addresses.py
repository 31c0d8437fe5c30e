"""Which of this machine's addresses phones are told: that of the default route, not a container's or a tunnel's."""

from __future__ import annotations

import socket
import sys
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from companion.errors import BadInput
from companion.web.kit import network_addresses
from companion.web.kit.certificate import names_in
from companion.web.kit.door import Door
from companion.web.kit.hub import PageHub
from companion.web.kit.network_addresses import Interface, addresses, by_reach, default_metrics
from companion.web.kit.serve import shown_hosts

DOCKER = Interface("docker0", "172.17.0.1", is_real=False)
TUNNEL = Interface("tun0", "10.8.0.2", metric=0, is_tunnel=True, is_real=False)
WIFI = Interface("wlan0", "192.168.0.20", metric=600)
CABLE = Interface("eth0", "192.168.0.21", metric=100)
SECOND = Interface("eth1", "192.168.7.1")


@pytest.mark.parametrize(
    ("found", "first"),
    [
        ([DOCKER, WIFI], WIFI),
        ([TUNNEL, DOCKER, WIFI], WIFI),
        ([DOCKER, WIFI, CABLE], CABLE),
        ([DOCKER, TUNNEL, SECOND], SECOND),
        ([TUNNEL, DOCKER], DOCKER),
    ],
)
def test_the_default_routes_address_comes_first(found: list[Interface], first: Interface) -> None:
    ordered = by_reach(found)
    assert ordered[0] == first
    assert sorted(o.name for o in ordered) == sorted(o.name for o in found)


def test_default_routes_are_read_from_the_systems_table(tmp_path: Path) -> None:
    head = "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n"
    rows = [
        "docker0\t000011AC\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0",
        "wlan0\t00000000\t0100A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0",
        "tun0\t00000000\t0108080A\t0003\t0\t0\t0\t00000080\t0\t0\t0",  # half of the world: what OpenVPN lays over it
        "eth0\t00000000\t0100A8C0\t0002\t0\t0\t100\t00000000\t0\t0\t0",  # down
    ]
    (tmp_path / "route").write_text(head + "\n".join(rows) + "\n")
    assert default_metrics(tmp_path / "route") == {"wlan0": 600}
    assert default_metrics(tmp_path / "none") == {}


def test_behind_docker0_phones_are_told_the_default_routes_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system lists docker0 and a VPN first, as it does where they began before the cable was plugged in."""
    listed = {"lo": "127.0.0.1", "docker0": "172.17.0.1", "tun0": "10.8.0.2", "eth0": "192.168.0.20", "eth1": ""}
    (tmp_path / "route").write_text("Iface\n" + "eth0\t00000000\t0100A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0\n")

    def ask(name: str, question: int) -> bytes:
        if question == 0x8915:  # SIOCGIFADDR
            return b"\x02\x00\x00\x00" + socket.inet_aton(listed[name]) if listed[name] else b""
        return (0x10D1 if name == "tun0" else 0x1043).to_bytes(2, sys.byteorder)

    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(network_addresses, "_ROUTES_FILE", tmp_path / "route")
    monkeypatch.setattr(network_addresses, "_ask", ask)
    monkeypatch.setattr(socket, "if_nameindex", lambda: list(enumerate(listed, start=1)))
    assert addresses() == ["192.168.0.20", "172.17.0.1", "10.8.0.2"]


def own_certificate(folder: Path, names: list[x509.GeneralName], title: str = "club") -> tuple[Path, Path]:
    """(certificate, key) with these names, or with the title alone."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(timezone.utc)
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, title)])
    builder = x509.CertificateBuilder().subject_name(subject).issuer_name(subject).public_key(key.public_key())
    builder = builder.serial_number(7).not_valid_before(now).not_valid_after(now + timedelta(days=9))
    if names:
        builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
    pem = serialization.Encoding.PEM
    plain = (serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "own.crt").write_bytes(builder.sign(key, hashes.SHA256()).public_bytes(pem))
    (folder / "own.key").write_bytes(key.private_bytes(pem, *plain))
    return folder / "own.crt", folder / "own.key"


def test_an_own_certificates_names_are_read(tmp_path: Path) -> None:
    names: list[x509.GeneralName] = [x509.DNSName("table.club.example"), x509.DNSName("*.home.example")]
    assert names_in(own_certificate(tmp_path, names)[0]) == ["table.club.example", "*.home.example"]
    assert names_in(own_certificate(tmp_path, [], "old.example")[0]) == ["old.example"]
    assert names_in(own_certificate(tmp_path, [], "Club of 1898")[0]) == []


def test_an_own_certificates_names_are_shown_before_addresses() -> None:
    found = ["192.168.0.20", "172.17.0.1"]
    shown = shown_hosts("", ["localhost", "*.home.example", "table.club.example", "172.17.0.1"], found)
    assert shown == ["table.club.example", "172.17.0.1", "192.168.0.20"]
    assert shown_hosts("", [], found) == found
    assert shown_hosts("games.example", [], found) == ["games.example", *found]


def test_a_name_with_a_star_stands_for_one_label() -> None:
    door = Door(hosts=frozenset({"*.home.example", "localhost"}))
    assert door.host_ok("table.home.example:8766")
    assert not door.host_ok("home.example")
    assert not door.host_ok("a.table.home.example")
    assert not door.host_ok("evil.example")


def test_the_laptop_chooses_an_address_of_this_machine_alone() -> None:
    hub = PageHub(Door())
    hub.join_bases = ["https://192.168.0.20:8766", "https://172.17.0.1:8766"]
    hub.join_base = hub.join_bases[0]
    hub.choose_address("https://172.17.0.1:8766")
    assert hub.invitation("Ann")["url"].startswith("https://172.17.0.1:8766/join#")
    for wrong in ("https://evil.example:8766", "", None, 5):
        with pytest.raises(BadInput):
            hub.choose_address(wrong)


def test_every_address_is_this_machines_own() -> None:
    for address in addresses():
        with socket.socket() as bound:
            bound.bind((address, 0))
