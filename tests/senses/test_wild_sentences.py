"""Every sentence of a Wild Thing's lesson has its German."""

from __future__ import annotations

import inspect
import re
import string

import pytest

from companion.people.lessons import faces_wild
from companion.senses.faces.traits import ASPECTS, NAMES
from companion.senses.faces.watching import NAMES as SIGNALS
from companion.senses.sounds import wild
from companion.senses.wild_sentences import _ENTRIES, told


def said(module: object) -> list[str]:
    """Every sentence that a module can say, its values filled in."""
    source = inspect.getsource(module)  # type: ignore[arg-type]
    returned = re.findall(r'return (?:f)?"([^"]{20,})"', source)
    values = {
        "self.dealer": "Ann", "_in_words(model)": "nose, left eye", "names": "grin and tongue out",
        "problem": "the two were not alike: nose's pace differed most", "what": "nose's pace",
    }  # fmt: skip
    return [re.sub(r"\{([^}]+)\}", lambda found: values[found[1]], sentence) for sentence in returned]


def test_every_sentence_of_the_lesson_is_told_in_german() -> None:
    sentences = [*said(faces_wild), *said(wild)]
    assert len(sentences) >= 10
    for sentence in sentences:
        german = told(sentence, "de")
        assert german != sentence
        assert not re.search(r"\b(the|you|make|nose|eye|differed)\b", german), german
        assert told(sentence, "en") == sentence


def test_every_part_of_a_face_and_signal_has_a_german_name() -> None:
    for name in (*(n + aspect for n in NAMES for aspect in ASPECTS), *SIGNALS.values()):
        assert told(name, "de") != name, name


def test_names_of_players_stay() -> None:
    assert told("Grin: seen once. Rest, then make it again.", "de").startswith("Grin: einmal gesehen")
    assert told("anything else", "de") == "anything else"


@pytest.mark.parametrize("english", _ENTRIES)
def test_german_uses_the_values_of_the_english(english: str) -> None:
    def fields(text: str) -> set[str | None]:
        return {field for _, field, _, _ in string.Formatter().parse(text)} - {None}

    assert fields(_ENTRIES[english]) == fields(english)
