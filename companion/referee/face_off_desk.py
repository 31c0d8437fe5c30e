"""The desk of Face Off!: it turns signals into trades, phrases into claims, and teeth into verdicts."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

from companion.events import Event, Phrase, Ruling, Seat, Signal, Teeth
from companion.facts import fact
from companion.referee.desk import Answered, Desk, Reaction, SenseNeeds, SignalTrade, TypedText, draft
from companion.referee.face_off_memory import FaceOffMemory, Timing, WildRitual, meets
from companion.referee.face_off_questions import OpenQuestions, face_off_questions, trade_acts
from companion.referee.face_off_rulings import (
    active_signals,
    ask_how_many,
    ask_who_trades,
    hand_draft,
    trade_draft,
    verdict_drafts,
)
from companion.referee.match_view import MatchView
from companion.referee.questions import QUESTION_TIMEOUT_S, Acts, Answer, Question
from companion.referee.signal_shows import SignalShows
from companion.referee.victory_phrases import HeardPhrases, VictoryPhrases, has_traded, receivers
from companion.rules.errors import IllegalAction, RulesError
from companion.rules.face_off.actions import Call, Claim, Offer, Trade, Verdict, Withdraw
from companion.rules.face_off.check import RULES
from companion.rules.face_off.data import Rank, signal_for
from companion.rules.face_off.state import Phase, State
from companion.rules.notation import quote, tokens
from companion.rules.protocol import CHANCE, TABLE, Actor

BOT_SIGNAL_PACES: Final = 5.0  # a bot keeps its offer for up to this many times its pace
SPEECH_PHASES: Final = (Phase.SPEECH, Phase.UNSEEN)
_MISTAKE_RULE: Final = RULES["mistake"]
_STOPPED_RULE: Final = RULES["stopped"]


class FaceOffDesk(Desk[FaceOffMemory]):
    """The desk of Face Off!: it referees signals, shouts, speeches and verdicts."""

    memory = FaceOffMemory

    def __init__(self, timing: Timing | None = None) -> None:
        self.timing = timing or Timing.load()
        self.phrases = VictoryPhrases(self.timing.calls)

    def rewound(self, match: MatchView, before: FaceOffMemory) -> FaceOffMemory:
        state: State = match.state
        after = FaceOffMemory(match.is_over, hand=state.hand, lines=len(state.sheet), traded=match.last)
        if match.edition < 4:
            return after
        same_hand = before.hand == state.hand
        shows = before.heard.shows if same_hand else ()  # undoing a ruling does not close an opened hand
        after = replace(after, heard=HeardPhrases(opened=min(before.heard.opened, state.hand), shows=shows))
        if not same_hand:
            return after
        choosing = {code: one for code, one in before.open.asked.items() if code == "who-trades"}
        open_ = OpenQuestions(choosing)
        return replace(after, shows=before.shows, several=before.several, open=open_, held=before.held)

    def after_pause(self, match: MatchView, before: FaceOffMemory) -> FaceOffMemory:
        """Return the memory to continue with, without the signals shown before or during the pause.

        Nobody watched for their end while the match was paused.
        """
        after = self.rewound(match, before)
        return replace(after, shows=SignalShows(), several={}, open=OpenQuestions(), held=False)

    def needs(self, match: MatchView) -> SenseNeeds:
        return SenseNeeds(sees="faces", hears=True, signals=active_signals(match.state))

    def knows(self, match: MatchView, word: str) -> bool:
        return match.state.options.advanced or word not in ("clean", "teeth", "wild")

    def questions(self, match: MatchView, memory: FaceOffMemory) -> Sequence[Question]:
        found = list(face_off_questions(match, memory.open))
        if memory.ritual is not None and memory.is_stopped(match):
            told = fact("question.wild-ritual", name=match.players[memory.ritual.at])
            found.append(
                Question("wild-ritual", memory.ritual.number, told, (Answer("done", fact("answer.done"), kind="no"),))
            )
        return found

    def forbids(self, match: MatchView, memory: FaceOffMemory, acts: Acts) -> RulesError | None:
        """Return an error if the referee forbids these actions now, else None.

        It forbids trades while the Wild Thing is shown or a question asks who has won. It also forbids calling "Wild
        thing" too late or without a trade.
        """
        trades = any(isinstance(action, (Offer, Trade)) for _, action in acts)
        if trades and memory.ritual is not None and memory.is_stopped(match):
            return IllegalAction(fact("referee.wild-ritual", name=match.players[memory.ritual.at]), rule=_MISTAKE_RULE)
        if memory.awaits_winner(match) and any(isinstance(action, Trade) for _, action in acts):
            return IllegalAction(fact("referee.win-waits"), rule=_STOPPED_RULE)
        callers = {actor for actor, action in acts if isinstance(action, Call)}
        return self._forbids_call(match, memory, callers) if callers else None

    def _forbids_call(self, match: MatchView, memory: FaceOffMemory, callers: set[Actor]) -> RulesError | None:
        """Return an error if one of ``callers`` may not call "Wild thing" (a wrong card) now; None if all may.

        With digital cards there is never an error here, since the rules know which cards were wrong.
        """
        if match.edition > 1 and not match.state.hands:
            asked = memory.open.asked.get("who-called")
            named = asked.seats if asked is not None and match.now - asked.at < QUESTION_TIMEOUT_S else ()
            without = [caller for caller in callers if not has_traded(match, caller)]
            if without and match.edition > 3 and match.options.advanced:
                return IllegalAction(fact("referee.no-trade", name=match.players[without[0]]), rule=_MISTAKE_RULE)
            if not callers <= {*receivers(match, self.timing.calls), *named}:
                return IllegalAction(fact("referee.late-call", seconds=round(self.timing.calls)), rule=_MISTAKE_RULE)
        return None

    def due(self, memory: FaceOffMemory) -> float | None:
        meeting = None if memory.held else memory.shows.due(self.timing.settle)
        waiting = (meeting, memory.ritual.until if memory.ritual is not None else None)
        return min((t for t in waiting if t is not None), default=None)

    # Events of senses

    def on_sense_event(self, match: MatchView, memory: FaceOffMemory, event: Event) -> Reaction[FaceOffMemory]:
        """Return the reaction to a verdict on teeth, a phrase, a signal that starts or stops, or a lost face."""
        state = match.state
        if isinstance(event, Teeth):
            if state.phase in SPEECH_PHASES:
                return Reaction(memory, verdict_drafts(state, event))
            held = state.phase is Phase.CLAIM and state.options.advanced
            return Reaction(replace(memory, heard=replace(memory.heard, held=event)) if held else memory)
        if isinstance(event, Phrase):
            return self._on_phrase(match, memory, event)
        player = match.seat(event.player)
        if isinstance(event, Signal) and (player is not None or event.player is None):
            return Reaction(self._on_signal(match, memory, event, player))
        followed = state.phase is Phase.PLAY or memory.held
        if player is not None and isinstance(event, Seat) and event.state == "lost" and followed:
            shows = memory.shows
            for rank in Rank:
                shows = shows.end(player, rank, event.onset)
            return Reaction(replace(memory, shows=shows))
        return Reaction(memory)

    def _on_phrase(self, match: MatchView, memory: FaceOffMemory, event: Phrase) -> Reaction[FaceOffMemory]:
        heard, open_, drafts = self.phrases.hear(match, memory.heard, memory.open, event)
        return Reaction(replace(memory, heard=heard, open=open_), drafts)

    def _on_signal(self, match: MatchView, memory: FaceOffMemory, event: Signal, player: int | None) -> FaceOffMemory:
        if memory.ritual is not None and player is not None:
            memory = replace(memory, ritual=memory.ritual.add_show(event, player, match.now, self.timing.wild))
        active = active_signals(match.state)
        if event.name not in active:
            return memory
        if match.edition > 3 and memory.held:
            return self._follow_show(match, memory, event, player)
        if match.state.phase is not Phase.PLAY or memory.is_stopped(match):
            return memory
        if match.edition > 3 and event.phase == "on" and len(memory.heard.shows) < 2:
            memory = replace(memory, heard=replace(memory.heard, shows=(*memory.heard.shows, event.onset)))
        rank, linger = active[event.name], self.timing.lingers(match.state.signal_set)
        if player is None:
            unknown = {**memory.unknown, rank: event.decided} if event.phase == "on" else memory.unknown
            return self._ask_whose_sound(match, replace(memory, unknown=unknown), rank, event)
        if match.edition < 4:
            memory = replace(memory, heard=replace(memory.heard, opened=match.state.hand))
        if event.phase == "off":
            return replace(memory, shows=memory.shows.end(player, rank, event.onset))
        shows = memory.shows.begin(player, rank, event.onset, event.decided, linger, meets(match, event))
        return self._ask_whose_sound(match, replace(memory, shows=shows), rank, event)

    def _follow_show(self, match: MatchView, memory: FaceOffMemory, event: Signal, player: int | None) -> FaceOffMemory:
        """Return the memory with the start or end of a signal noted, while signals lead to no trade (``held``).

        While the others show the Wild Thing to a player, starts are not noted.
        """
        if player is None:
            return memory
        rank, linger = active_signals(match.state)[event.name], self.timing.lingers(match.state.signal_set)
        if event.phase == "off":
            return replace(memory, shows=memory.shows.end(player, rank, event.onset))
        if memory.is_stopped(match):
            return memory
        shows = memory.shows.begin(player, rank, event.onset, event.decided, linger, meets(match, event))
        return replace(memory, shows=shows)

    def _ask_whose_sound(self, match: MatchView, memory: FaceOffMemory, rank: Rank, event: Signal) -> FaceOffMemory:
        """Return the memory with a question whose a sound was, if exactly one known player shows its rank.

        That player and the unknown one may have traded. Nothing is asked if the sound is too old by now.
        """
        linger = self.timing.lingers(match.state.signal_set)
        showing = memory.shows.players(rank, meets(match, event), linger)
        late = event.decided - memory.unknown.get(rank, -1e9) > linger(rank) + self.timing.settle
        if event.phase == "off" or len(showing) != 1 or late:
            return memory
        return replace(memory, open=memory.open.ask(match, "whose-sound", showing, rank=rank))

    # Time

    def on_time(self, match: MatchView, memory: FaceOffMemory) -> Reaction[FaceOffMemory]:
        """Return the reaction once the time that ``due`` returned is reached.

        Either the Wild Thing ritual ends, or the oldest meeting of signals (players who show the same rank) becomes a
        trade, or a question which of the players traded.
        """
        ritual = memory.ritual
        if ritual is not None and ritual.until is not None and ritual.until <= match.now:
            return Reaction(replace(memory, ritual=None), [ritual.result_draft(match)])
        ready = [] if memory.held else memory.shows.ready(match.now, self.timing.settle)
        if not ready:
            return Reaction(memory)
        meeting = ready[0]
        memory = replace(memory, shows=memory.shows.spend(meeting.players, meeting.rank))
        if len(meeting.players) == 2:
            return Reaction(memory, [trade_draft(match, meeting)])
        return ask_who_trades(match, memory, meeting)

    # Automatic rulings

    def automatic_actions(self, match: MatchView, memory: FaceOffMemory) -> Reaction[FaceOffMemory]:
        """Return a reaction with the next ruling that needs nobody to act.

        It is the first of the following that is due:

        - the deal;
        - an announcement of new points;
        - a verdict on teeth that was kept until the table confirmed the claim;
        - the end of the game;
        - a new hand;
        - a ruling on a shout that waited for another player's claim.
        """
        state: State = match.state
        if match.game.actors(state) == (CHANCE,):
            return Reaction(memory, [self.draw_chance(match)])
        if len(state.sheet) > memory.lines:
            return self._announce_points(match, replace(memory, lines=len(state.sheet)))
        memory = _marked(match, memory.for_phase(state))
        held = memory.heard.held
        if held is not None and state.phase is not Phase.CLAIM:
            memory = replace(memory, heard=replace(memory.heard, held=None))
            if state.phase is Phase.SPEECH:
                return Reaction(memory, verdict_drafts(state, held))
        finished = self.announce_end(match, memory)
        if finished.drafts:
            return finished
        memory = replace(memory, open=memory.open.without_ruled(match))
        memory = self._held_or_released(match, memory)
        if match.is_over or state.phase is not Phase.PLAY or state.hand == memory.hand:
            return self._waited(match, memory)
        heard = replace(memory.heard, shows=(), invalid_speech_count=0, waiting=None)
        memory = replace(memory, hand=state.hand, shows=SignalShows(), open=OpenQuestions(), unknown={}, heard=heard)
        return Reaction(memory, [hand_draft(match)])

    def _held_or_released(self, match: MatchView, memory: FaceOffMemory) -> FaceOffMemory:
        """Return the memory with ``held`` set while a win, a claim or the Wild Thing is pending, cleared afterwards.

        While it is set, no trade is ruled. Once it is cleared, signals that still last can lead to trades again.
        """
        stopped = match.state.phase is not Phase.PLAY or memory.is_stopped(match)
        held = match.edition > 3 and (stopped or memory.awaits_winner(match))
        if held == memory.held:
            return memory
        linger = self.timing.lingers(match.state.signal_set)
        shows = memory.shows if held else memory.shows.release(match.now, linger)
        return replace(memory, held=held, shows=shows)

    def _waited(self, match: MatchView, memory: FaceOffMemory) -> Reaction[FaceOffMemory]:
        """Return the reaction to a shout that came while another player's claim was open.

        It is ruled on once that claim is refused. If the claim won, the shout is dropped.
        """
        shout = memory.heard.waiting
        if shout is None or match.state.phase is Phase.CLAIM:
            return Reaction(memory)
        memory = replace(memory, heard=replace(memory.heard, waiting=None))
        return self._on_phrase(match, memory, shout) if match.state.phase is Phase.PLAY else Reaction(memory)

    def _announce_points(self, match: MatchView, memory: FaceOffMemory) -> Reaction[FaceOffMemory]:
        """Return a reaction that announces the points on the last line of the score sheet.

        In the advanced game a player who lost points for teeth or a mistake is announced as the Wild Thing, too, and
        the ritual begins.
        """
        entry = match.state.sheet[-1]
        score = draft("score", scores=self.scores(match))
        if entry.reason not in ("mistake", "teeth") or not match.state.options.advanced:
            return Reaction(memory, [score])
        waits = self.timing.wild_waits if match.edition > 1 else self.timing.wild
        ritual = (memory.ritual or WildRitual(entry.player)).begin(match.last + 1, match.now, self.timing.wild, waits)
        memory = replace(memory, ritual=ritual, shows=SignalShows())
        return Reaction(memory, [draft("wild-call", name=match.players[entry.player]), score])

    # Answers and typed text

    def on_answer(self, match: MatchView, memory: FaceOffMemory, event: Answered) -> Reaction[FaceOffMemory]:
        question, answer = event.question, event.answer
        if answer.kind == "other":  # a Wild Thing of their own
            dealer = match.state.dealer
            action = match.game.parse(f"next {memory.open.set} wild {quote(event.own)}", match.state, dealer)
            return Reaction(memory, [draft("action", (dealer, action), tells=True, reason=event.by)])
        if question.code == "wild-ritual" and memory.ritual is not None:
            return Reaction(replace(memory, ritual=None), [memory.ritual.result_draft(match)])
        if question.code == "opening":
            asked = memory.open.without("opening")
            if answer.id == "begins":
                return Reaction(replace(memory, open=asked), [draft("opened")])
            return Reaction(replace(memory, open=asked.won(match)), [draft("win-asked")])
        if question.code == "whose-speech" and answer.kind != "no":
            speaker = int(answer.id.removeprefix("seat"))
            heard, open_, drafts = self.phrases.said_again(match, memory.heard, memory.open, speaker)
            return Reaction(replace(memory, heard=heard, open=open_), drafts)
        nobody = question.code in ("who-won", "whose-speech") and answer.kind == "no"
        noted = memory.open.with_answer(question, answer)
        memory = replace(memory, open=noted.without_win() if nobody and match.edition > 3 else noted)
        return Reaction(memory, [draft("no-win")] if nobody else ())

    def on_text(self, match: MatchView, memory: FaceOffMemory, event: TypedText) -> Reaction[FaceOffMemory] | None:
        """Return the reaction to typed text, None if it is none of the desk's own commands.

        They are ``face off`` (the shout), ``win``, ``win Ann``, ``win Ann ruby``, ``teeth``, ``clean``, ``unseen``,
        ``next B``, ``trade Ann Ben`` and ``trade Ann Ben 3``.
        """
        words = tokens(event.text)
        head, table = words[0].casefold() if words else "", event.actor == TABLE
        if event.text.casefold() == "face off":
            caller = None if table else match.name(event.actor)
            call = Phrase(onset=match.now, decided=match.now, text=event.text, kind="shout", player=caller)
            return self._on_phrase(match, memory, call)
        if head == "win":
            return self._won(match, memory, event, words)
        if head in ("teeth", "clean", "unseen") and len(words) == 1:
            return _action_reaction(memory, event, (TABLE, Verdict(head)))
        if head == "next" and table:
            dealer = match.state.dealer
            return _action_reaction(memory, event, (dealer, match.game.parse(event.text, match.state, dealer)))
        if head == "trade" and table and not match.state.options.digital:
            return self._named_trade(match, memory, event, words)
        return None

    def _won(
        self, match: MatchView, memory: FaceOffMemory, event: TypedText, words: list[str]
    ) -> Reaction[FaceOffMemory] | None:
        """Return the reaction to ``win``, ``win Ann`` or ``win Ann ruby``; None for other text.

        With a gem it is a claim. Without one, the table is asked who has won and with which gem.
        """
        named = event.actor == TABLE
        winner = event.actor if not named else match.seat(words[1]) if len(words) > 1 else None
        if match.state.phase is Phase.PLAY and len(words) == (1 if winner is None or not named else 2):
            open_ = memory.open.won(match, None if winner is None else match.players[winner])
            return Reaction(replace(memory, open=open_), [draft("win-asked")])
        if winner is None or len(words) != (3 if named else 2):
            return None
        claim = match.game.parse(f"claim {words[-1]}", match.state, winner)
        return _action_reaction(memory, event, (winner, claim))

    def _named_trade(
        self, match: MatchView, memory: FaceOffMemory, event: TypedText, words: list[str]
    ) -> Reaction[FaceOffMemory] | None:
        one, other, *_ = (*(match.seat(w) for w in words[1:3]), None, None)
        state: State = match.state
        if len(words) not in (3, 4) or one is None or other is None:
            return None
        rank = self._common(match, memory, one, other) if len(words) == 3 else None
        if rank is None and len(words) == 3:
            return ask_how_many(match, memory, one, other)
        if state.offers[one] is not None or state.offers[other] is not None:
            return None
        if rank is None:
            rank = Rank(match.game.parse(f"offer {words[3]}", state, one).shown)
        acts = trade_acts(match, one, other, rank)
        if (error := self.forbids(match, memory, acts)) is not None:
            raise error
        return _action_reaction(memory, event, *acts)

    def _common(self, match: MatchView, memory: FaceOffMemory, one: int, other: int) -> Rank | None:
        """Return the rank that both players show; None if they differ.

        This includes a rank that both have shown together with a third player.
        """
        for rank, players in memory.several.items():
            if one in players and other in players:
                return rank
        linger = self.timing.lingers(match.state.signal_set)
        ranks = {memory.shows.showing(player, match.now, linger) for player in (one, other)}
        return ranks.pop() if len(ranks) == 1 else None

    # Methods for taps and bots

    def signal_with(self, match: MatchView, action: object) -> tuple[bool, str | None]:
        if isinstance(action, Offer):
            return True, signal_for(match.state.signal_set, action.shown)
        return isinstance(action, Withdraw), None

    def ended_by(self, match: MatchView, ruling: Ruling) -> Collection[str]:
        if ruling.code == "new-hand":
            return match.players
        actions = (step.action for step in match.steps if step.group == ruling.number)
        return {match.players[p] for a in actions if isinstance(a, Trade) for p in (a.one, a.other)}

    def trades_of(self, match: MatchView, ruling: int) -> Sequence[SignalTrade]:
        found: list[SignalTrade] = []
        shown: dict[Actor, int] = {}
        signal_set = match.state.signal_set  # assumes a ruling of the present hand
        for step in match.steps:
            if isinstance(step.action, Offer):
                shown[step.actor] = step.action.shown
            elif isinstance(step.action, Trade) and step.group == ruling and step.action.one in shown:
                one, other = match.names((step.action.one, step.action.other))
                found.append(SignalTrade(one, other, signal_for(signal_set, shown[step.action.one])))
        return found

    def pair_command(self, match: MatchView, one: str, other: str, signal: str) -> str | None:
        state: State = match.state
        seats = [match.seat(name) for name in (one, other)]
        shown = active_signals(state).get(signal)
        if state.phase is not Phase.PLAY or None in seats or shown is None:
            return None
        offers = [state.offers[seat] for seat in seats if seat is not None]
        if state.options.digital:
            fits = all(offer is not None and offer.shown == shown for offer in offers)
            return f"trade {quote(one)} {quote(other)}" if fits else None
        return f"trade {quote(one)} {quote(other)} {shown.text}" if offers == [None, None] else None

    def is_bot_ready(self, match: MatchView, seat: int, since: float, pace: float, spread: float) -> bool:
        """Return True if a bot has no offer, or if it has shown its offer for long enough.

        That is ``BOT_SIGNAL_PACES`` times ``pace`` seconds if another player's offer matches, since a trade may be
        ruled soon. Otherwise it is half of that or more, by ``spread``.
        """
        offers = match.state.offers
        mine = offers[seat]
        if mine is None:
            return True
        met = mine.shown in [o.shown for p, o in enumerate(offers) if p != seat and o is not None]
        return since >= BOT_SIGNAL_PACES * pace * (1.0 if met else 0.5 + 0.5 * spread)  # met: a trade may be ruled soon

    def for_the_table(self, match: MatchView, bots: Collection[int], dice_seen: bool, random: Random) -> Acts:
        claim = match.state.claim
        judged = match.state.phase in SPEECH_PHASES and claim is not None and claim[0] in bots
        return ((TABLE, Verdict("clean")),) if judged else ()


def _action_reaction(memory: FaceOffMemory, event: TypedText, *acts: tuple[Actor, Any]) -> Reaction[FaceOffMemory]:
    return Reaction(memory, [draft("action", *acts, tells=True, reason=event.by)])


def _marked(match: MatchView, memory: FaceOffMemory) -> FaceOffMemory:
    """Return the memory updated for the last action.

    It notes that the hand is open, or that a trade has used up the two players' signals.
    """
    if match.edition < 4:
        return memory
    if _has_begun(match, memory):
        memory = replace(memory, heard=replace(memory.heard, opened=match.state.hand))
    last = match.steps[-1] if match.steps else None
    if last is None or last.group <= memory.traded:
        return memory
    memory = replace(memory, traded=last.group)
    by_signal = (
        match.rulings[last.group].code == "trade"
    )  # on_time has spent its shows already; newer shows may belong to the next trade
    if by_signal or not isinstance(last.action, Trade):
        return memory
    return replace(memory, shows=memory.shows.spend_all((last.action.one, last.action.other)))


def _has_begun(match: MatchView, memory: FaceOffMemory) -> bool:
    """Return True if a trade, two offers, a claim or a question who has won shows that the hand is under way."""
    state: State = match.state
    if state.trades or sum(offer is not None for offer in state.offers) > 1:
        return True
    if state.phase is Phase.DEAL or state.hand != memory.hand:  # the last claim belongs to the previous hand
        return False
    claimed = bool(match.steps) and isinstance(match.steps[-1].action, Claim)
    return claimed or state.claim is not None or "who-won" in memory.open.asked
