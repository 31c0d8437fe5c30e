"""A name in its owner's mouth: the phones of a spoken take, for names that no dictionary says right."""

from __future__ import annotations

import numpy as np

from companion.senses.speech.laying import any_talk
from companion.senses.speech.phones import Phones
from companion.senses.speech.phoneset import FRAME, SILENCE
from companion.senses.speech.recogniser import RATE, Samples

_HOP = int(FRAME * RATE)
_AROUND = int(0.06 * RATE)  # samples kept on both sides of what was said
_REST = int(0.5 * RATE)  # samples of silence laid around it: the network knows no sound as short as a name
_UNDER = 25.0  # dB under the loudest hundredth of a second, where it is quiet
_SHORTEST, _LONGEST = 0.15, 2.5  # seconds of a name
_MOST = 16  # phones of a name
_LEAST_PHONES = 2


def phones_of(sound: Samples, phones: Phones) -> tuple[str, ...]:
    """The phones that [n] samples at 16 kHz sound like to ``phones``, without silence; () where no name can have been
    said."""
    said = _spoken(sound)
    if said is None:
        return ()
    if len(said) < _SHORTEST * RATE:
        return ()
    rest = np.zeros(_REST, np.float32)
    heard = phones(np.concatenate([rest, said, rest]))
    run = any_talk().phones(heard)
    spoken = tuple(phone for phone in run if phone != SILENCE)
    return spoken if _LEAST_PHONES <= len(spoken) <= _MOST else ()


def _spoken(sound: Samples) -> Samples | None:
    """From the first to the last loud sound, with a little room; None for nothing or for more than a name."""
    count = len(sound) // _HOP
    if not count:
        return None
    power = np.mean(sound[: count * _HOP].reshape(count, _HOP).astype(np.float64) ** 2, axis=1)
    loud = np.flatnonzero(power > max(power.max() * 10 ** (-_UNDER / 10), 1e-9))
    if not len(loud) or not _SHORTEST <= (loud[-1] - loud[0]) * FRAME <= _LONGEST:
        return None
    return sound[max(0, loud[0] * _HOP - _AROUND) : (loud[-1] + 1) * _HOP + _AROUND]
