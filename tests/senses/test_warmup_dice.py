"""The dice's warm-up: colours, whose they are, what was read and what will be hard."""

from __future__ import annotations

import numpy as np

from companion.clock import MonotonicClock
from companion.events import Notice
from companion.facts import Fact
from companion.referee.desk_registry import header, match_of
from companion.senses.dice.die_colour import DieSet
from companion.senses.dice.seen_die import SeenDie
from companion.senses.dice.tray import TraySetup
from companion.senses.dice.tray_calibration import Calibration
from companion.sitting.table_sitting import table_of
from companion.sitting.warmup.dice_warmup import assign_sets, dice_fact

RED, WHITE = (45.0, 55.0, 35.0), (90.0, 0.0, 3.0)


def die(x: float, lab: tuple[float, float, float], sure: float = 0.97, value: int = 4) -> SeenDie:
    chances = np.full(6, (1 - sure) / 5, np.float32)
    chances[value - 1] = sure
    return SeenDie(x, 100.0, (x - 20, 80.0, x + 20, 120.0), 0.9, chances, 0.0, lab)


def seen(*dice: SeenDie, advice: tuple[Fact, ...] = ()) -> Calibration:
    return Calibration(TraySetup(sets=(DieSet("Ann", WHITE), DieSet("Ben", RED))), dice, advice, True)


def test_the_left_set_is_the_first_players() -> None:
    found = seen(die(100, RED), die(150, RED), die(500, WHITE), die(560, WHITE))
    assert [(s.name, s.lab) for s in assign_sets(found, ("Ann", "Ben"))] == [("Ann", RED), ("Ben", WHITE)]


def test_it_says_what_it_read_and_what_will_be_hard() -> None:
    found = seen(die(100, RED, sure=0.5), die(500, WHITE))
    said = dice_fact(found, assign_sets(found, ("Ann", "Ben")))
    assert said.values["n"] == 2
    assert [h.code for h in said.values["hard"]] == ["warmup.dice-unsure"]  # type: ignore[union-attr]
    easy = seen(die(100, RED), die(500, WHITE))
    assert dice_fact(easy, assign_sets(easy, ("Ann", "Ben"))).values["hard"] == Fact("warmup.dice-easy")


def test_without_a_camera_over_the_dice_it_is_refused() -> None:
    table = table_of(match_of(header("keep-smiling", ["Ann", "Ben"], {}, 1, "en"), None), MonotonicClock())
    refused: list[object] = []
    table.sitting.observers.add(
        lambda e: refused.append(e.values["why"]) if isinstance(e, Notice) and e.code == "refused" else None
    )
    table.sitting.begin()
    table.sitting.command("warmup")
    assert refused == [Fact("warmup.no-dice-camera")]
