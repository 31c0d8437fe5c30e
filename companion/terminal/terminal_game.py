"""A game at one terminal: pass the machine round, hide each hand, let bots act, save before every prompt."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

import typer

from companion import private
from companion.errors import storing
from companion.facts import Value
from companion.rules.errors import RulesError, UnknownAction
from companion.rules.history import History
from companion.rules.playout import random_player, sensible_player
from companion.rules.protocol import CHANCE, TABLE, Actor
from companion.terminal.rules_view import render, scores_of
from companion.words import Language, say
from companion.words.typed_words import canonical

MAX_LISTED: Final = 24  # actions that the help lists
REPEATED_LINES: Final = 8  # latest lines that are printed again after the screen was cleared


class Quit(Exception):
    """Error raised to end the game because somebody typed quit or the input ended."""


class TerminalGame:
    """One game of people at this terminal.

    Args:
        history: The game so far.
        humans: Names of the people; bots play for all other names.
        save: File for the game record; None to save nothing.
        language: Language of what is printed.
    """

    def __init__(self, history: History, humans: list[str], save: Path | None, language: Language) -> None:
        self.history = history
        self.game = history.game
        self.names = history.options.players
        self.humans = [seat for seat, name in enumerate(self.names) if name in humans]
        self.save = save
        self.language = language
        self.random = Random(history.seed + len(history.taken))
        self.shown: Actor | None = None  # the player whose cards may be on the screen
        self.told: list[str] = []

    def run(self) -> None:
        """Play until the game is over or somebody quits; the game is saved in any case."""
        self._save()  # so that a path that cannot be written is reported at once
        try:
            while self.game.outcome(self.history.state) is None:
                self._turn()
        except Quit:
            self._say("play.saved" if self.save else "play.lost", path=str(self.save))
            return
        finally:
            self._save()
        end = self.game.outcome(self.history.state)
        assert end is not None
        self._say("play.over", scores=scores_of(self.names, end.scores), winners=[self.names[w] for w in end.winners])

    def _turn(self) -> None:
        actors = self.game.actors(self.history.state)
        people = [a for a in actors if a in self.humans or (a == TABLE and self.humans)]
        if CHANCE in actors:
            self._apply(CHANCE, self.game.draw(self.history.state))
        elif not people:
            self._play_others(actors)
        elif len(people) == 1 or people == [people[0], TABLE]:
            self._ask(people[0], tuple(a for a in actors if a != people[0]))
        else:
            self._choose(actors, people)

    def _choose(self, actors: tuple[Actor, ...], people: list[Actor]) -> None:
        """Ask which of several people acts next, and let that person act.

        On an empty line bots and the table act; if there are none, the first person does.
        """
        self._hide(TABLE)
        others = tuple(a for a in actors if a not in people or a == TABLE)
        names, first = [self._name(a) for a in people], next(a for a in people if a != TABLE)
        prompt = "play.who" if others else "play.who-of"  # if nobody else may act, Enter chooses the first of them
        text = self._read_line(say(prompt, self.language, names=names, first=self._name(first)) + " ")
        if self._common(text):
            return
        if not text and others:
            self._play_others(others)
            return
        found = self._named(people, text) if text else [first]
        if len(found) > 1:
            self._say("rules.no.several-names", text=text, names=[self._name(a) for a in found])
        elif not found:
            self._say("play.nobody", who=text, names=names)
        else:
            self._ask(found[0])

    def _named(self, people: list[Actor], text: str) -> list[Actor]:
        """Return the people with this name; if there are none, those whose names begin with the text."""
        typed = text.casefold()
        exact = [a for a in people if self._name(a).casefold() == typed]
        return exact or [a for a in people if self._name(a).casefold().startswith(typed)]

    def _play_others(self, actors: tuple[Actor, ...]) -> None:
        """Let each of these actors act once, in random order, if it still may."""
        for actor in self.random.sample(actors, len(actors)):
            state = self.history.state
            if actor not in self.game.actors(state):
                continue
            play = random_player if actor == TABLE else sensible_player
            action = play(self.history.sight(actor, Random()), self.random)
            self._apply(actor, action)

    def _ask(self, actor: Actor, other_actors: tuple[Actor, ...] = ()) -> None:
        """Show one person's cards, and ask for an action until one is accepted.

        Args:
            actor: The person.
            other_actors: Others who may act now; an empty line lets them act instead.
        """
        self._hide(actor)
        typer.echo(render(self.game.view(self.history.state, actor), self.language))
        while True:
            text = canonical(self._read_line(f"{self._name(actor)}> "), self.names, self.game.name)
            if not text and other_actors:
                self._play_others(other_actors)
                return
            if text.casefold() in ("", "help", "?"):
                self._help(actor)
                if other_actors:
                    self._say("play.wait")
            elif self._common(text):
                return
            elif text.casefold() == "undo":
                if self._undo(actor):
                    return
            elif self._act(actor, text):
                return

    def _act(self, actor: Actor, text: str) -> bool:
        """Apply a typed action; if it is refused, print why and return False."""
        try:
            self._apply(actor, self.game.parse(text, self.history.state, actor))
        except RulesError as error:
            self._print_refusal(actor, error)
            if isinstance(error, UnknownAction):
                self._say("play.words")
            return False
        return True

    def _undo(self, actor: Actor) -> bool:
        try:
            taken = self.history.undo(actor)
        except RulesError as error:
            self._print_refusal(actor, error)
            return False
        self._say("play.undone", what=self.game.format(taken.action, self.history.options))
        return True

    def _print_refusal(self, actor: Actor, error: RulesError) -> None:
        """Print why an action was refused; the reason may name the player's cards, but none if the table acted."""
        typer.echo(say(error.public if actor == TABLE else error.fact, self.language))

    def _help(self, actor: Actor) -> None:
        self._say("play.help")
        actions = list(islice(self.game.legal(self.history.state, actor), MAX_LISTED + 1))
        for action in actions[:MAX_LISTED]:
            typer.echo(f"  {self.game.format(action, self.history.options)}")
        if len(actions) > MAX_LISTED:
            self._say("play.more")

    def _common(self, text: str) -> bool:
        """Carry out a command that every prompt accepts; return False if the text is none.

        Raises:
            Quit: The text is "quit".
        """
        text = canonical(text)
        if text.casefold() in ("quit", "exit", "q"):
            raise Quit
        if text.casefold() == "score":
            typer.echo(render(self.game.view(self.history.state, TABLE), self.language))
            return True
        return False

    def _apply(self, actor: Actor, action: object) -> None:
        """Apply an action and print it; the next prompt, or the end, saves it."""
        line = say(self.game.tell(self.history.state, actor, action), self.language)
        self.history.apply(actor, action)
        self.told.append(line)
        typer.echo(line)

    def _hide(self, actor: Actor) -> None:
        """Before another person looks, clear the screen and ask for the machine to be passed on."""
        if actor == self.shown or (len(self.humans) < 2 and self.shown is not None):
            return
        before, self.shown = self.shown, actor
        if before is not None and before != TABLE and sys.stdout.isatty():
            typer.echo("\033[3J\033[2J\033[H" + "\n".join(self.told[-REPEATED_LINES:]))
        if actor != TABLE and len(self.humans) > 1:
            self._read_line(say("play.pass", self.language, who=self._name(actor)) + " ")

    def _save(self) -> None:
        """Write the game record by renaming a temporary file, so that a crash never leaves half a record.

        Raises:
            StorageError: The file cannot be written.
        """
        if self.save is None:
            return
        with storing("play.not-kept", path=str(self.save)):
            private.write(self.save, self.history.record().write().encode())

    def _read_line(self, prompt: str) -> str:
        self._save()
        try:
            return input(prompt).strip()
        except EOFError:
            typer.echo()
            raise Quit from None

    def _name(self, actor: Actor) -> str:
        return say("play.table", self.language) if actor == TABLE else str(self.names[actor])

    def _say(self, code: str, **values: Value) -> None:
        typer.echo(say(code, self.language, **values))
