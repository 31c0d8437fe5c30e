"""``evaluate sounds``, ``watch --mic`` and ``enrol --sounds`` as commands, on files; and what they say of bad input."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import numpy as np
import pytest
import soundfile

from companion.errors import BadInput
from companion.senses.sounds.settings import RATE
from measure.evaluate.sounds import Result, Row, active_of, at_false_alarms, figures, index
from measure.evaluate.sounds_minutes import evaluate as minutes
from models.training.voices import perform
from tests import starter


def companion(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return starter.run(*arguments, env={**os.environ, "COMPANION_DATA_FOLDER": str(folder)})


def clip(folder: Path, name: str, label: str, seed: int) -> Path:
    """Return a performance in a faintly noisy room, as a file."""
    sound = perform(label, seed).samples * 0.5
    quiet = np.zeros(RATE // 2)
    whole = np.concatenate([quiet, sound, quiet])
    path = folder / name
    soundfile.write(path, whole + np.random.default_rng(seed).standard_normal(len(whole)) * 1e-3, RATE)
    return path


@pytest.fixture
def small(tmp_path: Path) -> Path:
    rows = ["file,label,note"]
    for i, (name, label, seed) in enumerate(
        [
            ("cow", "cow", 500),
            ("sheep", "lamb", 500),
            ("seal", "seal", 502),
            ("other", "speech", 7),
            ("other", "table", 0),
        ]
    ):
        if label == "table":
            soundfile.write(tmp_path / f"{i}.wav", np.zeros(RATE), RATE)
        else:
            clip(tmp_path, f"{i}.flac", label, seed)
        rows.append(f"{i}.{'wav' if label == 'table' else 'flac'},{name},")
    (tmp_path / "index.csv").write_text("\n".join(rows) + "\n", "utf-8")
    return tmp_path / "index.csv"


def test_the_command_gives_the_figures_as_json(small: Path) -> None:
    done = companion("evaluate", "sounds", str(small), "--set", "C", "--json", folder=small.parent)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["classes"]["cow"]["clips"] == 1
    assert found["classes"]["seal"]["clips"] == 1
    assert set(found["classes"]) == {"cow", "seal"}
    assert found["false"]["clips"] == 3, "a lamb is a negative while set C is in play"
    assert 0 <= found["macro_recall"] <= 1
    assert found["false"]["accepted"] <= found["false"]["clips"]


def test_the_command_gives_every_set_with_only_its_signals_active(small: Path) -> None:
    done = companion("evaluate", "sounds", str(small), "--json", folder=small.parent)
    assert done.returncode == 0, done.stderr
    sets = json.loads(done.stdout)["sets"]
    assert set(sets) == {"A", "C", "D"}
    for entry in sets.values():
        assert set(entry) == {"macro_recall", "macro_recall_at_1_percent", "classes", "false"}
    assert {name: set(entry["classes"]) for name, entry in sets.items()} == {
        "A": {"lamb"},
        "C": {"cow", "seal"},
        "D": set(),
    }
    assert [sets[name]["false"]["clips"] for name in "ACD"] == [4, 3, 5], "a signal of another set is a negative"
    assert sets["D"]["macro_recall"] is sets["D"]["macro_recall_at_1_percent"] is None
    alone = json.loads(companion("evaluate", "sounds", str(small), "--set", "C", "--json", folder=small.parent).stdout)
    for name, entry in sets["C"]["classes"].items():
        assert entry["recall"] == alone["classes"][name]["recall"]
        assert entry["recall_at_1_percent"] == alone["at_1_percent"]["recall"][name]
    assert sets["C"]["false"] == alone["false"]


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("evaluate", "sounds", "none.csv"), 2, "there is no index none.csv"),
        (("evaluate", "sounds", "{index}", "--set", "B"), 2, "no set 'B' with sounds"),
        (("evaluate", "enrolment", "none"), 2, "none is no folder"),
        (("watch", "--mic", "none.wav"), 2, "there is no file none.wav"),
        (("watch",), 2, "nothing to watch"),
        (("enrol", "Ann", "--mic", "0"), 2, "--mic, --takes and --wild are for sounds"),
        (("enrol", "Ann", "--sounds", "--takes", "none"), 2, "none is no folder"),
        (("enrol", "Ann", "--sounds", "--mic", "none.ogg"), 2, "there is no file none.ogg"),
    ],
)
def test_bad_input_is_one_sentence(small: Path, arguments: tuple[str, ...], code: int, says: str) -> None:
    done = companion(*(a.replace("{index}", str(small)) for a in arguments), folder=small.parent)
    assert done.returncode == code
    assert says in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_enrol_from_files_and_watch_a_file(tmp_path: Path) -> None:
    takes = tmp_path / "takes"
    takes.mkdir()
    for name, seed in (("cow", 500), ("seal", 502)):
        for i in range(3):
            clip(takes, f"{name}_{i}.wav", name, seed)
    clip(takes, "talk_0.wav", "speech", 9)
    done = companion("enrol", "Ann", "--sounds", "--takes", str(takes), folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Kept for Ann: cow (3), seal (3)" in done.stdout
    assert not list((tmp_path / "profiles").glob("*.wav")), "no sound is stored"
    heard = companion("watch", "--mic", str(clip(tmp_path, "play.wav", "seal", 502)), "--set", "C", folder=tmp_path)
    assert heard.returncode == 0, heard.stderr
    assert "Ann: seal on" in heard.stdout


def test_index_errors(tmp_path: Path) -> None:
    bad = tmp_path / "bad.csv"
    bad.write_text("name,kind\na.wav,cow\n", "utf-8")
    with pytest.raises(BadInput, match="no columns file and label"):
        index(bad)
    bad.write_text("file,label\n", "utf-8")
    with pytest.raises(BadInput, match="lists no clips"):
        index(bad)
    bad.write_bytes(b"\xff\xfe\x00\x01file")
    with pytest.raises(BadInput, match="no CSV"):
        index(bad)
    with pytest.raises(BadInput, match="give A, C or D"):
        active_of("E")


def test_figures_count_what_they_say() -> None:
    def result(signal: str | None, told: str | None, score: float) -> Result:
        row = Row(Path("x"), signal or "other", signal)
        best = {"cow": -5.0, "seal": -5.0, **({told: score} if told else {})}
        return Result(row, 30.0, ((told, 0.0, 0.5),) if told and score > 0 else (), best)

    results = [
        result("cow", "cow", 2),
        result("cow", "seal", 1),
        result("seal", "seal", 3),
        result(None, "cow", 1.5),
        result(None, None, 0),
    ]
    found = figures(results, ("cow", "seal"))
    assert found["classes"]["cow"] == {"clips": 2, "recall": 0.5, "taken_for_another": 1}
    assert found["macro_recall"] == 0.75
    assert found["false"] == {"clips": 2, "accepted": 1, "signals": 1, "minutes": 1.0}
    strict = at_false_alarms(results, ("cow", "seal"), 0.01)
    assert strict["threshold"] == 1.5
    assert strict["recall"] == {"cow": 0.5, "seal": 1.0}


def test_false_signals_are_counted_over_minutes_on_end(tmp_path: Path) -> None:
    """Moos that an index calls no signal are told as cows in every evening; talk alone is not."""
    for folder, label, seeds in (("moos", "cow", (501, 503)), ("talk", "speech", (7, 8))):
        (tmp_path / folder).mkdir()
        for seed in seeds:
            clip(tmp_path / folder, f"{seed}.flac", label, seed)
    rows = {folder: [f"{folder}/{p.name},other" for p in (tmp_path / folder).iterdir()] for folder in ("moos", "talk")}
    (tmp_path / "all.csv").write_text("\n".join(["file,label", *rows["moos"], *rows["talk"]]), "utf-8")
    (tmp_path / "talk.csv").write_text("\n".join(["file,label", *rows["talk"]]), "utf-8")
    found = minutes(tmp_path / "all.csv", "C", 0.5)
    assert found["by_name"].get("cow", 0) >= 3
    assert found["false"] == len(found["told"]) == sum(found["by_sound"].values())
    assert all("moos" in sound for _, name, sound in found["told"] if name == "cow")
    assert minutes(tmp_path / "all.csv", "C", 0.5) == found
    assert minutes(tmp_path / "talk.csv", "C", 0.5)["by_name"].get("cow", 0) == 0
    (tmp_path / "cows.csv").write_text("file,label\nmoos/501.flac,cow\n", "utf-8")
    with pytest.raises(BadInput, match="nothing to be silent about"):
        minutes(tmp_path / "cows.csv", "C", 0.5)


def test_shared_recordings_give_few_false_signals(shared: Path) -> None:
    """Real recordings that were kept from training: talk, sneezes, dogs, babies, weather. About five minutes."""
    from measure.evaluate.sounds import run
    from models.training.voices.recordings import load

    held = [r for r in load(shared / "data/sounds") if r.held and not r.group.startswith("voices")]
    rows = [Row(shared / "data/sounds" / r.file, r.label, None) for r in held]
    found = figures(run(rows, active_of("A")), active_of("A"))["false"]
    assert found["clips"] >= 50
    assert found["accepted"] <= 0.05 * found["clips"]
