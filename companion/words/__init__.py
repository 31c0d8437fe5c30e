"""Turns facts into sentences, in each language that has a folder here (see ``messages``)."""

from companion.words.messages import Language, languages, page_words, say, term, words

__all__ = ["Language", "languages", "page_words", "say", "term", "words"]
