"""Rulings on Face Off!'s phrases: the shout, the claim in the victory speech, and "Wild thing".

Two shouts less than ``close`` seconds apart (``mixed`` seconds if one microphone heard both) are too close to say which
came first. Both numbers are set in calibration/speech.toml.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from companion.events import Phrase, Teeth
from companion.facts import Fact, fact
from companion.referee.desk import Draft, draft
from companion.referee.face_off_questions import OpenQuestions
from companion.referee.match_view import MatchView
from companion.referee.speech_verdict import complete_speech
from companion.rules.face_off.actions import Call, Claim, Next, Trade
from companion.rules.face_off.check import holds_all
from companion.rules.face_off.state import Phase, State
from companion.senses.speech.settings import SpeechSettings

_SAME_SHOUT_S = 2.0  # seconds within which two shouts may be reports of the same one
_MAX_REPEAT_REQUESTS = 2  # how often a speech may be repeated; after that, play goes on
_CALL_WORDS: Final = "face off"  # the words with which a speech includes the call
PhraseResult: TypeAlias = "tuple[HeardPhrases, OpenQuestions, Sequence[Draft]]"


@dataclass(frozen=True, slots=True)
class HeardPhrases:
    """What is remembered of the phrases heard in a hand.

    Attributes:
        shout: The last shout.
        held: A verdict on teeth that waits until the table confirms the claim.
        opened: The number of the last hand that a shout, a trade or a claim has opened.
        again: How often the speech after a claim was wrong.
        opening: True if the last shout opened the hand.
        shows: When the hand's first two signals began, in seconds of the match.
        invalid_speech_count: How often a speech during play made no valid claim.
        waiting: A shout that came while another player's claim was open.
    """

    shout: Phrase | None = None
    held: Teeth | None = None
    opened: int = 0
    again: int = 0
    opening: bool = False
    shows: tuple[float, ...] = ()
    invalid_speech_count: int = 0
    waiting: Phrase | None = None


class VictoryPhrases:
    """Turns shouts and speeches in Face Off! into drafts of rulings, by the settings of the speech sense.

    Most methods return the new ``HeardPhrases``, the new ``OpenQuestions``, and the drafts.
    """

    def __init__(self, calls: float) -> None:
        """Set ``calls``, the seconds after a trade in which a player who got cards in it may call "Wild thing"."""
        self.calls = calls
        self.settings = settings = SpeechSettings.load()
        self.min_gap_two_microphones_s, self.min_gap_one_microphone_s = settings.shout["close"], settings.shout["mixed"]

    def hear(self, match: MatchView, heard: HeardPhrases, open_: OpenQuestions, event: Phrase) -> PhraseResult:
        """Rule on one phrase. It has no effect if the present phase of the game has no use for it."""
        state: State = match.state
        phase, drafts = state.phase, list[Draft]()
        if phase is Phase.PLAY:
            return self._in_play(match, heard, open_, event)
        if event.kind == "shout" and phase is Phase.CLAIM and match.edition > 3:
            seat = match.seat(event.player)
            if state.claim is not None and seat not in (None, state.claim[0]):
                heard = replace(heard, waiting=event)
        elif event.kind == "set" and phase is Phase.NEXT:
            drafts = _choice(match, event)
        elif event.kind in ("speech", "other") and phase in (Phase.CLAIM, Phase.SPEECH):
            heard, drafts = self._speech(match, heard, event)
        return heard, open_, drafts

    def _in_play(self, match: MatchView, heard: HeardPhrases, open_: OpenQuestions, event: Phrase) -> PhraseResult:
        if event.kind == "shout":
            return self._shout(match, heard, open_, event)
        if event.kind == "speech" and match.edition > 3:
            return self._spoken(match, heard, open_, event)
        drafts = list[Draft]()
        if event.kind == "speech":
            open_, drafts = _claim(match, open_, event)
        elif event.kind == "wild_thing" and match.state.options.advanced:
            open_, drafts = self._wild(match, open_, event)
        return heard, open_, drafts

    def _shout(self, match: MatchView, heard: HeardPhrases, open_: OpenQuestions, event: Phrase) -> PhraseResult:
        before = heard.shout
        gap = 0.0 if before is None else abs(event.onset - before.onset)
        if before is None or gap > _SAME_SHOUT_S or self._counts_anew(match, heard, open_, event):
            return self._call(match, replace(heard, shout=event, opening=False), open_, event)
        if "who-won" not in open_.asked or self._is_same_shout(before, event, gap):  # no win to contest
            return heard, open_, ()
        first, second = sorted((before, event), key=lambda e: e.onset)
        contested = open_.ask_who_won(match, first.player, second.player)
        if gap < (self.min_gap_one_microphone_s if before.source == event.source else self.min_gap_two_microphones_s):
            return heard, contested, [draft("shouts-close", onset=event.onset, gap=gap)]
        if first.player is None or second.player is None:
            return heard, contested, [draft("shouts-two", onset=event.onset, gap=gap, t=first.onset)]
        order = draft("shout-order", a=first.player, b=second.player, gap=gap)
        return heard, open_.won(match, first.player), [order]

    def _call(self, match: MatchView, heard: HeardPhrases, open_: OpenQuestions, event: Phrase) -> PhraseResult:
        """Rule on a single shout: it opens the hand, claims a win, or cannot be a win."""
        begun = replace(heard, opened=match.state.hand, opening=True)
        match _opening(match, heard, event):
            case "opens":
                return begun, open_, [draft("opened", onset=event.onset)]
            case "asks":
                return begun, open_.ask(match, "opening"), [draft("opening-asked", onset=event.onset)]
        cannot = _cannot_win(match, event)
        if cannot is not None:
            return heard, open_, [draft("cannot-win", onset=event.onset, told=cannot)]
        shout = draft("shout", onset=event.onset, t=event.onset, name=event.player)
        return heard, open_.won(match, event.player), [shout]

    def _counts_anew(self, match: MatchView, heard: HeardPhrases, open_: OpenQuestions, event: Phrase) -> bool:
        """Return True if a shout soon after another one is to be ruled on like a first shout.

        That takes three things: the earlier shout did not open the hand (begin its play), no question about a win is
        open, and the two are not reports of the same shout. In logs before ``LogHeader.edition`` 4 it is always False.
        """
        before = heard.shout
        if before is None or match.edition < 4 or heard.opening or {"who-won", "whose-speech"} & {*open_.asked}:
            return False
        gap = abs(event.onset - before.onset)
        return not (gap < self.min_gap_two_microphones_s and self._is_same_shout(before, event, gap))

    def _is_same_shout(self, before: Phrase, event: Phrase, gap: float) -> bool:
        """Return True if both events report the same shout.

        If both name a player, they do if it is the same player. Otherwise they do if two microphones heard them less
        than ``close`` seconds apart (calibration/speech.toml).

        Args:
            before: The report that came first.
            event: The later report.
            gap: Seconds between their onsets.
        """
        if before.player is not None and event.player is not None:
            return before.player == event.player
        return before.source != event.source and gap < self.min_gap_two_microphones_s

    def _spoken(self, match: MatchView, heard: HeardPhrases, open_: OpenQuestions, event: Phrase) -> PhraseResult:
        """Rule on a speech during play as a claim of its speaker.

        The speaker must have shouted "Face Off!" before the speech, or begin the speech with it.
        """
        names, called = match.players, "who-won" in open_.asked
        caller = open_.winner if called else None
        speaker, named = match.seat(event.player), match.seat(event.slots.get("name"))
        if caller is not None and speaker not in (None, caller):
            other = draft("speech-other", onset=event.onset, said=event.player, who=names[caller])
            return _repeat_or_drop_speech(heard, open_, other)
        speaker = caller if speaker is None else speaker
        if speaker is not None and named not in (None, speaker):
            return _repeat_or_drop_speech(heard, open_, draft("speech-own", onset=event.onset, name=names[speaker]))
        if not _is_whole_speech(event):
            who = None if speaker is None else names[speaker]
            return heard, open_.won(match, who, event.slots.get("gem", "")), [_again(event)]
        if named is None:
            return heard, open_, ()
        if not called and not event.text.casefold().startswith(_CALL_WORDS):
            words = fact("missed.words", words=_CALL_WORDS)
            return _repeat_or_drop_speech(heard, open_, draft("speech-again", onset=event.onset, what=[words]))
        if speaker is None:
            asked = open_.without_win().ask(match, "whose-speech", (named,), gem=event.slots["gem"])
            return heard, asked, [draft("speech-whose", onset=event.onset)]
        _, drafts = _claim(match, open_, event)
        return heard, open_, drafts

    def said_again(self, match: MatchView, heard: HeardPhrases, open_: OpenQuestions, speaker: int) -> PhraseResult:
        """Ask ``speaker`` to repeat a speech, since the table says that it named another player."""
        return _repeat_or_drop_speech(heard, open_.without_win(), draft("speech-own", name=match.players[speaker]))

    def _speech(self, match: MatchView, heard: HeardPhrases, event: Phrase) -> tuple[HeardPhrases, list[Draft]]:
        """Rule on the speech after a claim.

        A wrong speech must be repeated, at most ``_MAX_REPEAT_REQUESTS`` times; after that, play goes on. A right one
        needs no draft.
        """
        if match.state.claim is None:
            return heard, []
        player, gem = match.state.claim
        wrong = self._wrong(event, match.players[player], gem)
        if wrong is None or heard.again > _MAX_REPEAT_REQUESTS:
            return heard, []
        enough = draft("speech-enough", name=match.players[player])
        return replace(heard, again=heard.again + 1), [wrong if heard.again < _MAX_REPEAT_REQUESTS else enough]

    def _wrong(self, event: Phrase, who: str, gem: str) -> Draft | None:
        """Return a draft that says what is wrong with a speech; None for a right one.

        It is wrong if it was not understood, another player spoke it, words are missing, or it names another player or
        gem than claimed.
        """
        if event.kind == "other":
            return draft("speech-nothing", onset=event.onset)
        if event.player not in (None, who):
            return draft("speech-other", said=event.player, who=who)
        event = complete_speech(event, self.settings, who, gem)
        if not _is_whole_speech(event):
            return _again(event)
        if event.slots["name"].casefold() != who.casefold():
            return draft("wrong-name", said=event.slots["name"], who=who)
        if event.slots["gem"] != gem:
            return draft("wrong-gem", said=event.slots["gem"], who=who, gem=gem)
        return None

    def _wild(self, match: MatchView, open_: OpenQuestions, event: Phrase) -> tuple[OpenQuestions, list[Draft]]:
        """Rule on "Wild thing": find out who calls a mistake, and who gave the wrong card.

        The caller is a player who got a card in a recent trade: the one who shouted, or the only one. Otherwise the
        table is asked.
        """
        got = receivers(match, self.calls)
        named = match.seat(event.player)
        if match.state.hands and match.edition > 3 and named is not None and named not in wronged(match, self.calls):
            return open_, [
                draft("wild-refused", onset=event.onset)
            ]  # the same answer whether or not anybody got a wrong card
        if not got:
            return open_, []
        caller = named if named in got else got[0] if len(got) == 1 and named is None else None
        last = match.state.last[caller] if caller is not None else None
        if caller is None or last is None:
            asked = open_.ask(match, "who-called", tuple(got))
            return asked, [draft("wild-asked", onset=event.onset, names=match.names(got))]
        why = fact("reason.wild-heard")
        return open_, [draft("call", (caller, Call(last.other)), onset=event.onset, tells=True, reason=why)]


def _claim(match: MatchView, open_: OpenQuestions, event: Phrase) -> tuple[OpenQuestions, list[Draft]]:
    """Turn a complete speech into a claim of the player and gem that it names.

    If words are missing, the table is asked who has won.
    """
    if not _is_whole_speech(event):
        asked = open_.won(match, event.slots.get("name"), event.slots.get("gem", ""))
        return asked, [_again(event)]
    seat = match.seat(event.slots["name"])
    if seat is None:
        return open_, []
    why = fact("reason.heard", text=event.text)
    refused = draft("claim-refused", why=None, reason=why)
    action = Claim(event.slots["gem"])
    return open_, [draft("claim", (seat, action), onset=event.onset, tells=True, refused=refused, reason=why)]


def _choice(match: MatchView, event: Phrase) -> list[Draft]:
    """Return drafts for the next set of signals, as its dealer (the winner) chose it by voice.

    If the letter was not understood, the dealer is asked for it.
    """
    dealer = match.state.dealer
    who, letter = match.players[dealer], event.slots.get("set", "")
    if event.player not in (None, who):
        return [draft("set-other", onset=event.onset, who=event.player, dealer=who)]
    if not letter:
        return [draft("set-asked", onset=event.onset, sets=event.alternatives.get("set", ()), dealer=who)]
    why = fact("reason.set-heard", set=letter)
    refused = draft("refused", why=None, reason=why)
    action = Next(letter, match.state.wild)
    return [draft("next", (dealer, action), onset=event.onset, tells=True, refused=refused, reason=why)]


def _opening(match: MatchView, heard: HeardPhrases, event: Phrase) -> Literal["opens", "asks", ""]:
    """Return "opens" for a shout that opens the hand, "asks" if the table must be asked, "" for any other shout.

    Only the dealer can open a hand. A hand is already open after a trade, a claim, or two signals that began before the
    shout; one signal alone does not open it.
    """
    state: State = match.state
    if match.edition < 4:
        fresh = match.edition > 1 and heard.opened != state.hand and not state.trades and not any(state.offers)
        return "opens" if fresh else ""
    if heard.opened == state.hand or (len(heard.shows) > 1 and event.onset > max(heard.shows)):
        return ""
    seat = match.seat(event.player)
    if seat is not None:
        return "opens" if seat == state.dealer else ""
    return "opens" if state.hands else "asks"


def _cannot_win(match: MatchView, event: Phrase) -> Fact | None:
    """Return a fact that says why a shout cannot be a win; None if it can.

    It cannot if the player who shouted does not hold a whole suit. None also for physical cards, whose hands are
    unknown, and for an unknown player, since the answer would reveal whether somebody holds a suit.
    """
    state: State = match.state
    seat = match.seat(event.player)
    seats = range(len(match.players)) if seat is None else (seat,)
    if match.edition == 1 or not state.hands or (seat is None and match.edition > 3) or may_win(state, seats):
        return None
    return fact("shout.nobody") if seat is None else fact("shout.not-all", name=match.players[seat])


def may_win(state: State, seats: Iterable[int]) -> bool:
    """Return True if one of these players holds a whole suit. For digital cards only."""
    return any(holds_all(state, seat, suit) for seat in seats for suit in state.options.suits)


def has_traded(match: MatchView, seat: int) -> bool:
    """Return True if this player has traded since the hand was dealt."""
    for step in reversed(match.steps):
        if isinstance(step.action, Next):
            return False
        if isinstance(step.action, Trade) and seat in (step.action.one, step.action.other):
            return True
    return False


def receivers(match: MatchView, within: float) -> list[int]:
    """Return the seats of all who got cards in the last ``within`` seconds, and so may call "Wild thing".

    This includes those who got right cards: a question only to those who got wrong ones would reveal them. Only in
    editions 1 to 3 with digital cards are they left out.
    """
    state: State = match.state
    recent: set[int] = set()
    for step in reversed(match.steps):
        if match.now - match.rulings[step.group].decided > within:
            break
        if isinstance(step.action, Trade):
            recent |= {step.action.one, step.action.other}
    every = match.edition > 3 or not state.hands
    return [p for p in sorted(recent) if (last := state.last[p]) is not None and (every or last.wrong)]


def wronged(match: MatchView, within: float) -> list[int]:
    """Return those of ``receivers`` who got a wrong card. For digital cards only.

    The result is secret: nobody but those players may learn it.
    """
    last = match.state.last
    return [p for p in receivers(match, within) if (mine := last[p]) is not None and mine.wrong]


def _repeat_or_drop_speech(heard: HeardPhrases, open_: OpenQuestions, wrong: Draft) -> PhraseResult:
    """Ask to repeat a speech that made no valid claim; ``wrong`` is the draft that says what is wrong with it.

    After ``_MAX_REPEAT_REQUESTS`` such speeches play goes on instead.
    """
    if heard.invalid_speech_count < _MAX_REPEAT_REQUESTS:
        return replace(heard, invalid_speech_count=heard.invalid_speech_count + 1), open_, [wrong]
    return replace(heard, invalid_speech_count=0), open_.without_win(), [draft("no-win")]


def _is_whole_speech(event: Phrase) -> bool:
    return event.slots.get("heard") == "heard"


def _again(event: Phrase) -> Draft:
    """Return a draft that asks to repeat the speech, and names the parts that were not heard."""
    parts = [fact(f"missed.{slot.lower()}") for slot in ("NAME", "GEM") if slot in event.missing]
    rest = [w for w in event.missing if w not in ("NAME", "GEM")]
    if not parts and rest:
        parts = [fact("missed.words", words=" ".join(rest))]
    return draft("speech-again", onset=event.onset, what=parts)
