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

_SAME_SHOUT_S = 2.0  # seconds in which two microphones that hear one shout are one
_MAX_REPEAT_REQUESTS = 2  # times that a speech is asked for again; then play goes on
_CALL_WORDS: Final = "face off"  # what a speech begins with that is a call as well
Heard: TypeAlias = "tuple[HeardPhrases, OpenQuestions, Sequence[Draft]]"


@dataclass(frozen=True, slots=True)
class HeardPhrases:
    """What is remembered of the phrases that were heard in a hand.

    ``shout``: the last shout. ``held``: a verdict on teeth that waits until the table confirms the claim. ``opened``:
    the number of the last hand that a call, a trade or a claim has opened. ``again``: how often the speech was wrong.
    ``opening``: whether the last shout opened the hand. ``shows``: when the hand's first two signals began (s).
    ``strays``: how often a speech in play claimed nothing. ``waiting``: a shout that came while the table was looking
    at another player's claim.
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
    """Turns what Face Off!'s players say into drafts of rulings, by the settings of the speech sense.

    Most methods return what is remembered, the open questions, and the drafts.
    """

    def __init__(self, calls: float) -> None:
        """Set ``calls``: for how many seconds after a trade its receivers may call "Wild thing"."""
        self.calls = calls
        self.settings = settings = SpeechSettings.load()
        self.close, self.mixed = settings.shout["close"], settings.shout["mixed"]

    def hear(self, match: MatchView, heard: HeardPhrases, open_: OpenQuestions, event: Phrase) -> Heard:
        """Rule on one phrase; nothing follows from one that the present phase of the game has no use for."""
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
        if before is None or gap > _SAME_SHOUT_S or self._counts_anew(match, heard, open_, event):
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
        """Rule on a single shout: it opens the hand, or its player has won, or it cannot be a win."""
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
        """Return whether a shout soon after another counts by itself.

        It does where the first one's claim was refused and the second is no echo of it.
        """
        before = heard.shout
        if before is None or match.edition < 4 or heard.opening or {"who-won", "whose-speech"} & {*open_.asked}:
            return False
        gap = abs(event.onset - before.onset)
        return not (gap < self.close and self._one(before, event, gap))

    def _one(self, before: Phrase, event: Phrase, gap: float) -> bool:
        """Return whether two reports are of one shout.

        They are if both name the same player, or if two microphones, at least one of which names nobody, report it
        nearly at once. Two reports of one microphone are two shouts: it has told them apart by their first sounds.
        """
        if before.player is not None and event.player is not None:
            return before.player == event.player
        return before.source != event.source and gap < self.close

    def _spoken(self, match: MatchView, heard: HeardPhrases, open_: OpenQuestions, event: Phrase) -> Heard:
        """Rule on a speech in play as a claim of its own speaker, who has called before or calls with the speech."""
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
        if not called and not event.text.casefold().startswith(_CALL_WORDS):
            words = fact("missed.words", words=_CALL_WORDS)
            return _astray(heard, open_, draft("speech-again", onset=event.onset, what=[words]))
        if speaker is None:
            asked = open_.without_win().ask(match, "whose-speech", (named,), gem=event.slots["gem"])
            return heard, asked, [draft("speech-whose", onset=event.onset)]
        _, drafts = _claim(match, open_, event)
        return heard, open_, drafts

    def said_again(self, match: MatchView, heard: HeardPhrases, open_: OpenQuestions, speaker: int) -> Heard:
        """Rule on a speech of which the table says that another player spoke it than the one it names."""
        return _astray(heard, open_.without_win(), draft("speech-own", name=match.players[speaker]))

    def _speech(self, match: MatchView, heard: HeardPhrases, event: Phrase) -> tuple[HeardPhrases, list[Draft]]:
        """Rule on the speech that follows a claim.

        A wrong speech is to be said again, at most ``_MAX_REPEAT_REQUESTS`` times; after that, play goes on. For a
        right one there is no draft.
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
        """Return a draft that says what is wrong with a speech, None for a right one.

        Nothing was understood, another player spoke, part of it is missing, or it names another player or gem than
        claimed.
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
        """Find out who called a mistake with "Wild thing", and of whom.

        The caller got a card in a trade of the last seconds. Where several did, whoever shouted is the caller; where
        that is not known, the table is asked.
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
    """Take a whole speech as the claim of the player and the gem that it names.

    Of one that is not whole, the table is asked who won.
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
    """Let the winner, who deals next, choose the next hand's set of signals by voice.

    Where the letter was not understood, the winner is asked for it.
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
    """Return "opens" for a call that opens the hand, "asks" where the table has to be asked, "" for any other.

    Only the dealer opens a hand. It is open already after a trade, a claim, or two signals that began before the
    call; a single cluck does not open it.
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
    """Return why the shout cannot be a win: nobody who may have shouted holds a whole suit; else None.

    None also with physical cards, whose hands nobody knows, and for a shout of an unknown player: an answer would
    give away whether somebody holds a suit.
    """
    state: State = match.state
    seat = match.seat(event.player)
    seats = range(len(match.players)) if seat is None else (seat,)
    if match.edition == 1 or not state.hands or (seat is None and match.edition > 3) or may_win(state, seats):
        return None
    return fact("shout.nobody") if seat is None else fact("shout.not-all", name=match.players[seat])


def may_win(state: State, seats: Iterable[int]) -> bool:
    """Return whether one of these players holds a whole suit. For digital cards only."""
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
    """Return the seats of all who got cards in the last ``within`` seconds, and so may call a mistake.

    Those who got right cards are among them: a question to the wronged alone would give away who they are.
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

    Only the players themselves may learn that they are among them.
    """
    last = match.state.last
    return [p for p in receivers(match, within) if (mine := last[p]) is not None and mine.wrong]


def _astray(heard: HeardPhrases, open_: OpenQuestions, wrong: Draft) -> Heard:
    """Ask to say a speech again that claims nothing, at most ``_MAX_REPEAT_REQUESTS`` times; after that, play goes on.

    ``wrong``: the draft that says what is wrong with it.
    """
    if heard.strays < _MAX_REPEAT_REQUESTS:
        return replace(heard, strays=heard.strays + 1), open_, [wrong]
    return replace(heard, strays=0), open_.without_win(), [draft("no-win")]


def _is_whole_speech(event: Phrase) -> bool:
    return event.slots.get("heard") == "heard"


def _again(event: Phrase) -> Draft:
    """Return a draft that says which parts of the speech were not heard, and asks to say it again."""
    parts = [fact(f"missed.{slot.lower()}") for slot in ("NAME", "GEM") if slot in event.missing]
    rest = [w for w in event.missing if w not in ("NAME", "GEM")]
    if not parts and rest:
        parts = [fact("missed.words", words=" ".join(rest))]
    return draft("speech-again", onset=event.onset, what=parts)
