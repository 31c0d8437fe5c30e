"""Cameras and microphones of the table: the laptop's own and those of pages, started and stopped with the game."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from companion import events
from companion.errors import BadInput, CompanionError
from companion.people.known import advice
from companion.senses.sounds.loudspeaker import Loudspeaker
from companion.senses.sounds.profile import Profile
from companion.senses.sounds.settings import Settings
from companion.senses.sounds.table import Mouth
from companion.sitting.feeds import mouths
from companion.sitting.followers.wild_shows import WildShows
from companion.web.table.ears import Ear, PageMicrophone
from companion.web.table.eyes import Eye
from companion.web.table.pictures import PageCamera, check
from companion.web.table.speeches import Speeches
from companion.words import say

if TYPE_CHECKING:
    from companion.web.table.guard import Session
    from companion.web.table.hub import Hub

SEEING: Final = ("face-off", "keep-smiling")
HEARING: Final = ("face-off",)
MOST_EYES: Final = 6


class Senses:
    """``camera`` and ``microphone`` are what Python itself opens (see ``open_source``, ``open_audio``)."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self.camera = ""
        self.microphone = ""
        self.realtime = True
        self.trouble: dict[str, str] = {}
        self.loudspeaker = Loudspeaker(Settings.load().echo)
        self.viewers: set[asyncio.Event] = set()
        self.latest: tuple[dict[str, Any], bytes] | None = None
        self._eyes: dict[str, Eye] = {}
        self._ears: dict[str, Ear] = {}
        self._signals: dict[str, int] = {}
        self.speeches: Speeches | None = None
        self.wild = WildShows(self._feeds)

    def restart(self) -> None:
        """A new game: the laptop's own devices are opened for it; pages send again by themselves."""
        self.stop()
        game = self._hub.game
        if game is None:
            return
        game.dice_seen = False
        self.speeches = Speeches(game.match, game.at) if game.match.game.name in HEARING else None
        if self.camera and game.match.game.name in SEEING:
            self._try("camera", self._open_camera)
        if self.microphone and game.match.game.name in HEARING:
            self._try("microphone", self._open_microphone)

    def _try(self, what: str, work: Any) -> None:
        self.trouble.pop(what, None)
        try:
            work()
        except CompanionError as error:
            self.trouble[what] = str(error)
            self._hub.offline(what, error)

    def _open_camera(self) -> None:
        from companion.sources import open_source

        status: list[events.Event] = []
        source = open_source(self.camera, realtime=self.realtime, clock=self._hub.clock, on_status=status.append)
        self._eyes["laptop"] = self._eye(source, None, status)

    def _open_microphone(self) -> None:
        from companion.sources.audio_opening import open_audio

        name = "" if self.microphone == "default" else self.microphone
        clip = self.laptop.source if self.laptop is not None and not self.laptop.source.live else None
        source = open_audio(name, realtime=self.realtime and clip is None, clock=self._hub.clock)

        def began() -> float | None:
            return clip.offset if clip is not None else None

        together = clip is not None and not source.live  # a sound file belongs to the clip
        self._ears["laptop"] = self._ear(source, None, began if together else None)

    def _eye(self, source: Any, player: str | None, status: list[events.Event]) -> Eye:
        hub = self._hub
        assert hub.game is not None
        if hub.game.match.game.name == "keep-smiling":
            hub.game.dice_seen = True
        names = list(hub.game.match.players) if player is None else [player]
        eye = Eye(
            source, hub.game.match, names, status,
            clock=hub.clock, post=hub.post, hear=hub.hear, seen=hub.seen, workers=2 if player is None else 1,
            watch=self.speeches.watch if self.speeches is not None else None,
        )  # fmt: skip
        eye.active(self._signals)
        return eye

    def _ear(self, source: Any, player: str | None, began: Callable[[], float | None] | None = None) -> Ear:
        hub = self._hub
        assert hub.game is not None
        ear = Ear(
            source, player, hub.game.match.players,
            clock=hub.clock, post=hub.post, hear=hub.hear, level=hub.level, loudspeaker=self.loudspeaker,
            mouths=self._mouths, speech=self.speeches.sense if self.speeches is not None else None, began=began,
        )  # fmt: skip
        ear.active(self._signals)
        with contextlib.suppress(CompanionError):  # profiles that cannot be read are the ear's trouble
            said = advice([player] if player is not None else hub.game.match.players)
            if said:
                detail = say(said, hub.game.match.language)
                hub.laptops({"t": "source", "name": ear.name, "status": "online", "detail": detail})
        return ear

    def _mouths(self) -> list[Mouth]:
        """The mouths in view of all cameras; asked by the microphones' threads."""
        return mouths([eye.faces for eye in list(self._eyes.values()) if eye.faces is not None])

    def _feeds(self) -> list[object]:
        """The senses of faces and noises that run now."""
        return [*(eye.faces for eye in list(self._eyes.values())), *(ear.noises for ear in list(self._ears.values()))]

    def picture(self, session: Session, data: bytes, done: Any) -> None:
        """A picture of a page's camera. ``done`` gets its overlay, or None where it was left out. Raises BadInput."""
        game = self._hub.game
        check(data)
        if game is None or game.match.game.name not in SEEING:
            done(None)
            return
        key = "page" if session.player is None else f"phone {session.player}"
        eye = self._eyes.get(key)
        if eye is None or eye.page is None or eye.trouble:
            if session.player is not None and game.seat(session.player) is None:
                raise BadInput("this player is not in the game", "dieser Spieler ist nicht im Spiel")
            if len(self._eyes) >= MOST_EYES and eye is None:
                raise BadInput(
                    f"{MOST_EYES} cameras watch already: stop one first",
                    f"{MOST_EYES} Kameras schauen schon zu: schalte zuerst eine aus",
                )
            eye = self._eyes[key] = self._eye(PageCamera(key, self._hub.clock), session.player, [])
            self._hub.changed()
        assert eye.page is not None
        eye.page.offer(data, done)

    def sound(self, session: Session, data: bytes) -> None:
        """A piece of sound of a page's microphone. Raises BadInput."""
        game = self._hub.game
        if game is None or game.match.game.name not in HEARING:
            return
        key = "page" if session.player is None else f"phone {session.player}"
        ear = self._ears.get(key)
        if ear is None or ear.trouble:
            ear = self._ears[key] = self._ear(PageMicrophone(key, self._hub.clock), session.player)
            self._hub.changed()  # pages that speak keep quiet now
        if isinstance(ear.source, PageMicrophone):
            ear.source.offer(data)

    def gone(self, session: Session, what: str) -> None:
        """A page stopped sending."""
        key = "page" if session.player is None else f"phone {session.player}"
        found: dict[str, Any] = self._eyes if what == "camera" else self._ears
        one = found.pop(key, None)
        if one is not None:
            one.close()
        if what == "camera" and self._hub.game is not None and not self._eyes:
            self._hub.game.dice_seen = False
        if one is not None:
            self._hub.changed()

    def sit(self, number: int, name: str) -> None:
        """The face in seat ``number`` before the laptop's camera is ``name``."""
        for key in ("laptop", "page"):
            if key in self._eyes:
                self._eyes[key].sit(number, name)

    def active(self, signals: dict[str, int]) -> None:
        """The signals that count now."""
        if signals == self._signals:
            return
        self._signals = signals
        for one in self._all():
            one.active(signals)

    def _all(self) -> list[Eye | Ear]:
        return [*self._eyes.values(), *self._ears.values()]

    @property
    def laptop(self) -> Eye | None:
        """What watches the laptop's own camera or clip."""
        return self._eyes.get("laptop")

    def speaking(self, on: bool) -> None:
        """The laptop's page begins or ends to speak a ruling: no microphone at the table takes it for a signal."""
        now = self._hub.clock.now()
        if on:
            self.loudspeaker.begins(now)
        else:
            self.loudspeaker.ends(now)

    def confirm(self, signal: events.Signal, player: str) -> Profile | None:
        """The table let a sound stand: the ear that heard it learns from it."""
        return next((p for ear in self._ears.values() if (p := ear.confirm(signal, player)) is not None), None)

    def want(self) -> None:
        """A viewer of the laptop's own camera is ready for the next picture."""
        if "laptop" in self._eyes:
            self._eyes["laptop"].wanted = True

    def seen(self, eye: Eye, overlay: dict[str, Any], jpeg: bytes | None) -> None:
        if jpeg is not None:
            self.latest = (overlay, jpeg)
            for viewer in self.viewers:
                viewer.set()

    def sources(self) -> list[dict[str, Any]]:
        """What watches and listens now, with what is wrong."""
        found = [{"kind": "camera", "name": k, "trouble": e.trouble} for k, e in self._eyes.items()]
        found += [{"kind": "microphone", "name": k, "trouble": e.trouble} for k, e in self._ears.items()]
        missing = [{"kind": k, "name": "laptop", "trouble": why} for k, why in self.trouble.items()]
        return found + missing

    def stop(self) -> None:
        for one in self._all():
            one.close()
        self._eyes, self._ears, self.latest = {}, {}, None

    def close(self) -> None:
        self.stop()
        for viewer in self.viewers:
            viewer.set()
