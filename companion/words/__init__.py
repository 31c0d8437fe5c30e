"""Facts in words: English and German, from ``en.toml`` and ``de.toml``. See ``render``."""

from companion.words.render import LANGUAGES, Language, page_words, say, term, words

__all__ = ["LANGUAGES", "Language", "page_words", "say", "term", "words"]
