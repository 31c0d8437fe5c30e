"""The measure of sentences counts what somebody reads, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scripts import script

PROSE = script(Path(__file__).resolve().parents[2] / "tools" / "check_prose.py")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One two three. Four five six seven.", [3, 4]),
        ("A line that\ngoes on here.\n\nNext one is short.", [6, 4]),
        ("# A heading that is long\n\n    code that is indented\n\n![a picture of it](x.png)\n", []),
        ("```python\nx = 1 + 2 + 3\n```\nSee [the page of it](there.md) now.", [6]),
        ("- first of the points\n- second of them all\n1. third one of them", [4, 4, 4]),
        ("| a cell that is read | x |\n|---|---|\n", []),
    ],
)
def test_sentences_of_running_text(text: str, expected: list[int]) -> None:
    assert [len(s.split()) for s in PROSE.sentences(text)[0]] == expected


def test_a_long_sentence_is_a_fault_in_text_and_in_tables() -> None:
    assert PROSE.faults("x.md", "word " * 34 + "word.")[1] == ["x.md: 35.0 words a sentence (18)"]
    assert len(PROSE.faults("x.md", f"Short one here. Short two here. {'word ' * 36}.")[1]) == 1
    assert len(PROSE.faults("x.md", f"| {'word ' * 36} | b |")[1]) == 1
    assert PROSE.faults("x.md", f"| {'word ' * 30} | b |")[1] == []
