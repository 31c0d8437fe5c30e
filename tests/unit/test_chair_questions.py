"""What sits on the chairs of an own board: each answer can be ruled, and the last one can be taken back by a tap."""

from __future__ import annotations

from itertools import product

from companion.events import Command
from companion.referee.desk_registry import header, match_of
from companion.referee.match import Match
from companion.referee.questions import Question
from companion.rules.keep_smiling.actions import OFF_LANE, PIECE_SET
from companion.rules.keep_smiling.game import GAME
from companion.rules.protocol import TABLE


def revealing() -> Match:
    """Nothing moves any more; Ann sits on chairs 6, 5, 3 and 2, Ben on 4."""
    made = match_of(header("keep-smiling", ["Ann", "Ben"], {"pieces": "physical"}, 5, "en"), None)
    made.begin()
    chairs = ((0, 0), (0, 1), (1, 0), (0, 2), (0, 3))
    away = (OFF_LANE,) * 5
    made.state = made.state._replace(acts=(TABLE,), steps=(away, away), dice=(), chairs=chairs)
    return made


def only(made: Match) -> Question:
    (question,) = made.questions()
    return question


def answer(made: Match, *chosen: str) -> None:
    for one in chosen:
        rulings = made.fold(Command(onset=made.now, decided=made.now, text=f"answer {only(made).id} {one}"))
        assert "refused" not in [r.code for r in rulings], one


def offered(made: Match) -> str:
    return "".join(a.id for a in only(made).answers if a.kind == "pick")


def test_only_pieces_that_a_set_still_holds_are_offered_at_the_chairs() -> None:
    made = revealing()
    assert offered(made) == "SGN"
    answer(made, "S", "S", "S")  # the third is Ben's first
    assert offered(made) == "GN"
    answer(made, "N")
    assert offered(made) == "G"
    answer(made, "G")
    assert made.is_over


def test_whatever_is_answered_at_the_chairs_the_last_answer_is_ruled() -> None:
    for wanted in product("SGN", repeat=5):
        made = revealing()
        for kind in wanted:
            answer(made, kind if kind in offered(made) else offered(made)[-1])
        assert made.is_over, wanted
        assert all(row.count(k) <= PIECE_SET.count(k) for row in made.state.placed for k in "SGN")


def test_a_wrong_piece_at_the_chairs_is_taken_back_by_a_tap() -> None:
    made = revealing()
    assert [a.id for a in only(made).answers] == ["S", "G", "N"]
    answer(made, "S", "N", "back", "back", "G", "G", "S", "S", "back", "N", "back", "S")
    answer(made, "S")
    assert GAME.outcome(made.state) is not None
    assert made.state.placed[0] == "GGSS?"
