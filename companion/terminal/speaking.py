"""Which language a command speaks, and the errors that end it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from companion.errors import BadInput, CompanionError
from companion.words import Language


def language_of(lang: str | None, environment: Mapping[str, str] | None = None) -> Language:
    """As ``--lang`` said, else COMPANION_LANG, else this machine's language, else English. Raises BadInput for another
    one after ``--lang``."""
    if lang is not None:
        if lang.casefold() not in ("en", "de"):
            raise BadInput("options.no-language", given=lang)
        return "de" if lang.casefold() == "de" else "en"
    known = os.environ if environment is None else environment
    named = next((known[k] for k in ("COMPANION_LANG", "LC_ALL", "LC_MESSAGES", "LANG") if known.get(k)), "")
    return "de" if named.casefold().startswith("de") else "en"


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Errors that leave this block are said in ``language`` by the command line."""
    try:
        yield
    except CompanionError as error:
        error.language = language
        raise
