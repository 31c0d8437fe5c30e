"""The sitting that pages watch: its workers are cameras and microphones of pages, and those of this machine."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from companion.clock import Clock
from companion.errors import BadInput
from companion.events import Event
from companion.events import Source as SourceEvent
from companion.facts import Fact
from companion.observers import Observers
from companion.people.profile_lookup import noises_of
from companion.senses.dice import tray
from companion.senses.sounds.levels import Loudspeaker
from companion.senses.sounds.settings import SoundSettings
from companion.sitting.camera_stations import CameraStation, FaceStation
from companion.sitting.sitting import Sitting
from companion.sitting.worker import Opening
from companion.sources.page_sources import Done, PageCamera, PageMicrophone
from companion.sources.picture_source import Frame, OnStatus
from companion.sources.pixels import check
from companion.web.kit.door import Door, Session
from companion.web.kit.drawn_throws import DrawnThrows
from companion.web.kit.hub import PageHub
from companion.web.kit.own_devices import OwnDevices
from companion.web.kit.preview import Previews
from companion.web.kit.sense_glimpse import Overlays, SenseGlimpse, SoundMeter, overlay_of
from companion.web.kit.thresholds import Thresholds
from companion.words import Language, say

MAX_CAMERAS: Final = 6
LAPTOP: Final = "laptop"
_log = logging.getLogger(__name__)


class SensingHub(PageHub):
    """Pages that watch a sitting, and send it pictures and sound."""

    def __init__(self, door: Door, *, clock: Clock | None = None) -> None:
        super().__init__(door, clock=clock)
        self.sitting: Sitting | None = None
        self.devices = Devices(self)
        self.ticks: Observers[[]] = Observers()
        """Told before each look at the time: the demo plays its script."""

    def tick(self) -> None:
        """Take what sources have posted, let the game's time pass, and show what has changed."""
        self.ticks()
        if self.sitting is not None:
            try:
                self.sitting.pump()
            except Exception:  # the edge of the server's loop: one odd event must not close the table  # noqa: BLE001
                _log.exception("taking what was posted")
        super().tick()

    def attend(self, sitting: Sitting, players: tuple[str, ...]) -> None:
        """Watch this sitting from now on, in place of the one before."""
        self.dismiss()
        self.devices.previews.close()
        self.sitting = sitting
        sitting.posted.add(self.wake)
        sitting.observers.add(self._saw)
        self.devices.attach(sitting, players)

    def dismiss(self) -> None:
        sitting, self.sitting = self.sitting, None
        if sitting is not None:
            sitting.close()
        self.devices.detach()

    def close(self) -> None:
        self.dismiss()
        self.devices.previews.close()
        for viewer in self.devices.window.viewers:
            viewer.set()

    def _saw(self, event: Event) -> None:
        self._news = self.shows(event) or self._news
        self.on_event(event)

    def shows(self, event: Event) -> bool:
        """Return whether an event changes what pages show."""
        return True

    def on_event(self, event: Event) -> None:
        """Handle an event or ruling of the sitting, in the order in which they counted."""

    def _on_session_end(self, session: Session) -> None:
        super()._on_session_end(session)
        self.devices.on_session_end(session)


class Devices(OwnDevices):
    """Those of pages beside those of this machine.

    A worker's key is its kind and whose it is: "camera laptop" is Python's own, "camera page" the laptop's browser's,
    "microphone phone Ann" a phone's.
    """

    def __init__(self, hub: SensingHub) -> None:
        super().__init__(hub.clock)
        self._hub = hub
        self.loudspeaker = Loudspeaker(SoundSettings.load().echo)
        self.window = Overlays(hub.post)
        self.throws = DrawnThrows(hub.post, hub.notify_pages)
        self.glimpse = SenseGlimpse(hub.post, hub.tell)
        self.previews = Previews()
        self.thresholds = Thresholds()
        self._players: tuple[str, ...] = ()
        self._pages: dict[str, Any] = {}
        self._owners: dict[str, Session] = {}

    # The sitting begins and ends

    def attach(self, sitting: Sitting, players: tuple[str, ...]) -> None:
        """Open this machine's own devices for a sitting that begins; pages send by themselves."""
        self._players = players
        sitting.crew.loudspeaker = self.loudspeaker
        sitting.crew.on_look.append(partial(self._look, sitting))
        self.reopen()

    def detach(self) -> None:
        self._pages.clear()
        self._owners.clear()
        self.renew()
        self.window.latest = None
        self.throws.forget()

    def reopen(self) -> None:
        """Open this machine's own devices as they are chosen now."""
        sitting = self._hub.sitting
        if sitting is None:
            return
        self.renew()
        self.window.latest = None
        for kind in ("camera", "microphone"):
            sitting.crew.close(f"{kind} {LAPTOP}")
        if self.camera and sitting.crew.needs.sees:
            self._eye(sitting, LAPTOP, self.open_camera, self._players, workers=2)
        if self.microphone and sitting.crew.needs.hears:
            self._ear(sitting, LAPTOP, self.open_microphone, None)

    # Pages

    def picture(self, session: Session, data: bytes, done: Done) -> None:
        """Take a picture of a page's camera.

        ``done`` gets its overlay, or None where it was left out. Raises BadInput.
        """
        check(data)
        sitting = self._hub.sitting
        if sitting is None or not sitting.crew.needs.sees:
            done(None)
            return
        name = _name(session)
        key = f"camera {name}"
        if key not in sitting.crew.workers:
            self._check_player(session)
            if sum(k.startswith("camera ") for k in sitting.crew.workers) >= MAX_CAMERAS:
                raise BadInput("web.no.cameras", most=MAX_CAMERAS)
            players = self._players if session.player is None else (session.player,)
            self._eye(sitting, name, self._opening(key, partial(PageCamera, name, self._hub.clock)), players, workers=1)
        self._owners[key] = session
        self._pages[key].offer(data, done)

    def sound(self, session: Session, data: bytes) -> None:
        """Take a piece of sound of a page's microphone. Raises BadInput."""
        sitting = self._hub.sitting
        if sitting is None or not sitting.crew.needs.hears:
            return
        name = _name(session)
        key = f"microphone {name}"
        if key not in sitting.crew.workers:
            self._check_player(session)
            opening = self._opening(key, partial(PageMicrophone, name, self._hub.clock))
            self._ear(sitting, name, opening, session.player)
        self._owners[key] = session
        self._pages[key].offer(data)

    def on_page_stopped(self, session: Session, what: str) -> None:
        """Close the ``what``, camera or microphone, from which a page stopped sending."""
        key = f"{what} {_name(session)}"
        if self._owners.get(key) is session:
            del self._owners[key]
            page = self._pages.pop(key, None)
            if page is not None:
                page.close()
            if self._hub.sitting is not None:
                self._hub.sitting.crew.close(key)
            self._hub.notify_pages()

    def on_session_end(self, session: Session) -> None:
        """Close all devices of a session that has ended."""
        for what in ("camera", "microphone"):
            self.on_page_stopped(session, what)

    def _check_player(self, session: Session) -> None:
        if session.player is not None and self._hub.seat_of(session) is None:
            raise BadInput("web.no.player")

    def _opening(self, key: str, make: Callable[[OnStatus], Any]) -> Callable[[OnStatus], Any]:
        """Return what opens a source: the first at once, so that nothing offered is lost while the sense is loaded."""
        telling: list[OnStatus] = []

        def tell(event: SourceEvent) -> None:
            for told in telling:
                told(event)

        waiting = [make(tell)]
        self._pages[key] = waiting[0]

        def opening(on_status: OnStatus) -> Any:
            telling[:] = [on_status]
            source = self._pages[key] = waiting.pop() if waiting else make(tell)
            return source

        return opening

    def _eye(self, sitting: Sitting, name: str, opening: Opening, players: Sequence[str], workers: int) -> None:
        crew = sitting.crew
        given = None
        if name == LAPTOP and self.setup is not None and sitting.crew.needs.sees == "dice":
            given = tray.load_named_tray(self.setup)
        crew.eye(f"camera {name}", opening, players, eager=False, workers=workers, setup=given).start()
        self._hub.notify_pages()

    def _ear(self, sitting: Sitting, name: str, opening: Opening, player: str | None) -> None:
        profiles = noises_of(self._players, partial(self._tell, name))  # who has none is offered a warm-up
        hear = partial(self.glimpse.hear, player)
        meter = SoundMeter(partial(self._level, player), lambda: tuple(sitting.crew.needs.signals), hear)
        sitting.crew.ear(f"microphone {name}", opening, profiles, player=player, eager=False, join=meter.join).start()
        self._hub.notify_pages()  # pages that speak keep quiet now

    # What pages are shown of them

    def _look(self, sitting: Sitting, station: CameraStation, frame: Frame) -> None:
        """Draw what a frame shows, in the camera's thread."""
        overlay = overlay_of(station, frame.image, sitting.crew.needs.signals)
        self.throws.look(station, sitting.at)
        page = self._pages.get(f"camera {frame.source}")
        if page is not None:
            page.answer(overlay)
        else:
            self.window.show(overlay, frame.image)
        if isinstance(station, FaceStation):
            self.glimpse.look(frame.source, frame.t, station.sense.seats)

    def _level(self, player: str | None, found: dict[str, Any]) -> None:
        """Send a microphone's level to the laptop and to whose phone it is; from the microphone's thread."""
        message = {"t": "level", "name": player or "", **found}
        self._hub.post(lambda: self._hub.tell_of(player, lambda _: message))

    def _tell(self, name: str, detail: Fact | None) -> None:
        if detail is not None:
            self._hub.tell_laptops(
                lambda language: {"t": "source", "name": name, "status": "online", "detail": say(detail, language)}
            )

    def sources(self, language: Language) -> list[dict[str, Any]]:
        """Return what watches and listens now, with what is wrong."""
        return [{"kind": s["kind"], "name": s["name"], "trouble": s["detail"]} for s in self.senses(language)]

    def senses(self, language: Language) -> list[dict[str, Any]]:
        """For the lights: each camera and microphone with idle, live or offline, and what is wrong."""
        found = []
        for key, worker in self._hub.sitting.crew.workers.items() if self._hub.sitting is not None else ():
            kind, _, name = key.partition(" ")
            trouble = worker.trouble
            live = worker.status == "online" and trouble is None
            status = "live" if live else "idle" if worker.status in ("ended", "off") else "offline"
            detail = say(trouble, language)
            found.append({"name": name, "kind": kind, "status": status, "detail": detail})
        return found

    @property
    def watching(self) -> bool:
        """Return whether a camera sees the table now."""
        return self._is_sensing("camera ")

    @property
    def listening(self) -> bool:
        """Return whether a microphone hears the table now."""
        return self._is_sensing("microphone ")

    def _is_sensing(self, kind: str) -> bool:
        workers = self._hub.sitting.crew.workers.items() if self._hub.sitting is not None else ()
        return any(key.startswith(kind) and worker.trouble is None for key, worker in workers)

    def speaking(self, on: bool) -> None:
        """Mute the senses of sound while the laptop's page speaks: no microphone here takes it for a signal."""
        now = self._hub.clock.now()
        if on:
            self.loudspeaker.begins(now)
        else:
            self.loudspeaker.ends(now)


def _name(session: Session) -> str:
    return "page" if session.player is None else f"phone {session.player}"
