"""An example of a noise, played through this machine's loudspeaker before a drill begins to listen."""

from __future__ import annotations

from companion import resources
from companion.errors import BadInput, DeviceUnavailable
from companion.senses.sounds.settings import SIGNALS


def play(signal: str) -> None:
    """Until it is over. Raises BadInput for a signal without a noise, DeviceUnavailable where nothing can play it."""
    if signal not in SIGNALS:
        raise BadInput("practice.no-noise", signal=signal)
    import soundfile

    samples, rate = soundfile.read(str(resources.path(f"practice/figures/{signal}.flac")), dtype="float32")
    try:
        import sounddevice

        sounddevice.play(samples, rate, blocking=True)
    except Exception as error:  # PortAudio missing (OSError), or any of its own errors  # noqa: BLE001
        raise DeviceUnavailable("practice.no-loudspeaker", why=str(error)) from None
