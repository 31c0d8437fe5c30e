"""Who may enter: the server's own user by the plain address, and a phone by a short code that slows guessing."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from companion.clock import ManualClock
from companion.facts import fact
from companion.web.kit import peer_owner, routes
from companion.web.kit.door import Forbidden
from companion.web.kit.limits import TooMany
from companion.web.kit.short_code import CODE_DIGITS, CODE_LIFETIME_S, MAX_WRONG_TRIES, WARN_AFTER_TRIES, ShortCode
from companion.words import Language, languages, say
from tests.faults.table_server import Table, answer_to, state_of

here = pytest.mark.skipif(not peer_owner.available(), reason="this system does not tell whose a connection is")


def own(table: Table, **headers: str) -> httpx.Response:
    return httpx.post(f"{table.base}/api/own", json={}, headers={"Origin": table.base, **headers})


@here
def test_the_owners_browser_comes_in_by_the_plain_address(table: Table) -> None:
    answer = own(table, **{"Sec-Fetch-Site": "same-origin"})
    assert answer.status_code == 200
    assert answer.json()["role"] == "host"
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert "SameSite=strict" in answer.headers["set-cookie"]


@here
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
    ],
)
def test_pages_of_others_do_not(table: Table, headers: dict[str, str]) -> None:
    answer = own(table, **headers)
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


@here
def test_a_rebound_name_and_a_request_of_no_page_do_not(table: Table) -> None:
    assert own(table, Host="evil.example", Origin="http://evil.example").status_code == 421
    assert httpx.post(f"{table.base}/api/own", json={}).status_code == 403  # no Origin: no page of ours


OTHER = """
import encodings.idna, os, sys, urllib.request, urllib.error
os.setgid(65533); os.setuid(65533)
base, path, body = sys.argv[1:4]
request = urllib.request.Request(base + path, body.encode(), {"Origin": base, "Content-Type": "application/json"})
try:
    print(urllib.request.urlopen(request, timeout=10).status)
except urllib.error.HTTPError as error:
    print(error.code)
"""


@here
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be another user")
def test_another_user_of_this_machine_does_not_come_in_by_the_plain_address(table: Table) -> None:
    run = subprocess.run(
        [sys.executable, "-c", OTHER, table.base, "/api/own", "{}"], capture_output=True, text=True, timeout=60
    )
    assert run.stdout.strip() == "403", run.stderr


@here
def test_whose_a_connection_is_tells_this_process_and_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as client:
        ends = client.getsockname(), server.getsockname()
        assert peer_owner.owner(*ends) == os.geteuid()
        assert peer_owner.ours(*ends)
        assert not peer_owner.stranger(*ends)
        monkeypatch.setattr(os, "geteuid", lambda: 4242)
        assert not peer_owner.ours(*ends)
        assert peer_owner.stranger(*ends) == (peer_owner.owner(*ends) != 0)
    assert peer_owner.owner(("127.0.0.1", 1), ("127.0.0.1", 2)) is None
    assert not peer_owner.ours(None, None)
    assert not peer_owner.ours(("192.168.1.5", 4000), ("192.168.1.2", 8766))


def test_where_the_system_does_not_tell_the_plain_address_stays_shut(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peer_owner, "_CONNECTIONS_FILE", Path("/nowhere"))
    assert own(table).status_code == 403
    token = table.address.split("#")[1]
    assert httpx.post(f"{table.base}/api/join", json={"token": token}).status_code == 200  # the printed link opens


def test_the_printed_link_is_not_for_another_user(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peer_owner, "stranger", lambda *ends: True)
    answer = httpx.post(f"{table.base}/api/join", json={"token": table.address.split("#")[1]})
    assert answer.status_code == 403
    assert "another user" in answer.json()["error"]


# The short code


def shown(table: Table) -> str:
    code: str = table.call(lambda: table.hub.short.current_code()[0])
    return code


def test_a_phone_joins_by_code_and_picks_its_name(table: Table) -> None:
    table.start()
    code = shown(table)
    assert len(code) == 6
    names = httpx.post(f"{table.base}/api/code", json={"code": f"{code[:3]} {code[3:]}"})
    assert names.json() == {"names": ["Ann", "Ben"], "types": False}  # Cleo is a bot
    assert "set-cookie" not in names.headers
    joined = httpx.post(f"{table.base}/api/code", json={"code": code, "player": "Ben"})
    assert joined.json() == {"role": "player", "player": "Ben"}
    cookie = {"Cookie": joined.headers["set-cookie"].split(";")[0]}
    with table.socket(cookie) as page:
        assert state_of(page)["player"] == "Ben"
    again = httpx.post(f"{table.base}/api/code", json={"code": code, "player": "Ben"})
    assert again.status_code == 403  # whoever has the seat keeps it
    assert httpx.post(f"{table.base}/api/code", json={"code": code, "player": "Cleo"}).status_code == 403
    assert httpx.post(f"{table.base}/api/code", json={"code": code, "player": ["Ann"]}).status_code == 403


def test_a_wrong_code_slows_the_one_who_tries_and_nobody_else(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.hub.short.clock = ManualClock()  # however slow this machine is: no wait is over
    table.start()
    code = shown(table)
    wrong = f"{(int(code) + 1) % 10**6:06}"
    tries = [httpx.post(f"{table.base}/api/code", json={"code": wrong}) for _ in range(6)]
    assert [t.status_code for t in tries] == [403] + [429] * 5
    assert "waits" in tries[1].json()["error"]
    assert httpx.post(f"{table.base}/api/code", json={"code": code}).status_code == 429  # not even the right one
    monkeypatch.setattr(routes, "client_of", lambda request: "192.168.0.77")
    assert httpx.post(f"{table.base}/api/code", json={"code": code}).status_code == 200


@pytest.mark.parametrize("language", languages())
def test_a_slowed_try_says_that_it_is_slowed_and_not_that_it_is_wrong(language: Language, table: Table) -> None:
    """Nobody has looked at it: a right code must not be called a wrong one."""
    table.hub.short.clock = ManualClock()
    table.start()
    code = shown(table)
    ask = lambda typed: httpx.post(  # noqa: E731
        f"{table.base}/api/code", json={"code": typed}, headers={"Accept-Language": language}
    ).json()["error"]
    wrong, slowed = ask(f"{(int(code) + 1) % 10**6:06}"), ask(code)
    assert slowed == say(fact("web.no.short-code-wait", seconds=2), language)
    assert "2 s" in slowed.replace("\u00a0", " ")
    assert wrong.partition(" :")[0].partition(":")[0] not in slowed


def test_the_laptop_is_told_of_guessing_and_closes_the_door(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.start()
    code = shown(table)
    wrong = f"{(int(code) + 1) % 10**6:06}"
    with table.socket(table.laptop, "/ws?lang=de") as laptop, table.socket(table.phone("Ben")) as phone:
        assert state_of(laptop)["guessing"] is None
        for k in range(WARN_AFTER_TRIES):
            monkeypatch.setattr(routes, "client_of", lambda request, k=k: f"192.168.0.{k}")
            assert httpx.post(f"{table.base}/api/code", json={"code": wrong}).status_code == 403
        while (told := state_of(laptop)["guessing"]) is None:
            pass
        assert str(WARN_AFTER_TRIES) in told["text"]
        assert told["shut"] == "Tür schließen"
        assert "guessing" not in state_of(phone)  # only the laptop is told
        assert "laptop" in answer_to(phone, {"do": "shut"}).casefold()
        laptop.send(json.dumps({"do": "shut"}))
        while state_of(laptop)["guessing"] is not None:
            pass
    assert httpx.post(f"{table.base}/api/code", json={"code": code}).status_code == 403  # nothing opens
    assert shown(table) != code  # until the laptop asks for another one


def test_a_code_lasts_minutes_and_only_when_somebody_asked_for_it() -> None:
    clock = ManualClock(100.0)
    short = ShortCode(clock)
    for nothing in ("", "000000", None, 7):
        with pytest.raises(Forbidden):
            short.check(nothing, "phone")
    code, left = short.current_code()
    assert left == int(CODE_LIFETIME_S)
    short.check(code, "phone")
    clock.advance(CODE_LIFETIME_S - 30)
    short.check(code, "phone")
    fresh, _ = short.current_code()  # half a minute is too short to type
    short.check(fresh, "phone")
    clock.advance(CODE_LIFETIME_S + 1)
    with pytest.raises(Forbidden):
        short.check(fresh, "phone")


def tried(short: ShortCode, clock: ManualClock, clients: list[str], every: float) -> int:
    """How many wrong codes are heard within a code's ten minutes, when all these clients try as fast as they can."""
    code, _ = short.current_code()
    heard, wrong, end = 0, f"{(int(code) + 1) % 10**6:06}", clock.now() + CODE_LIFETIME_S
    while clock.now() < end:
        for client in clients:
            before = short.guessed
            with pytest.raises((Forbidden, TooMany)):
                short.check(wrong, client)
            heard += short.guessed - before
        clock.advance(every)
    return heard


def test_one_client_has_ten_tries_and_does_not_end_the_code() -> None:
    clock = ManualClock(100.0)
    short = ShortCode(clock)
    assert tried(short, clock, ["guesser"], 0.5) == 10
    assert tried(short, clock, ["guesser"], 0.5) <= 5  # a new code does not make the guesser new
    code, _ = short.current_code()
    short.check(code, "Ann's phone")
    assert short.guessing == 0  # of this code


def test_many_clients_together_have_a_hundred_tries() -> None:
    """The bound of SECURITY.md: whoever they are, a code is guessed with a chance of one in ten thousand at most."""
    clock = ManualClock(100.0)
    short = ShortCode(clock)
    assert tried(short, clock, [f"10.0.{k // 250}.{k % 250}" for k in range(2000)], 5.0) == MAX_WRONG_TRIES
    assert MAX_WRONG_TRIES / 10**CODE_DIGITS <= 1e-4
    assert short.guessing == MAX_WRONG_TRIES
    with pytest.raises(Forbidden):
        short.check("000000", "anybody")
    short.end()
    assert short.guessing == 0


def test_only_the_laptop_sees_the_code(table: Table) -> None:
    table.start()
    with table.socket(table.phone("Ann")) as page:
        assert "laptop" in answer_to(page, {"do": "invite"}).casefold()
