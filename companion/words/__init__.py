"""Facts in words, in each language that has a folder here. See ``folders`` and ``messages``."""

from companion.words.folders import Language, languages
from companion.words.messages import page_words, say, term, words

__all__ = ["Language", "languages", "page_words", "say", "term", "words"]
