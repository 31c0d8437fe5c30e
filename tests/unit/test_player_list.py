"""A list of players as people save it: lines, CSV with headings, Excel's UTF-16; and what is asked about instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.club.hall.player_list import read_players
from companion.errors import BadInput

TEAMS = [("Ann", "Red"), ("Zoë", ""), ("Ben B.", "Blue, dark")]


@pytest.mark.parametrize(
    "text",
    [
        "Ann;Red\nZoë\n\n Ben  B. ; Blue, dark\n",
        'Name,Team\r\nAnn,Red\r\nZoë,\r\nBen B.,"Blue, dark"\r\n',
        'Mannschaft;Spieler;Jahr\nRed;Ann;9\n;Zoë;\n"Blue, dark";Ben B.\n',
        "Équipe\tNom\nRed\tAnn\n\tZoë\nBlue, dark\tBen B.\n",
        "Ann\tRed\nZoë\nBen B.\tBlue, dark\n",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be"])
def test_a_list_is_read_as_it_is_meant(text: str, encoding: str, tmp_path: Path) -> None:
    data = text.encode(encoding)
    (tmp_path / "names").write_bytes(b"\xfe\xff" + data if encoding == "utf-16-be" else data)
    assert read_players(tmp_path / "names") == TEAMS


def test_one_heading_alone_is_no_player(tmp_path: Path) -> None:
    (tmp_path / "names").write_text("Name\nAnn\nBen\n", "utf-8")
    assert [player.name for player in read_players(tmp_path / "names")] == ["Ann", "Ben"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"Ann,Red\nBen,Blue\n", "tournament.no.commas"),
        ("Zoë\n".encode("latin-1"), "tournament.no.file"),
        ("Ann\n".encode("utf-16-le"), "tournament.no.file"),
        (b"\xff\xfeA", "tournament.no.file"),
        (b'Name,Team\nAnn,"Red\n', "tournament.no.file"),
        (b"PK\x03\x04\x00\x00", "tournament.no.file"),
        (b"A\n" * (1 << 20), "tournament.no.file"),
    ],
)
def test_what_is_unclear_is_said_before_anything_is_written(data: bytes, code: str, tmp_path: Path) -> None:
    (tmp_path / "names").write_bytes(data)
    with pytest.raises(BadInput) as refused:
        read_players(tmp_path / "names")
    assert refused.value.fact.code == code
    assert str(tmp_path) in str(refused.value)


BUGS = Path(__file__).parents[2] / ".." / "shared" / "data" / "bugs"


@pytest.mark.skipif(not BUGS.is_dir(), reason="the reported files are not in this checkout")
def test_the_reported_lists_are_read() -> None:
    """A heading and a comma inside a name; UTF-16 of a Windows editor."""
    assert read_players(BUGS / "comma.csv") == [("Ann", "Lions"), ("Müller, Ben", "Lions"), ("Cleo", "Bears")]
    assert read_players(BUGS / "utf16.txt") == [("Ann", ""), ("Björn", "Löwen"), ("Cléo", ""), ("Юля", "")]
