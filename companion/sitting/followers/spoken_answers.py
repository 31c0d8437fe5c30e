"""Follower for answers and commands by voice: what was heard is shown on a card for a moment before it is given.

How long it is shown (``shown``) or asked about (``asked``) is set in the speech settings. Speech is judged in the
microphone's thread and then dropped; no event of it reaches the match or its log. What the match gets is the answer, as
if it had been tapped.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from companion.errors import CompanionError
from companion.events import Command, Event, Phrase, Reply, Ruling
from companion.facts import Fact, fact
from companion.observers import Observers
from companion.referee.match import ANSWER_COMMAND
from companion.referee.questions import Question
from companion.senses.speech.settings import SpeechSettings
from companion.sitting.answer_grammar import (
    MOVES_OPTION,
    SpokenOption,
    SpokenPrompt,
    move_prompt,
    prompt_of,
    with_confirmation,
)
from companion.sitting.follower import Follower
from companion.sitting.followers.spoken_commands import SpokenCommands
from companion.sitting.microphone_station import MicrophoneStation
from companion.sitting.requests import ExpectAnswers, Request
from companion.sitting.sitting import Sitting
from companion.words import Language

VOICE_SOURCE: Final = "voice"
CONFIRM, DISMISS = "confirm", "dismiss"
_ONE_SAYING_S = 0.8  # seconds within which two microphones' reports count as one utterance


@dataclass(frozen=True, slots=True)
class HeardOnCard:
    """An answer that was heard and is shown on a card, until it is given or dropped.

    Attributes:
        prompt: The prompt that it answers.
        options: The option that was heard, or two of which one was meant.
        log_odds: Log-odds of the first option.
        sure: True if the first option will be given at ``until``; False if it must be confirmed.
        at: When it was heard, seconds of the match.
        until: When it is given or dropped, seconds of the match.
    """

    prompt: SpokenPrompt
    options: tuple[SpokenOption, ...]
    log_odds: float
    sure: bool
    at: float
    until: float

    @property
    def text(self) -> Fact:
        """The card's text, as a fact."""
        if self.sure:
            return fact("heard.taken", what=self.options[0].label)
        if len(self.options) > 1:
            return fact("heard.either", a=self.options[0].label, b=self.options[1].label)
        return fact("heard.asked", what=self.options[0].label)


class SpokenAnswers(Follower):
    """Follower that tells microphones what can be answered now and gives the answers that they hear.

    It adds the command ``misheard``. Make it before microphones are opened; speech engines are added by ``listeners``.

    Args:
        sitting: A sitting with a match.
        language: Language that people speak.
        bots: Seats of bots, whose questions are not answered by voice.
    """

    def __init__(self, sitting: Sitting, language: Language, bots: Collection[int] = ()) -> None:
        assert sitting.match is not None
        self.match, self._sitting, self._language, self._bots = sitting.match, sitting, language, bots
        self._rules = SpeechSettings.load().answers
        self.heard: HeardOnCard | None = None
        """What is on the card now; None if nothing is."""
        self.shows_pictures = False
        """Whether questions about a picture can be answered by voice, as a page shows the picture."""
        self.listeners: Observers[[MicrophoneStation]] = Observers()
        """Called with each microphone's station when it is opened, to add a speech engine."""
        self.aloud: Observers[[Fact]] = Observers()
        """Called with the reply to a spoken question."""
        self.prompt: SpokenPrompt | None = None
        self.commands = SpokenCommands(sitting, language, self.aloud, self.dismiss)
        self._step: tuple[object, ...] = ()
        sitting.words["misheard"] = self._word
        sitting.crew.on_ear.add(self._join)

    # What can be said

    def _join(self, station: MicrophoneStation) -> None:
        self.listeners(station)
        station.answer(ExpectAnswers(self._expected()))
        station.answer(self.commands.request())

    def _expected(self) -> SpokenPrompt | None:
        """Return the prompt to listen for, with "yes" and "no" added while something heard must be confirmed."""
        if self.prompt is None or self.heard is None or self.heard.sure:
            return self.prompt
        return with_confirmation(self.prompt, self.heard.options, CONFIRM, DISMISS, self._language)

    def _refresh(self) -> None:
        """Tell the microphones the current prompt if the question or the moves have changed."""
        question = self._question()
        step = (question, self.match.step, self.match.paused) if question is None else (question,)
        if step == self._step:
            return
        self._step = step
        if question is not None:
            prompt: SpokenPrompt | None = prompt_of(question, self._language, self.match.players)
        else:
            prompt = move_prompt(self.match, self._language)
        if prompt != self.prompt:
            self.prompt, self.heard = prompt, None
            self._ask(ExpectAnswers(prompt))

    def _question(self) -> Question | None:
        """Return the first open question that can be shown; None if there is none or if it is a bot's."""
        asked = (q for q in self._sitting.questions() if not q.picture or self.shows_pictures)
        question = next(asked, None)
        return None if question is None or question.to in self._bots else question

    def _ask(self, request: Request) -> None:
        self._sitting.crew.ask(self._sitting.crew.ears(), request)

    # What was heard

    def holds(self, event: Event) -> bool:
        """Act on a spoken answer or command and return True, to keep it out of the match.

        For all other events, return False.
        """
        if not isinstance(event, Phrase) or event.kind not in ("answer", "command"):
            return False
        if event.kind == "command":
            self.commands.do(event)
        else:
            self._on_answer_heard(event)
        return True

    def _on_answer_heard(self, event: Phrase) -> None:
        self._refresh()
        prompt, before = self.prompt, self.heard
        if prompt is None or event.slots.get("prompt") != prompt.id:
            return
        said = event.slots["option"]
        if before is not None and not before.sure and said in (CONFIRM, DISMISS):
            self._on_confirmation(before, said == CONFIRM, event.decided)
            return
        found = (prompt.option(name) for name in (said, event.slots.get("or", "")))
        options = tuple(option for option in found if option is not None)
        if not options or self._is_same_saying(event):
            return
        if self._may_say(event):
            self._show(self._weigh(event, prompt, options))
        else:
            self._sitting.tell("refused", why=fact("question.others"))

    def _is_same_saying(self, event: Phrase) -> bool:
        """Return True if this is another microphone's report of the answer on the card, which is sure to be given."""
        before = self.heard
        return before is not None and before.sure and event.onset - before.at < _ONE_SAYING_S

    def _weigh(self, event: Phrase, prompt: SpokenPrompt, options: tuple[SpokenOption, ...]) -> HeardOnCard:
        """Return what the card shows for a heard answer; saying an option again makes it surer."""
        odds, sure, before = float(event.slots.get("odds", 0.0)), event.slots.get("sure") == "yes", self.heard
        again = before is not None and event.onset - before.at >= _ONE_SAYING_S
        if before is not None and again and options[0].id in [option.id for option in before.options]:
            sure = sure or len(options) == 1 or odds + before.log_odds >= self._rules["take"]
            options = options[:1] if sure else options
        until = event.decided + self._rules["shown" if sure else "asked"]
        return HeardOnCard(prompt, options, odds, sure, event.onset, until)

    def _on_confirmation(self, before: HeardOnCard, confirmed: bool, at: float) -> None:
        if confirmed and len(before.options) == 1:
            self._count(before, at)
        elif not confirmed:
            self.dismiss()

    def _may_say(self, event: Phrase) -> bool:
        """Return True unless the speaker is known and the question is to another seat."""
        question, seat = self._question(), self.match.seat(event.player)
        return question is None or seat is None or not isinstance(question.to, int) or question.to == seat

    def _show(self, heard: HeardOnCard) -> None:
        self.heard = heard
        self._sitting.tell("told", what=heard.text)
        self._ask(ExpectAnswers(self._expected()))

    def dismiss(self) -> bool:
        """Drop what is on the card, as it was misheard. Return True if something was there."""
        had, self.heard = self.heard is not None, None
        if had:
            self._ask(ExpectAnswers(self._expected()))
        return had

    def _word(self, rest: str, event: Command) -> Fact | None:
        return fact("heard.dismissed") if self.dismiss() else fact("heard.nothing")

    # What counts

    def follow(self, event: Event, rulings: Sequence[Ruling], raw_event: Event) -> Iterable[Event]:
        self._refresh()
        if rulings and (request := self.commands.changed()) is not None:
            self._ask(request)
        return ()

    def tick(self, now: float) -> Iterable[Event]:
        self._refresh()
        heard = self.heard
        if heard is not None and now >= heard.until:
            if heard.sure:
                self._count(heard, now)
            else:
                self.dismiss()
        return ()

    def _count(self, heard: HeardOnCard, at: float) -> None:
        """Give the answer that is on the card, as if it were tapped at time ``at`` (seconds)."""
        self.heard = None
        question, option = heard.prompt.id, heard.options[0].id
        try:
            if question.startswith(f"{MOVES_OPTION}-"):
                self._sitting.take(Command(onset=at, decided=at, source=VOICE_SOURCE, text=option))
            elif any(asked.id == question for asked in self.match.questions()):
                text, means = f"{ANSWER_COMMAND} {question} {option}", Reply(question, option)
                self._sitting.take(Command(onset=at, decided=at, source=VOICE_SOURCE, text=text, means=means))
            else:
                self._sitting.answer(question, option, source=VOICE_SOURCE)
        except CompanionError as error:
            self._sitting.refuse(error)
        self._step = ()
        self._refresh()
