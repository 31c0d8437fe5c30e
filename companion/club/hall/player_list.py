"""Reader of player lists: text with one name per line, or a spreadsheet saved as CSV."""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from companion import private
from companion.errors import BadInput, system_says
from companion.facts import fact

NAME_HEADINGS: Final = frozenset(
    ("name", "names", "player", "players", "spieler", "spielerin", "nom", "noms", "joueur", "joueuse")
)
TEAM_HEADINGS: Final = frozenset(("team", "teams", "club", "verein", "mannschaft", "équipe", "equipe"))
SEPARATORS: Final = ";\t,"
MAX_FILE_BYTES: Final = 1 << 20


class ListedPlayer(NamedTuple):
    name: str
    team: str


def read_players(path: Path) -> list[ListedPlayer]:
    """Return the players listed in a file.

    A first line with headings ("Name,Team", in any of our languages) names the columns. Without headings, the team
    follows a semicolon or tab. A file that has only commas is rejected then, because a comma may be part of a name.

    Raises:
        BadInput: The file cannot be read, is not text, or has commas whose meaning is unclear.
    """
    try:
        with private.expand_user(path).open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise BadInput("tournament.no.file", path=str(path), why=system_says(error)) from None
    text = _decode(data) if len(data) <= MAX_FILE_BYTES else None
    if text is None or "\0" in text:
        raise BadInput("tournament.no.file", path=str(path), why=fact("tournament.no.text"))
    separator, headings = _layout(text)
    if separator is None:
        raise BadInput("tournament.no.commas", path=str(path))
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True))
    except csv.Error as error:
        raise BadInput("tournament.no.file", path=str(path), why=str(error)) from None
    columns = (0, 1) if headings is None else headings
    found = [ListedPlayer(_cell(row, columns[0]), _cell(row, columns[1])) for row in rows[headings is not None :]]
    return [player for player in found if player.name]


def _decode(data: bytes) -> str | None:
    """Return the text of UTF-8 or UTF-16 data (Excel's "Unicode text"); None for anything else."""
    is_wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if is_wide else "utf-8-sig").lstrip("\r\n")
    except UnicodeDecodeError:
        return None


def _layout(text: str) -> tuple[str | None, tuple[int, int] | None]:
    """Return how the lines of a list of players are divided.

    Returns:
        The separator, or None if only a comma could be one and there are no headings; and the column numbers of name
        and team, from 0, or None without headings. A missing team column is -1.
    """
    first = text.splitlines()[0] if text else ""
    for separator in SEPARATORS:
        titles = [cell.strip().strip('"').strip().casefold() for cell in first.split(separator)]
        name = next((k for k, title in enumerate(titles) if title in NAME_HEADINGS), None)
        if name is not None:
            return separator, (name, next((k for k, title in enumerate(titles) if title in TEAM_HEADINGS), -1))
    separator = next((sign for sign in SEPARATORS if sign in text), ";")
    return (None if separator == "," else separator), None


def _cell(row: Sequence[str], column: int) -> str:
    return " ".join(row[column].split()) if 0 <= column < len(row) else ""
