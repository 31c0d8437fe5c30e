"""Microphones through PortAudio (sounddevice), at their own sample rate, with detection of unplugging and silence.

PortAudio's callback only copies samples to a queue. A microphone whose callbacks stop for ``UNPLUGGED_AFTER_S`` is
offline. Then the device list is read again, and the microphone reopened, every ``RETRY_S`` until it is back or
``close`` is called.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from companion.bounds import digits
from companion.clock import Clock
from companion.errors import BadInput, DeviceUnavailable
from companion.facts import Fact, fact
from companion.sources.audio import Chunk, Downmix, RateMeter, Resampler, SampleClock, ToldMicrophone
from companion.sources.picture_source import OnStatus

UNPLUGGED_AFTER_S = 1.5  # seconds without a callback until a microphone counts as unplugged
RETRY_S = 2.0  # seconds between attempts to reopen
Backend: TypeAlias = Any  # the sounddevice module, which is untyped, or a substitute in tests
_MAX_SLIP_S = 0.1  # seconds of difference between sample count and clock that mean lost samples


def portaudio() -> Backend:
    """Return the sounddevice module. Raises DeviceUnavailable if PortAudio is missing."""
    try:
        import sounddevice
    except (ImportError, OSError):
        raise DeviceUnavailable("mic.no-system") from None
    return sounddevice


_BEST_SYSTEMS = ("WASAPI", "Core Audio", "ALSA", "PulseAudio", "JACK", "DirectSound", "MME", "OSS", "WDM-KS")
"""Sound systems, best first. Windows lists a microphone once in each of its four."""
_MME_NAME_LENGTH = 31  # characters after which MME, Windows' oldest sound system, cuts off a name
_MAX_DEVICES = 256
_MAX_CHANNELS = 32  # a device with more is a sound server's, not an audio interface
_SOUND_SERVERS = ("default", "sysdefault", "pulse", "pipewire")  # they mix the inputs themselves


def microphones(backend: Backend = None) -> list[tuple[int, str]]:
    """Return number and name of every microphone that is connected now.

    A microphone that several sound systems list appears once.
    """
    found = _inputs(backend or portaudio())
    names: dict[str, list[tuple[int, str]]] = {}
    for number, name, system in found:
        names.setdefault(system, []).append((number, name))
    once: list[tuple[int, str]] = []
    for system in sorted(names, key=_rank):
        better = list(once)
        once += [d for d in names[system] if not any(_is_same_device(d[1], name) for _, name in better)]
    return sorted(once)


def _inputs(sd: Backend) -> list[tuple[int, str, str]]:
    """Return number, name and sound system of every input device.

    Raises DeviceUnavailable if PortAudio cannot list the devices.
    """
    try:
        devices = [(i, d) for i, d in _devices(sd) if d["max_input_channels"] > 0]
        several = len({d.get("hostapi", 0) for _, d in devices}) > 1
        systems = [str(api["name"]) for api in sd.query_hostapis()] if several else []
        return [(i, str(d["name"]), systems[d.get("hostapi", 0)] if several else "") for i, d in devices]
    except Exception as error:  # noqa: BLE001
        raise DeviceUnavailable("mic.no-answer", why=str(error)) from None


def _devices(sd: Backend) -> list[tuple[int, Any]]:
    """Return number and description of every device, except those whose names cannot be decoded."""
    try:
        return list(enumerate(sd.query_devices()))
    except UnicodeDecodeError:
        pass
    found = []
    for number in range(_MAX_DEVICES):
        try:
            found.append((number, sd.query_devices(number)))
        except UnicodeDecodeError:
            continue
        except Exception:  # a number after the last device: PortAudio's own error, or ValueError  # noqa: BLE001
            break
    return found


def _rank(system: str) -> int:
    return next((k for k, name in enumerate(_BEST_SYSTEMS) if name.casefold() in system.casefold()), len(_BEST_SYSTEMS))


def _is_same_device(name: str, better: str) -> bool:
    """Return True if both names are equal, or ``name`` is ``better`` cut off after MME's limit of 31 characters."""
    a, b = name.strip().casefold(), better.strip().casefold()
    return a == b or (len(name) >= _MME_NAME_LENGTH - 1 and b.startswith(a))


def find(spec: str, backend: Backend = None) -> int | None:
    """Return the number of the device that ``spec`` names; None for the system's default.

    Args:
        spec: "" or "default", a device number, or a part of a name.
        backend: The sounddevice module, or a substitute for tests.

    Raises:
        BadInput: If several names match.
        DeviceUnavailable: If none matches.
    """
    if spec in ("", "default"):
        if not microphones(backend):
            raise DeviceUnavailable("mic.none")
        return None
    known = microphones(backend)
    if spec.isdigit():
        number = digits(spec)
        if number in [i for i, _, _ in _inputs(backend or portaudio())]:
            return number
        raise DeviceUnavailable("mic.no-number", spec=spec, known=list_microphones(known))
    return _find_by_name(spec, known)


def _find_by_name(spec: str, devices: list[tuple[int, str]]) -> int:
    """Return the number of the device with this name, or of the only one whose name contains it; case is ignored.

    Args:
        spec: The name or a part of it.
        devices: Number and name of each device.

    Raises:
        BadInput: If several match.
        DeviceUnavailable: If none matches.
    """
    exact = [i for i, name in devices if name.casefold() == spec.casefold()]
    partly = [i for i, name in devices if spec.casefold() in name.casefold()]
    if exact or len(partly) == 1:
        return (exact or partly)[0]
    if partly:
        raise BadInput("mic.several", spec=spec, known=list_microphones([d for d in devices if d[0] in partly]))
    raise DeviceUnavailable("mic.no-name", spec=spec, known=list_microphones(devices))


def list_microphones(microphones: list[tuple[int, str]]) -> Fact:
    """Return a fact that lists the microphones, for error messages."""
    if not microphones:
        return fact("mic.none-here")
    return fact("mic.listed", known=[fact("device.one", index=i, name=name) for i, name in microphones])


class Microphone(ToldMicrophone):
    """One microphone, reopened when it has been unplugged.

    ``on_status`` is called when it goes online or offline, and for every problem. The constructor raises BadInput if
    several devices match, and DeviceUnavailable if none can be opened.
    """

    live = True

    def __init__(self, spec: str, clock: Clock, on_status: OnStatus | None = None, backend: Backend = None) -> None:
        super().__init__("microphone" if spec in ("", "default") else f"microphone {spec}", clock, on_status)
        self._spec, self._backend = spec, backend or portaudio()
        self._queue: queue.Queue[tuple[float, Any, bool]] = queue.Queue()
        self._closed = threading.Event()
        self._stream: Any = None  # the backend's open stream
        self._device_name = ""
        self._resample = self._open()
        self.rate = self._resample.rate

    def _open(self) -> Resampler:
        device = self._find_again() if self._device_name else find(self._spec, self._backend)
        try:
            info = self._backend.query_devices(device, "input")
            if self._spec.isdigit():
                self._device_name = str(info["name"])
            rate = int(info["default_samplerate"])
            self._stream = self._start(device, rate, _channel_counts(info))
        except Exception as error:  # noqa: BLE001
            self._stop()
            raise DeviceUnavailable("mic.closed", name=self.name, why=_reason(error)) from None
        self._downmix = Downmix()
        self._meter = RateMeter(rate)
        return Resampler(rate)

    def _find_again(self) -> int:
        """Return the current number of a microphone that was first opened by number; it may differ after replugging.

        Raises DeviceUnavailable if not exactly one microphone has its name.
        """
        there = {number: name for number, name, _ in _inputs(self._backend)}
        number = int(self._spec)
        if there.get(number) == self._device_name:
            return number
        alike = [i for i, name in microphones(self._backend) if name == self._device_name]
        if len(alike) != 1:
            known = list_microphones(microphones(self._backend))
            raise DeviceUnavailable("mic.no-name", spec=self._device_name, known=known)
        return alike[0]

    def _start(self, device: int | None, rate: int, counts: list[int]) -> Any:
        """Open the stream with the first number of channels in ``counts`` that the device accepts.

        Raises the backend's error if it accepts none.
        """
        for channels in counts:
            try:
                self._stream = self._backend.InputStream(
                    device=device,
                    samplerate=rate,
                    channels=channels,
                    dtype="float32",
                    blocksize=0,
                    latency="low",
                    callback=self._on_samples,
                )
                self._stream.start()
            except Exception:
                self._stop()
                if channels == counts[-1]:
                    raise
            else:
                break
        return self._stream

    def _on_samples(self, data: npt.NDArray[np.float32], frames: int, times: object, status: Any) -> None:
        rate = float(getattr(self._stream, "samplerate", 48000))
        self._queue.put((self._clock.now() - frames / rate, data.copy(), bool(status.input_overflow)))

    def chunks(self) -> Iterator[Chunk]:
        """Yield chunks as they arrive, until ``close``.

        Their times come from the number of samples so far, and are corrected after a loss.
        """
        self._say("online", fact("mic.rate", rate=self.rate))
        steady, last, away = SampleClock(_MAX_SLIP_S), self._clock.now(), False
        while not self._closed.is_set():
            try:
                t, data, overflow = self._queue.get(timeout=0.1)
            except queue.Empty:
                if self._clock.now() - last > UNPLUGGED_AFTER_S:
                    if not self._again():
                        return
                    steady.restart()
                    last, away = self._clock.now(), True
                continue
            last = self._clock.now()
            if (rate := self._meter.add(t + len(data) / self.rate, len(data), overflow=overflow)) is not None:
                self._board.note(fact("mic.other-rate", rate=self.rate, real=rate), last)
                self.rate, self._resample, self._meter = rate, Resampler(rate), RateMeter(rate)
                steady.restart()
            at, lost = steady.place(t, len(data) / self.rate, overflow=overflow)
            channel = self._downmix.channel
            samples = self._downmix.feed(data)
            if self._downmix.channel != channel and data.shape[1] > 2:
                used = (self._downmix.channel or 0) + 1
                self._board.note(fact("mic.channel", channel=used, channels=data.shape[1]), last)
            self._came(len(samples) / self.rate, silent=not samples.any(), lost=lost)
            if away:
                lost, away = max(lost, UNPLUGGED_AFTER_S), False
            out = self._resample.feed(samples)
            if len(out):
                yield Chunk(out, at, lost)

    def _again(self) -> bool:
        """Reopen a microphone that went away; return False if it was closed meanwhile."""
        self._stop()
        self._say("offline", fact("mic.gone"))
        while not self._closed.wait(RETRY_S):
            try:
                self._backend._terminate()  # noqa: SLF001
                self._backend._initialize()  # PortAudio lists devices only when it starts  # noqa: SLF001
                self._resample = self._open()
            except Exception:  # any failure of a missing device: try again until closed  # noqa: BLE001
                continue
            self.rate = self._resample.rate
            while not self._queue.empty():
                self._queue.get_nowait()
            self._say("online", fact("mic.back"))
            return True
        return False

    def _stop(self) -> None:
        stream, self._stream = self._stream, None
        if stream is not None:
            try:
                stream.abort()
                stream.close()
            except Exception:  # a device that is gone cannot be closed: there is nothing left to do about it  # noqa: BLE001
                return

    def close(self) -> None:
        self._closed.set()
        self._stop()


def _channel_counts(info: Any) -> list[int]:
    """Return the numbers of channels to try, best first.

    As many as possible come first: an interface's microphone may be on its third or fourth input.
    """
    most = max(1, int(info["max_input_channels"]))
    name = str(info.get("name", "")).casefold()
    if most > _MAX_CHANNELS or name.startswith(_SOUND_SERVERS):
        most = min(most, 2)
    return sorted({most, min(most, 2), 1}, reverse=True)


def _reason(error: Exception) -> str:
    return str(error).split("[PaErrorCode")[0].strip().rstrip(":") or type(error).__name__
