"""The hub of pages that watch a sitting (a running game or drill), and the cameras and microphones that feed it.

Devices are either this machine's own, opened by Python, or those of browsers, which send pictures and sound.
"""

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
    """Base class of hubs whose pages watch a sitting (a running game or drill), and send it pictures and sound."""

    def __init__(self, door: Door, *, clock: Clock | None = None) -> None:
        super().__init__(door, clock=clock)
        self.sitting: Sitting | None = None
        self.devices = Devices(self)
        self.ticks: Observers[[]] = Observers()
        """Called at the start of each tick; the demo plays its script by it."""

    def tick(self) -> None:
        """Handle the events that devices have posted, advance the game's time, and send pages what changed."""
        self.ticks()
        if self.sitting is not None:
            try:
                self.sitting.pump()
            except Exception:  # one bad event must not stop the server  # noqa: BLE001
                _log.exception("taking what was posted")
        super().tick()

    def attend(self, sitting: Sitting, players: tuple[str, ...]) -> None:
        """End the current sitting and start ``sitting``: watch its events and open its devices.

        Args:
            sitting: The new sitting.
            players: The names of its players.
        """
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
        """Return True if an event changes what pages show; subclasses may override it."""
        return True

    def on_event(self, event: Event) -> None:
        """Do nothing; subclasses override it to handle an event or ruling of the sitting.

        Events come in the order in which they took effect.
        """

    def _on_session_end(self, session: Session) -> None:
        super()._on_session_end(session)
        self.devices.on_session_end(session)


class Devices(OwnDevices):
    """The cameras and microphones of a sitting: this machine's own, and those of pages.

    Each device has a worker, the thread that reads it. A worker's key names the device's kind and owner: "camera
    laptop" is opened by Python on this machine, "camera page" is the laptop's browser's, "microphone phone Ann" is
    Ann's phone's.
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

    # Beginning and end of the sitting

    def attach(self, sitting: Sitting, players: tuple[str, ...]) -> None:
        """Open this machine's own devices for a new sitting. A page's devices open when the page first sends data."""
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
        """Close this machine's own devices and open those that are chosen now."""
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
        """Hand one picture from a page's camera to the sitting. The first picture opens the camera.

        Args:
            session: The session of the page.
            data: A JPEG.
            done: Called with the picture's overlay (what was seen in it, see ``overlay_of``), or with None if the
                picture was skipped.

        Raises:
            BadInput: It is not a valid picture, there are too many cameras, or the phone's player is not in the game.
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
        """Hand one block of sound from a page's microphone to the sitting. The first block opens the microphone.

        Args:
            session: The session of the page.
            data: 4 bytes of sample rate (little-endian), then 16-bit mono PCM.

        Raises:
            BadInput: The block is malformed, or the phone's player is not in the game.
        """
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
        """Close a session's camera or microphone when its page stops sending; ``what`` is "camera" or "microphone"."""
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
        """Close the camera and microphone of a session that has ended."""
        for what in ("camera", "microphone"):
            self.on_page_stopped(session, what)

    def _check_player(self, session: Session) -> None:
        if session.player is not None and self._hub.seat_of(session) is None:
            raise BadInput("web.no.player")

    def _opening(self, key: str, make: Callable[[OnStatus], Any]) -> Callable[[OnStatus], Any]:
        """Return the function by which a worker opens a page's camera or microphone, also again after a failure.

        The first source is made at once, so that pictures or sound sent while a detector is still loading are not lost.

        Args:
            key: The worker's key.
            make: Makes the source; its argument is the callback for changes of status.
        """
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
        profiles = noises_of(self._players, partial(self._tell, name))  # players without one are offered a warm-up
        hear = partial(self.glimpse.hear, player)
        meter = SoundMeter(partial(self._level, player), lambda: tuple(sitting.crew.needs.signals), hear)
        sitting.crew.ear(f"microphone {name}", opening, profiles, player=player, eager=False, join=meter.join).start()
        self._hub.notify_pages()  # pages stop speaking while a microphone listens

    # What pages show of the devices

    def _look(self, sitting: Sitting, station: CameraStation, frame: Frame) -> None:
        """Send pages what was found in a frame: its overlay, its throw of dice, its faces.

        It runs in the camera's thread.
        """
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
        """Send a microphone's level to the laptop and to the phone of its player; called in the microphone's thread.

        Args:
            player: The player whose phone it is; None for the laptop's microphone.
            found: ``{level, top}`` as ``SoundMeter`` reports them.
        """
        message = {"t": "level", "name": player or "", **found}
        self._hub.post(lambda: self._hub.tell_of(player, lambda _: message))

    def _tell(self, name: str, detail: Fact | None) -> None:
        if detail is not None:
            self._hub.tell_laptops(
                lambda language: {"t": "source", "name": name, "status": "online", "detail": say(detail, language)}
            )

    def sources(self, language: Language) -> list[dict[str, Any]]:
        """Return each camera and microphone of the sitting: ``kind``, ``name`` and ``trouble`` ("" for none)."""
        return [{"kind": s["kind"], "name": s["name"], "trouble": s["detail"]} for s in self.senses(language)]

    def senses(self, language: Language) -> list[dict[str, Any]]:
        """Return the state of each camera and microphone for the page's status lights.

        Returns:
            ``name``, ``kind``, ``status`` ("idle", "live" or "offline") and ``detail`` (what is wrong, "" for nothing)
            of each.
        """
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
        """True if at least one camera works now."""
        return self._is_sensing("camera ")

    @property
    def listening(self) -> bool:
        """True if at least one microphone works now."""
        return self._is_sensing("microphone ")

    def _is_sensing(self, kind: str) -> bool:
        workers = self._hub.sitting.crew.workers.items() if self._hub.sitting is not None else ()
        return any(key.startswith(kind) and worker.trouble is None for key, worker in workers)

    def speaking(self, on: bool) -> None:
        """Record that the laptop's page begins (``on``) or stops speaking, so that microphones ignore its voice."""
        now = self._hub.clock.now()
        if on:
            self.loudspeaker.begins(now)
        else:
            self.loudspeaker.ends(now)


def _name(session: Session) -> str:
    return "page" if session.player is None else f"phone {session.player}"
