"""Another sense on the sound of a microphone: the speech, a meter, a recording, a lesson."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.events import Event
    from companion.sitting.requests import Request
    from companion.sources.audio import Samples


class SoundObserver:
    """Gets each piece of sound after the sense of noises, in the microphone's thread."""

    def feed(self, samples: Samples, t: float, lost: float) -> Iterable[Event]:
        """``t``: seconds of the first sample; ``lost``: seconds that are missing before it."""
        return ()

    def finish(self) -> Iterable[Event]:
        return ()

    def answer(self, request: Request) -> bool | None:
        """Whether it did what was asked; None where that does not concern it."""
        return None
