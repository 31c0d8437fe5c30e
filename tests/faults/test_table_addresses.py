"""A table with a certificate of its own, in a container, and with several addresses: a real server is asked."""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from cryptography import x509

from companion.config import settings
from companion.errors import BadInput
from companion.web.kit.serve import Place
from tests.faults.table_server import Table, state_of
from tests.unit.test_network_addresses import own_certificate

ROOT = Path(__file__).resolve().parents[2]
CONTAINERFILE = ROOT / "packaging" / "Containerfile"


def test_an_own_certificates_name_is_accepted_and_shown(tmp_path: Path) -> None:
    chain, key = own_certificate(tmp_path, [x509.DNSName("Table.Club.example")])
    table = Table(tmp_path / "games", Place(0, True, None, chain, key))
    try:
        assert table.phones.startswith("https://Table.Club.example:")
        port = table.phones.rpartition(":")[2]
        for host, status in (("table.club.example", 200), ("other.club.example", 421)):
            answer = httpx.get(f"https://127.0.0.1:{port}/", headers={"Host": f"{host}:{port}"}, verify=False)
            assert answer.status_code == status, host
    finally:
        table.close()


def test_the_laptop_chooses_what_phones_call(tmp_path: Path) -> None:
    table = Table(tmp_path / "games", Place(0, True, tmp_path / "tls", public="games.example"))
    try:
        first, *others = table.hub.join_bases
        assert first.startswith("https://games.example:")
        assert others
        table.call(lambda: setattr(table.hub, "join_base", first))
        with table.socket(table.laptop) as laptop:
            shown = state_of(laptop)
            assert (shown["lan"], shown["lans"]) == (first, [first, *others])
            laptop.send(json.dumps({"do": "address", "base": others[0]}))
            assert state_of(laptop)["lan"] == others[0]
        with table.socket(table.phone()) as phone:
            shown = state_of(phone)
            assert "lans" not in shown
            phone.send(json.dumps({"do": "address", "base": first}))
            assert json.loads(phone.recv(timeout=10))["t"] == "refused"
        assert table.hub.join_base == others[0]
    finally:
        table.close()


NETWORKLESS = """
import subprocess, sys, time
table = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
for line in table.stdout:
    print(line, end="", flush=True)
    if "fingerprint" in line:
        break
print(table.stdout.readline(), end="", flush=True)
table.terminate()
table.wait(20)
"""


def test_a_machine_without_a_network_says_that_no_phone_reaches_it(tmp_path: Path) -> None:
    """The QR code held the loopback's address, at which a phone calls itself, and nothing else was said."""
    line = ["unshare", "-Urn", "sh", "-ec", 'ip link set lo up; exec "$@"', "sh"]
    try:
        subprocess.run([*line, "true"], capture_output=True, check=True)
    except (FileNotFoundError, subprocess.CalledProcessError):
        pytest.skip("this machine lends no network of its own")
    command = [sys.executable, "-m", "companion", "table", "--no-open", "--lan", "--port", "0", "--lang", "en"]
    done = subprocess.run(
        [*line, sys.executable, "-c", NETWORKLESS, *command],
        env={**os.environ, "COMPANION_DATA_FOLDER": str(tmp_path), "PYTHONUNBUFFERED": "1"},
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=120,
        check=False,
    )
    assert "No phone reaches that: this machine is in no network." in done.stdout, done.stdout + done.stderr


def container_environment() -> dict[str, str]:
    """Return what the image sets for companion."""
    return dict(re.findall(r"(COMPANION_\w+)=(\S+)", CONTAINERFILE.read_text("utf-8")))


def test_the_containers_settings_let_its_published_port_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such a port leads to the container's own address, not to its loopback. Here 127.0.0.2 stands for it."""
    for name, value in container_environment().items():
        monkeypatch.setenv(name, value)
    table = Table(tmp_path / "games", Place(0, listen=settings().listen))
    try:
        port = int(table.base.rpartition(":")[2])
        where = "127.0.0.2" if sys.platform.startswith("linux") else "127.0.0.1"
        answer = httpx.get(f"http://{where}:{port}/", headers={"Host": f"127.0.0.1:{port}"})
        assert answer.status_code == 200
        assert httpx.get(f"http://{where}:{port}/", headers={"Host": f"192.168.0.20:{port}"}).status_code == 421
    finally:
        table.close()


@pytest.mark.parametrize(
    ("name", "value"), [("LISTEN", "everywhere"), ("LISTEN", "::"), ("ADDRESS", "https://x"), ("ADDRESS", "a b")]
)
def test_an_address_that_is_none_is_one_sentence(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"COMPANION_{name}", value)
    with pytest.raises(BadInput) as refused:
        settings()
    assert refused.value.fact.code == f"config.{name.casefold()}"


INSIDE = """
import http.client, subprocess, sys
address, port, *command = sys.argv[1:]
table = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
for line in table.stdout:
    print(line, end="", flush=True)
    if "http://127.0.0.1:" in line:
        port = line.split("http://127.0.0.1:")[1].split("/")[0]
        break
line = http.client.HTTPConnection(address, int(port), timeout=30)
line.request("GET", "/", headers={"Host": "127.0.0.1:" + port})
print("answer", line.getresponse().status, flush=True)
table.terminate()
table.wait(20)
"""


def container_network() -> tuple[list[str], str, list[str]]:
    """Return what runs a command in a network of its own, an address there, and further options of the table.

    A machine that lends none runs it beside everything else, at another address of the loopback.
    """
    line = ["unshare", "-Urn", "sh", "-ec", 'ip link set lo up; ip addr add 10.88.0.2/16 dev lo; exec "$@"', "sh"]
    with contextlib.suppress(FileNotFoundError):
        if subprocess.run([*line, "true"], capture_output=True, check=False).returncode == 0:
            return line, "10.88.0.2", []
    return [], "127.0.0.2" if sys.platform.startswith("linux") else "127.0.0.1", ["--port", "0"]


def test_the_documented_arguments_reach_the_table_in_a_network_of_its_own(tmp_path: Path) -> None:
    """No image is built: the page's command with the image's settings, asked at the address that a port leads to."""
    page = (ROOT / "docs" / "install.md").read_text("utf-8")
    typed = re.search(r"-p 127\.0\.0\.1:8765:8765 \\\n +-v companion:/data companion (.*)", page)
    assert typed is not None
    around, address, more = container_network()
    command = [sys.executable, "-m", "companion", *typed[1].split(), *more, "--lang", "en"]
    env = {**os.environ, **container_environment(), "COMPANION_DATA_FOLDER": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    done = subprocess.run(
        [*around, sys.executable, "-c", INSIDE, address, "8765", *command],
        env=env,
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=120,
        check=False,
    )
    assert "answer 200" in done.stdout, done.stdout + done.stderr
