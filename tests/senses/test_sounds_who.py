"""Whose sound was it: mouths that move with the sound, beside it, and not at all; composed from real face clips."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from companion.events import Signal
from companion.senses.sounds.attribution import Attribution
from companion.sitting.microphone_station import MicrophoneStation
from companion.sitting.mouths import Mouth, Mouths
from companion.sitting.requests import ListenFor
from companion.sources.audio_files import AudioFile


def table(**mouths: object) -> Attribution:
    """Return a second of sound at 10 s; each player's gap as a function of time."""
    found = Attribution()
    rng = np.random.default_rng(4)
    for k in range(250):
        t = 9.0 + k / 100
        found.level(t, (-20.0 if (t * 4) % 1 < 0.5 else -45.0) if 10 <= t <= 11 else -60.0)
    for k in range(60):
        t = 9.0 + k / 25
        for player, gap in mouths.items():
            found.mouth(player, t, (gap(t) + rng.normal(0, 0.002), 0.6, 1.1))  # type: ignore[operator]
    return found


def still(t: float) -> float:
    return 0.02


def with_sound(t: float) -> float:
    return 0.25 if 10 <= t <= 11 and (t * 4) % 1 < 0.5 else 0.03


def before(t: float) -> float:
    return 0.3 * abs(np.sin(8 * t)) if t < 9.6 else 0.02


def test_the_mouth_that_moved_is_the_one() -> None:
    assert table(Ann=still, Ben=with_sound, Cleo=before).who(10.0, 11.0).player == "Ben"


def test_nobody_moved_or_two_did() -> None:
    assert table(Ann=still, Ben=still).who(10.0, 11.0).candidates == ()
    both = table(Ann=with_sound, Ben=with_sound).who(10.0, 11.0)
    assert both.player is None
    assert set(both.candidates) == {"Ann", "Ben"}


def test_a_mouth_that_fits_worse_but_moved_is_asked_about() -> None:
    """Ben talks on while Ann makes the sound: the fit of two moving mouths does not tell whose it was."""

    def murmur(t: float) -> float:
        return 0.06 + 0.08 * abs(np.sin(6 * t))

    found = table(Ann=with_sound, Ben=murmur, Cleo=still).who(10.0, 11.0)
    assert found.scores["Ann"] > 1.5 * found.scores["Ben"], "clear by the fit alone"
    assert found.player is None
    assert set(found.candidates) == {"Ann", "Ben"}


def test_out_of_view_is_no_evidence() -> None:
    found = table(Ann=still)
    signal = Signal(onset=10.0, decided=11.0, name="cow", phase="on", player="Ben")
    assert found.give(signal).player == "Ben"
    assert found.give(Signal(onset=10.0, decided=11.0, name="cow", phase="on")).player is None
    moved = table(Ann=with_sound, Ben=still).give(signal)
    assert moved.player == "Ann"


def test_nothing_grows_over_time() -> None:
    found = Attribution()
    for k in range(100_000):
        found.level(k / 100, -50.0)
        if k % 4 == 0:
            found.mouth("Ann", k / 100, (0.1, 0.5, 1.0))
    assert len(found._levels) < 700
    assert len(found._mouths["Ann"]) < 200


def test_without_faces_it_stays_unknown() -> None:
    found = Attribution().give(Signal(onset=1.0, decided=2.0, name="cow", phase="on"))
    assert found.player is None
    assert found.evidence["candidates"] == []


def test_composed_cases_from_real_faces(shared: Path) -> None:
    """Real faces two by two, with a sound laid under the span in which one mouth moves."""
    from measure.evaluate.sounds_who import clip_mouths, evaluate, spans

    files = {"d0.mp4", "d9.mp4", "d18.mp4", "grid_swiz3n.mpg", "grid_sbia1a.mpg", "grid_sbwe5n.mpg"}
    found = spans(shared / "data/faces/labels.csv", lambda path: clip_mouths(path) if path.name in files else [])
    result = evaluate(found)
    assert result["one_moves"]["cases"] >= 10
    assert result["one_moves"]["right"] >= 0.9 * result["one_moves"]["cases"]
    assert result["one_moves"]["wrong"] == 0
    assert result["none_moves"]["unknown"] == result["none_moves"]["cases"] >= 2
    assert result["both_move"]["wrong"] < 0.02 * result["both_move"]["cases"]


def heard(path: Path, active: Sequence[str], mouths: Callable[[float], list[Mouth]]) -> list[Signal]:
    """Return the signals that begin when the file is a match's microphone and these mouths are in view."""
    seen = Mouths()
    source = AudioFile(path)
    station = MicrophoneStation(source, [], seen)
    station.answer(ListenFor(tuple(active)))
    told: list[Signal] = []
    seen.put(station, mouths(0.0))
    for chunk in source.chunks():
        batch = station.feed(chunk)
        seen.put(station, mouths(batch.t))
        told += [e for e in batch.events if isinstance(e, Signal) and e.phase == "on"]
    told += [e for e in station.finish().events if isinstance(e, Signal) and e.phase == "on"]
    source.close()
    return told


def test_a_table_hears_the_hands_own_signals_and_whose_mouth_moved(tmp_path: Path) -> None:
    """A file as the microphone of a match: only the active set is told, and a moving mouth gives the player."""
    import soundfile

    from companion.senses.sounds.settings import NOISE_SETS, RATE
    from models.training.voices import perform

    rng = np.random.default_rng(0)
    cow, quiet = perform("cow", 503), np.zeros(RATE)
    sound = np.concatenate([quiet, cow.samples * 0.5, quiet])
    path = tmp_path / "table.wav"
    soundfile.write(path, sound + rng.standard_normal(len(sound)) * 1e-3, RATE)

    def mouths(t: float) -> list[Mouth]:
        gap = 0.2 * abs(np.sin(12 * t)) if t >= 1.0 + cow.onset - 0.1 else 0.02
        return [("Ann", t, (0.02, 0.6, 1.1)), ("Ben", t, (gap, 0.6, 1.1 + gap / 2))]

    for active, expected in ((NOISE_SETS["C"], [("cow", "Ben")]), (NOISE_SETS["A"], []), (("sour", "grin"), [])):
        on = [(e.name, e.player) for e in heard(path, active, mouths)]
        assert on == expected


def joined(path: Path, mouths_move: Callable[[float], tuple[bool, bool]]) -> list[Signal]:
    """Return what a table hears of the file while Ann's and Ben's mouths move or rest."""
    from companion.senses.sounds.settings import NOISE_SETS

    def mouths(t: float) -> list[Mouth]:
        gaps = [0.2 * abs(np.sin(12 * t)) if moves else 0.02 for moves in mouths_move(t)]
        return [(name, t, (gap, 0.6, 1.1 + gap / 2)) for name, gap in zip(("Ann", "Ben"), gaps, strict=True)]

    return heard(path, NOISE_SETS["C"], mouths)


def test_a_second_player_who_joins_in_is_asked_about(tmp_path: Path) -> None:
    """Two barks like a seal's half a second apart are one signal to the microphone; the second mouth gives it away."""
    import soundfile

    from companion.senses.sounds.settings import RATE
    from models.training.voices import perform

    rng = np.random.default_rng(0)
    seal, quiet = perform("seal", 503), np.zeros(RATE)
    first = seal.samples[: int((seal.onset + 0.75) * RATE)]
    sound = np.concatenate([quiet, first * 0.5, first * 0.5, quiet])
    path = tmp_path / "two.wav"
    soundfile.write(path, sound + rng.standard_normal(len(sound)) * 1e-3, RATE)
    begins, second = 1.0 + seal.onset - 0.1, 1.0 + len(first) / RATE + seal.onset - 0.1
    told = joined(path, lambda t: (begins <= t < second, t >= second))
    assert [(e.name, e.player) for e in told] == [("seal", "Ann"), ("seal", None)]
    assert told[1].evidence["candidates"] == ["Ben"]
    assert told[1].evidence["beside"] == "Ann"
    assert abs(told[1].onset - second - 0.1) < 0.25
    assert [e.player for e in joined(path, lambda t: (t >= begins, False))] == ["Ann"], "one who barks on is one"
    assert len(joined(path, lambda t: (t >= begins, t >= second))) == 1, "both mouths move: they cannot be told"


def open_between(*players: str) -> Signal:
    """Return a noise that takes leave open between some players."""
    return Signal(
        onset=10.0,
        decided=11.0,
        confidence=0.9,
        source="table",
        player=None,
        name="cow",
        phase="on",
        evidence={"by": "takes", "candidates": list(players)},
    )


def test_where_takes_leave_it_open_the_mouth_of_one_of_them_decides() -> None:
    """Ann's and Dan's cows are alike, Ben talks on: both Dan's and Ben's mouth moved, but Ben's takes do not fit."""
    given = table(Ann=still, Ben=with_sound, Dan=with_sound).give(open_between("Ann", "Dan"))
    assert given.player == "Dan"
    assert given.evidence["candidates"] == ["Dan"]


def test_who_is_out_of_view_stays_possible_and_disagreement_is_asked_about() -> None:
    given = table(Ann=still, Ben=with_sound).give(open_between("Ann", "Dan"))
    assert given.player == "Dan", "Ann was seen and did not move"
    given = table(Ann=still, Dan=still, Ben=with_sound).give(open_between("Ann", "Dan"))
    assert given.player is None
    assert set(given.evidence["candidates"]) == {"Ann", "Dan", "Ben"}  # type: ignore[call-overload]
