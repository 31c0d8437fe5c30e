"""Text for a terminal about throws and the dice camera's calibration, and the corrections that people type."""

from __future__ import annotations

from collections.abc import Sequence

from companion.events import Event, Roll, Source
from companion.events.codec import encode
from companion.facts import Fact, fact
from companion.senses.dice.die_colour import DieSet, name
from companion.senses.dice.die_faces import common_size
from companion.senses.dice.fairness import fairness
from companion.senses.dice.tray_calibration import Calibration
from companion.senses.dice.verdict import without_typing
from companion.words import Language, say


def parse_correction(roll: Roll, typed: str) -> tuple[int, ...]:
    """Return the values of a throw after a correction; () if the text is no correction.

    Args:
        roll: The throw as it was read.
        typed: A digit for each die that was not read, all values, or "a" or "accept" for the camera's best guess.
    """
    if typed.strip().casefold() in ("a", "accept"):
        return roll.best
    digits = [int(c) for c in typed if c in "123456"]
    return roll.fill_unread(digits) if digits else ()


def line(roll: Roll, *, keys: bool = False, language: str = "en") -> str:
    """Return one line about a throw: its values, or why it was refused.

    Args:
        roll: The throw.
        keys: True to add what can be typed.
        language: Language of the line.
    """
    return say(format_roll(roll, keys=keys), language)


def format_roll(roll: Roll, *, keys: bool = False) -> Fact:
    """Return a throw as a fact.

    Args:
        roll: The throw.
        keys: True if somebody can type "a" to accept the best guess for a refused throw.
    """
    shown = [str(v) if v else "?" for v in roll.values]
    if roll.refused:
        accept = fact("dice.accept", best=list(roll.best)) if keys and roll.best else None
        seen = fact("dice.seen", values=shown) if shown else None
        why = roll.refused if keys else without_typing(roll.refused)
        return fact("dice.refused", why=why, seen=seen, accept=accept)
    colours = fact("dice.colours", colours=list(roll.colours)) if roll.colours else None
    return fact("dice.read", values=shown, colours=colours, total=sum(roll.values))


def summary(rolls: int, values: Sequence[int]) -> Fact:
    """Return a fact with how often each number fell, and whether the dice seem fair.

    Args:
        rolls: Number of throws.
        values: Values of all dice in them.
    """
    found = fairness(values)
    counts = [fact("dice.count", face=k, n=n) for k, n in enumerate(found.counts, start=1)]
    return fact("dice.summary", rolls=rolls, counts=counts, fairness=found.as_fact())


def _set_fact(die_set: DieSet) -> Fact:
    """Return the name of a set of dice as a fact, with its colour unless the name contains it."""
    colour = name(die_set.lab)
    if colour in die_set.name:
        return fact("calibrate.colour", colour=die_set.name)
    return fact("calibrate.set", name=die_set.name, colour=colour)


def as_json(found: Calibration, language: str = "en") -> dict[str, object]:
    """Return the calibration as JSON values."""
    return {
        "ready": found.ready,
        "region": found.setup.region,
        "edge": found.setup.edge,
        "dice": [{"value": d.value, "colour": d.colour, "pixels": round(d.size)} for d in found.dice],
        "sets": [{"name": s.name, "lab": s.lab} for s in found.setup.sets],
        "advice": [{**a.to_dict(), "text": say(a, language)} for a in found.advice],
    }


def as_text(found: Calibration, language: str = "en") -> str:
    """Return the calibration as sentences, one per line."""
    remarks: list[Fact] = []
    if found.dice:
        dice = [fact("calibrate.die", colour=d.colour, value=d.value) for d in found.dice]
        pixels = round(common_size(found.dice))
        remarks.append(fact("calibrate.dice", n=len(found.dice), pixels=pixels, dice=dice))
        left, top, right, bottom = (round(100 * v) for v in found.setup.region)
        remarks.append(fact("calibrate.area", left=left, right=right, top=top, bottom=bottom))
        sets = [_set_fact(s) for s in found.setup.sets]
        remarks.append(fact("calibrate.sets", sets=sets or fact("calibrate.no-sets")))
    remarks += [*found.advice, fact("calibrate.ready" if found.ready else "calibrate.not-ready")]
    return "\n".join(say(part, language) for part in remarks)


class TypedRolls:
    """Observer of events that prints throws, and corrects the latest one by what is typed.

    Attributes:
        read: Number of throws that were read.
        keys: True if somebody at a terminal can type.
    """

    def __init__(self, *, json_lines: bool, language: Language) -> None:
        self.read = 0
        self.keys = False
        self._json, self._language = json_lines, language
        self._last: Roll | None = None
        self._values: list[int] = []

    def __call__(self, event: Event) -> None:
        if isinstance(event, Roll):
            self._last = event
            if not event.refused:
                self.read += 1
                self._values += event.values
        if self._json:
            print(encode(event), flush=True)
        elif isinstance(event, Roll):
            print(line(event, keys=self.keys, language=self._language), flush=True)
        elif isinstance(event, Source) and event.detail is not None:
            print(say(event.detail, self._language), flush=True)

    def correct(self, text: str, t: float) -> tuple[int, ...]:
        """Correct the latest throw by a typed line, and return its new values; () if nothing was corrected.

        Args:
            text: The line, as for ``parse_correction``.
            t: Time of the correction, in seconds.
        """
        roll = self._last
        values = parse_correction(roll, text) if roll is not None else ()
        if roll is not None and values:
            colours = roll.colours if len(values) == len(roll.colours) else ()
            self(Roll(onset=roll.onset, decided=t, source="typed", values=values, colours=colours))
        return values

    def end(self) -> None:
        """Print a summary of all throws, or that no throw came to rest; nothing in JSON mode."""
        if self._json:
            return
        if self._last is None:
            print(say("dice.never-still", self._language))
        elif self.read > 1:
            print(say(summary(self.read, self._values), self._language))
