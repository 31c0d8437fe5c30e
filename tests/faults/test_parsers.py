"""A few seconds of damaged input for every parser that strangers can reach; ``./run fuzz`` goes on for hours."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.errors import BadInput, StorageError
from companion.people import profile_files
from companion.people.store import People
from tests.fuzz import long
from tests.fuzz.mangle import changed, mangled
from tests.fuzz.parsers import PARSERS, Parser, text_of

COUNT = {
    "log": 15,
    "log values": 25,
    "shelf": 15,
    "clip": 30,
    "export of a person": 60,
    "what is kept of people": 60,
    "message of a page": 60,
}


@pytest.mark.parametrize("name", PARSERS)
def test_damaged_input_is_refused_in_its_own_words(name: str) -> None:
    parser, random = PARSERS[name], Random(name)
    seeds = parser.seeds()
    for good in seeds[:: max(1, len(seeds) // 6)]:
        parser.read(good)  # what is good is read
    for number in range(COUNT.get(name, 120)):
        good = random.choice(seeds)
        value: Any = mangled(good, random) if isinstance(good, bytes) else changed(good, random)
        try:
            parser.read(value)
        except parser.fine:
            pass
        except Exception as error:
            raise AssertionError(f"input {number}: {value!r:.500}") from error


def test_the_long_job_goes_on_where_it_was_and_keeps_what_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    read: dict[str, int] = {"good": 0, "late": 0, "bad": 0}

    def reads(name: str) -> Parser:
        def one(value: Any) -> None:
            read[name] += 1
            if name == "bad":
                raise KeyError(name)

        return Parser(lambda: [b"seed"], one)

    monkeypatch.setattr(long, "PARSERS", {name: reads(name) for name in read})
    monkeypatch.setattr(long, "EXAMPLES", 50)
    assert long.main(["0.002", "good", "--keep", str(tmp_path)]) == 0
    first = read["good"]
    assert first > 0
    assert long.main(["0.002", "good", "late", "--keep", str(tmp_path)]) == 0
    assert read["good"] == first  # it has had its time
    assert read["late"] > 0
    assert long.main(["0.01", "--keep", str(tmp_path)]) == 1
    assert "KeyError" in capsys.readouterr().err
    had = json.loads((tmp_path / "state.json").read_text("utf-8"))
    assert had["good"]["inputs"] == read["good"] > first
    assert had["bad"]["found"] == 1
    assert (tmp_path / "bad-1").exists()


@pytest.mark.parametrize("odd", [10**400, -(10**400), float("inf"), float("nan"), "1e999", None, [], {}])
def test_numbers_of_a_face_that_are_none(odd: Any) -> None:
    """An integer beyond every float came out of the fuzzer as an OverflowError."""
    for data in (
        {"version": 1, "player": "Ann", "neutral": {"eye": odd, "width": 1}},
        {"version": 1, "player": "Ann", "neutral": {"eye": 1, "width": 1}, "bones": [odd]},
    ):
        with pytest.raises(ValueError, match=r"number|profile|face"):
            profile_files.face_of(profile_files.json_of(text_of(data)))


def test_an_export_with_a_number_beyond_all_floats_is_refused(tmp_path: Any) -> None:
    from companion.practice.personal_data import PracticePersonalData

    (told,) = PARSERS["export of a person"].seeds()
    told["practice"][0]["score"] = 10**400
    people = People(tmp_path / "profiles", PracticePersonalData(tmp_path / "practice.sqlite3"))
    with pytest.raises((BadInput, StorageError)):
        people.import_(text_of(told))


@pytest.mark.parametrize("odd", ["1" + "0" * 400, "-1" + "0" * 400, "1e999", "-1e999", "NaN", "true", "null"])
def test_times_of_an_event_that_are_none(odd: str) -> None:
    """Another of the fuzzer's: an integer beyond every float was an OverflowError."""
    from companion.events import EventError, Phrase
    from companion.events.codec import decode, encode

    whole = encode(Phrase(onset=1.5, decided=2.5, text="win", kind="speech", words=(("win", 1.25, 2.25),)))
    for number in ("1.5", "2.5", "1.25", "2.25"):
        with pytest.raises(EventError):
            decode(whole.replace(number, odd, 1))
