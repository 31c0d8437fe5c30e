"""``evaluate evening``: plays stand out of the rest, what is told is counted as found or false, kept parts are read."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import numpy as np

from companion.events import Phrase, Signal
from companion.senses.sounds.settings import RATE
from companion.sources.audio import Samples
from measure.evaluate.evening import Counts, Table, Told, counted, evaluate
from measure.evaluate.evening_sound import Part, drawn, part
from measure.evaluate.warmup_family import Played
from tests.needs import needs


def signal(name: str, player: str | None, t: float) -> Signal:
    return Signal(
        onset=t,
        decided=t + 0.6,
        confidence=0.9,
        source="table",
        player=player,
        name=name,
        phase="on",
        evidence={"by": "takes" if player else "hint"},
    )


def shout(t: float) -> Phrase:
    return Phrase(onset=t, decided=t + 0.7, confidence=0.9, source="table", text="face_off", kind="shout")


class Whistler:
    def make(self, name: str) -> Samples:
        return np.sin(np.arange(RATE // 2) * 0.5).astype(np.float32)


@needs("flite")
def test_plays_stand_out_of_the_rest() -> None:
    rng = np.random.default_rng(3)
    kinds = {"things": [rng.standard_normal(3 * RATE).astype(np.float32)]}
    players = {name: Whistler() for name in ("Ann", "Ben")}
    sound = part(rng, kinds, 40.0, players, ("cow",), trades=3, wins=1)
    assert len(sound.samples) == 40 * RATE
    assert (len(sound.trades), len(sound.wins)) == (3, 1)
    assert {label for _, _, label in sound.clips} == {"things"}
    for trade in sound.trades:
        assert {trade.one[0], trade.other[0]} == {"Ann", "Ben"}
        at = int(trade.one[1] * RATE)
        during, before = sound.samples[at : at + RATE // 2], sound.samples[at - RATE // 5 : at]
        assert np.sqrt(np.mean(during**2)) > 4 * np.sqrt(np.mean(before**2)), (
            "15 dB and more, less what is still ringing"
        )


def test_each_kind_has_its_share_of_the_clips() -> None:
    silence = [np.zeros(10, np.float32)]
    kinds = ["talk", "television", "laughter", "things", "music", "calls"]
    labels = [label for label, _ in drawn(np.random.default_rng(1), dict.fromkeys(kinds, silence))]
    assert labels.count("talk") == 3 * labels.count("laughter")
    assert labels.count("music") == labels.count("calls") > 0


def test_two_who_make_one_noise_trade_and_a_shout_asks_once() -> None:
    told = Told()
    table = Table("C", told)
    table.hear(10.7, [signal("cow", "Ann", 10.0)])
    table.hear(11.6, [signal("cow", "Ben", 11.0)])
    table.hear(20.0, [])
    assert [ruling.action.rpartition("Table: ")[2] for ruling in told.trades] == ["trade Ann Ben"]
    table.hear(30.7, [shout(30.0)])
    table.hear(31.0, [])
    assert [code for _, code in told.questions] == ["who-won"], "it is answered, and asked no more"


def test_what_is_told_is_found_or_false() -> None:
    clips = ((0.0, 200.0, "talk"), (49.0, 52.0, "laughter"))
    meant = [Played("cow", ("Ann", 10.0), ("Ben", 11.0)), Played("seal", ("Ann", 80.0), ("Ben", 81.0))]
    sound = Part(np.zeros(120 * RATE, np.float32), clips, meant, [30.0, 100.0])
    told = Told(
        shouts=[shout(30.1), shout(60.0)],
        signals=[signal("cow", "Ann", 10.0), signal("cow", "Ben", 11.0), signal("cow", "Ann", 50.0)],
        hints=[signal("monkey", None, 50.2)],
        questions=[(30.8, "who-won"), (60.8, "who-won"), (82.0, "whose-sound")],
    )
    found = counted(sound, told)
    assert (found.minutes, found.trades, found.named, found.ruled, found.asked) == (2.0, 2, 1, 0, 1)
    assert (found.wins, found.found) == (2, 1)
    assert found.false == {
        "shout shout: talk": 1,
        "noise cow: laughter + talk": 1,
        "hint monkey: laughter + talk": 1,
        "question who-won: talk": 1,
    }
    assert found.an_hour("shout") == 30.0
    assert found.as_json()["false_an_hour"]["hint"] == 30.0


def test_parts_that_were_kept_are_not_heard_again(tmp_path: Path) -> None:
    kept, one = tmp_path / "parts.jsonl", Counts(1.0, {"hint pig: talk": 1}, trades=6, ruled=5, wins=1, found=1)
    kept.write_text("".join(json.dumps([f"1 1 1 {k}", asdict(one)]) + "\n" for k in range(2)), "utf-8")
    found = evaluate(tmp_path / "nowhere", minutes=2, each=1, plays=True, kept=kept)
    assert (found["minutes"], found["trades"], found["ruled"], found["found"]) == (2.0, 12, 10, 2)
    assert found["false"] == {"hint pig: talk": 2}
