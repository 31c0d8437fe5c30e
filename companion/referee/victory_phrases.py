"""What Face Off!'s desk does with phrases: the shout, the claim in the speech, "Wild thing"."""

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

_SAME = 2.0  # seconds in which two microphones that hear one shout are one
_AGAIN = 2  # times that a speech is asked for again; then play goes on
_CALL: Final = "face off"  # what a speech begins with that is a call as well
Heard: TypeAlias = "tuple[HeardPhrases, OpenQuestions, Sequence[Draft]]"


@dataclass(frozen=True, slots=True)
class HeardPhrases:
    """What a hand remembers of what was heard. ``held``: a verdict that waits for the table to confirm the claim.

    ``opened``: number of the hand that a call, a trade or a claim has opened; ``opening``: the last shout was its
    opening; ``shows``: onsets of the hand's first two signals; ``again``: how often its speech was wrong; ``strays``:
    how often a speech in play claimed nothing; ``waiting``: a shout while the table looks at another's claim.
    """

    shout: Phrase | None = None
    held: Teeth | None = None
    opened: int = 0
    again: int = 0
    opening: bool = False
    shows: tuple[float, ...] = ()
    strays: int = 0
    waiting: Phrase | None = None


class VictoryPhrases:
    """Phrases to rulings, by the settings of the speech sense."""

    def __init__(self, calls: float) -> None:
        """Keep ``calls``: seconds after a trade for which its receivers may call."""
        self.calls = calls
        self.settings = settings = SpeechSettings.load()
        self.close, self.mixed = settings.shout["close"], settings.shout["mixed"]

    def hear(self, match: MatchView, heard: HeardPhrases, open_: OpenQuestions, event: Phrase) -> Heard:
        """Rule on one phrase, as far as the position has a place for it."""
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

    def _in_play(self, match: MatchView, heard: HeardPhrases, open_: OpenQuestions, event: Phrase) -> Heard:
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

    def _shout(self, match: MatchView, heard: HeardPhrases, open_: OpenQuestions, event: Phrase) -> Heard:
        before = heard.shout
        gap = 0.0 if before is None else abs(event.onset - before.onset)
        if before is None or gap > _SAME or self._counts_anew(match, heard, open_, event):
            return self._call(match, replace(heard, shout=event, opening=False), open_, event)
        if "who-won" not in open_.asked or self._one(
            before, event, gap
        ):  # the call that opened the hand, or cannot be a win
            return heard, open_, ()
        first, second = sorted((before, event), key=lambda e: e.onset)
        contested = open_.ask_who_won(match, first.player, second.player)
        if gap < (self.mixed if before.source == event.source else self.close):
            return heard, contested, [draft("shouts-close", onset=event.onset, gap=gap)]
        if first.player is None or second.player is None:
            return heard, contested, [draft("shouts-two", onset=event.onset, gap=gap, t=first.onset)]
        order = draft("shout-order", a=first.player, b=second.player, gap=gap)
        return heard, open_.won(match, first.player), [order]

    def _call(self, match: MatchView, heard: HeardPhrases, open_: OpenQuestions, event: Phrase) -> Heard:
        """Return a shout that stands by itself: it opens the hand, or its player has won, or it cannot be so."""
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
        """Whether a shout soon after another is one by itself: that one's claim was refused, and this is no echo."""
        before = heard.shout
        if before is None or match.edition < 4 or heard.opening or {"who-won", "whose-speech"} & {*open_.asked}:
            return False
        gap = abs(event.onset - before.onset)
        return not (gap < self.close and self._one(before, event, gap))

    def _one(self, before: Phrase, event: Phrase, gap: float) -> bool:
        """Return whether two reports are one shout: of one player, or heard by two microphones that tell of nobody.

        What one microphone reports twice were two shouts: it tells them apart by their first sounds.
        """
        if before.player is not None and event.player is not None:
            return before.player == event.player
        return before.source != event.source and gap < self.close

    def _spoken(self, match: MatchView, heard: HeardPhrases, open_: OpenQuestions, event: Phrase) -> Heard:
        """Take a speech in play as a claim of its speaker alone, who called, or calls with it."""
        names, called = match.players, "who-won" in open_.asked
        caller = open_.winner if called else None
        speaker, named = match.seat(event.player), match.seat(event.slots.get("name"))
        if caller is not None and speaker not in (None, caller):
            other = draft("speech-other", onset=event.onset, said=event.player, who=names[caller])
            return _astray(heard, open_, other)
        speaker = caller if speaker is None else speaker
        if speaker is not None and named not in (None, speaker):
            return _astray(heard, open_, draft("speech-own", onset=event.onset, name=names[speaker]))
        if not _is_whole_speech(event):
            who = None if speaker is None else names[speaker]
            return heard, open_.won(match, who, event.slots.get("gem", "")), [_again(event)]
        if named is None:
            return heard, open_, ()
        if not called and not event.text.casefold().startswith(_CALL):
            words = fact("missed.words", words=_CALL)
            return _astray(heard, open_, draft("speech-again", onset=event.onset, what=[words]))
        if speaker is None:
            asked = open_.without_win().ask(match, "whose-speech", (named,), gem=event.slots["gem"])
            return heard, asked, [draft("speech-whose", onset=event.onset)]
        _, drafts = _claim(match, open_, event)
        return heard, open_, drafts

    def said_again(self, match: MatchView, heard: HeardPhrases, open_: OpenQuestions, speaker: int) -> Heard:
        """Handle the table's word that somebody else spoke than whom the speech named."""
        return _astray(heard, open_.without_win(), draft("speech-own", name=match.players[speaker]))

    def _speech(self, match: MatchView, heard: HeardPhrases, event: Phrase) -> tuple[HeardPhrases, list[Draft]]:
        """Return the speech after a claim.

        What is wrong with it is said, and it is said again: twice, then play goes on.
        """
        if match.state.claim is None:
            return heard, []
        player, gem = match.state.claim
        wrong = self._wrong(event, match.players[player], gem)
        if wrong is None or heard.again > _AGAIN:
            return heard, []
        enough = draft("speech-enough", name=match.players[player])
        return replace(heard, again=heard.again + 1), [wrong if heard.again < _AGAIN else enough]

    def _wrong(self, event: Phrase, who: str, gem: str) -> Draft | None:
        """Return what is wrong with a speech: it was not heard or not whole, it says another's, or another says it."""
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
        """Find out who called whom with "Wild thing".

        Who called whom: who got a card in a trade of the last seconds, known from digital cards or from who shouted;
        else the table is asked.
        """
        got = receivers(match, self.calls)
        named = match.seat(event.player)
        if match.state.hands and match.edition > 3 and named is not None and named not in wronged(match, self.calls):
            return open_, [draft("wild-refused", onset=event.onset)]  # the same whether somebody was given one
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
    """Take the speech itself as the claim: its name and its gem."""
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
    """Let the winner, who deals next, choose the signals; what was not clear is asked for."""
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
    """Return whether a call opens the hand, which is the dealer's to do, or may: with cards of paper nobody knows.

    Two signals that began before it, a trade or a claim have opened it already; one cluck has not.
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
    """Why nobody who may have called can have won; with cards of paper nobody knows.

    Of a call that nobody owns nothing is said: it would tell whether somebody holds a suit.
    """
    state: State = match.state
    seat = match.seat(event.player)
    seats = range(len(match.players)) if seat is None else (seat,)
    if match.edition == 1 or not state.hands or (seat is None and match.edition > 3) or may_win(state, seats):
        return None
    return fact("shout.nobody") if seat is None else fact("shout.not-all", name=match.players[seat])


def may_win(state: State, seats: Iterable[int]) -> bool:
    """Return whether one of them holds a whole suit; cards are digital."""
    return any(holds_all(state, seat, suit) for seat in seats for suit in state.options.suits)


def receivers(match: MatchView, within: float) -> list[int]:
    """Return the seats that may call a mistake: of trades of the last ``within`` seconds.

    Which of them were wrong is no matter: what is asked of all must not tell.
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
    """Return those who hold a wrong card of it; cards are digital. None but themselves may learn of it."""
    last = match.state.last
    return [p for p in receivers(match, within) if (mine := last[p]) is not None and mine.wrong]


def _astray(heard: HeardPhrases, open_: OpenQuestions, wrong: Draft) -> Heard:
    """Return a speech that claims nothing is said again, twice; then play goes on."""
    if heard.strays < _AGAIN:
        return replace(heard, strays=heard.strays + 1), open_, [wrong]
    return replace(heard, strays=0), open_.without_win(), [draft("no-win")]


def _is_whole_speech(event: Phrase) -> bool:
    return event.slots.get("heard") == "heard"


def _again(event: Phrase) -> Draft:
    """Return what of the speech was not heard."""
    parts = [fact(f"missed.{slot.lower()}") for slot in ("NAME", "GEM") if slot in event.missing]
    rest = [w for w in event.missing if w not in ("NAME", "GEM")]
    if not parts and rest:
        parts = [fact("missed.words", words=" ".join(rest))]
    return draft("speech-again", onset=event.onset, what=parts)
