"""Video files as a source: every frame with the clip's own time, at full speed or in real time."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.clock import Clock, ManualClock
from companion.errors import BadInput, TooLarge
from companion.facts import fact
from companion.private import readable_name
from companion.sources.container import (
    FFMPEG_DECODERS,
    PictureTrack,
    codec_name,
    is_clip,
    is_common,
    is_cut,
    is_jpeg_2000,
    picture_track,
)
from companion.sources.file_kinds import film_kind, sound_kind
from companion.sources.picture_geometry import PictureGeometry
from companion.sources.picture_source import Frame, FrameSource, Image, Limits, OnStatus, SourceWatchdog
from companion.sources.pixels import decode, fingerprint, opencv, to_bgr

FFMPEG_OPTIONS_VARIABLE = "OPENCV_FFMPEG_CAPTURE_OPTIONS"
_opening = threading.Lock()


def open_ffmpeg(address: str, options: str, parameters: list[int]) -> Any:
    """Open an address or a path with ffmpeg and return the cv2.VideoCapture; None if it does not open.

    Args:
        address: What ffmpeg opens.
        options: ffmpeg's options, as "key;value|key;value".
        parameters: OpenCV's capture properties, as a list of key, value, key, value ...
    """
    cv2 = opencv()
    with _opening:  # ffmpeg's options are passed in an environment variable
        before = os.environ.get(FFMPEG_OPTIONS_VARIABLE)
        os.environ[FFMPEG_OPTIONS_VARIABLE] = options
        try:
            capture = cv2.VideoCapture(address, cv2.CAP_FFMPEG, parameters)
        except cv2.error:
            return None
        finally:
            if before is None:
                del os.environ[FFMPEG_OPTIONS_VARIABLE]
            else:
                os.environ[FFMPEG_OPTIONS_VARIABLE] = before
    if capture.isOpened():
        return capture
    capture.release()
    return None


@contextmanager
def _address_of(path: Path) -> Iterator[str]:
    """Yield the path in the form that ffmpeg needs: absolute (it reads "12:30.mp4" as an address) and UTF-8.

    OpenCV crashes on a name that is not valid UTF-8, as old disks have them. Such a file is opened here and passed as
    /dev/fd/NUMBER.
    """
    address = str(path.absolute())
    try:
        address.encode()
    except UnicodeEncodeError:
        with path.open("rb") as file:
            yield f"/dev/fd/{file.fileno()}"
    else:
        yield address


MAX_GAP_S = 10.0
"""Longest pause between two pictures, in seconds. More means that the recorder's clock jumped (an hour, or years)."""
_MAX_TIME_S = 1e10  # seconds; larger values are ffmpeg's for a picture without a time
_JUMP_S = 1.0  # seconds; after a shorter jump, only this picture's time is taken as missing
_MAX_MISSING_PICTURES = 5  # pictures, or a tenth of the clip if that is more, that may lack at its end without a note
REPEATED_PICTURE_S = 5.0  # seconds of one picture until a clip's status is frozen; its frames are still processed


class Clip(FrameSource):
    """A video file as a source of pictures.

    With ``realtime``, each frame waits for its time on ``clock``; a slow reader still gets every frame. At full speed,
    a ManualClock is set to each frame's time. ``notes`` says if a clip ends early or changes its picture size.
    """

    def __init__(
        self, path: Path, clock: Clock, limits: Limits, *, realtime: bool = False, on_status: OnStatus | None = None
    ) -> None:
        """Open the file. Raises BadInput if it holds no readable video."""
        cv2 = opencv()
        super().__init__(readable_name(path), on_status)
        self._path, self._clock, self._limits, self._realtime = path, clock, limits, realtime
        self._lock = threading.Lock()
        self._closed = False
        self._track = self._checked()
        self._damaged, self._longest_jump = 0, 0.0
        self._written, self._shift = -1.0, 0.0  # the time in the file, and what is added to it (s)
        with _address_of(path) as address:
            self._capture, self._jpegs = self._open(address)
        width, height = (int(self._capture.get(p)) for p in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
        if width * height > limits.max_pixels:  # checked before a picture is decoded
            self._capture.release()
            raise TooLarge("clip.large", name=self.name, width=width, height=height)
        self._capture.set(cv2.CAP_PROP_ORIENTATION_AUTO, 0)  # OpenCV's correction does rotations only, no mirroring
        self._geometry = self._read_geometry()
        fps = self._capture.get(cv2.CAP_PROP_FPS)
        self._period = 1 / fps if 0.01 <= fps <= 1000 else 1 / 30
        self._spacing = self._period  # seconds between the last two pictures
        self._count = int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT))

    def _open(self, address: str) -> tuple[Any, bool]:
        """Open the file with OpenCV. Raises BadInput if it does not open or its codec is not supported.

        Args:
            address: The file as ffmpeg names it (see ``_address_of``).

        Returns:
            The capture, and True if it yields undecoded JPEGs, which are then decoded here.
        """
        cv2 = opencv()
        options = f"protocol_whitelist;file|codec_whitelist;{FFMPEG_DECODERS}"  # no playlist may open an address
        capture = open_ffmpeg(address, options, [])
        if capture is None:
            raise self._no_video(self._track)
        code = int(capture.get(cv2.CAP_PROP_FOURCC))
        name = (code & 0xFFFFFFFF).to_bytes(4, "little")
        if (self._track and not is_common(name)) or is_jpeg_2000(name):  # the codec found by ffmpeg, not the header's
            capture.release()
            raise self._refused(codec_name(name))
        if code != cv2.VideoWriter.fourcc(*"MJPG"):
            return capture, False
        # OpenCV's own MJPEG path keeps the first picture's size and layout for ever (stale pictures, reads past the
        # end where the chroma layout changes), so OpenCV only splits the file here and we decode.
        capture.release()
        capture = open_ffmpeg(address, options, [cv2.CAP_PROP_FORMAT, -1])
        if capture is None:
            raise BadInput("clip.no-jpegs", name=self.name)
        return capture, True

    def _checked(self) -> PictureTrack | None:
        """Read the container before ffmpeg opens the file; return its picture track, if known.

        Raises BadInput for a container or codec that is not supported.
        """
        with self._path.open("rb") as file:
            head = file.read(1024)
        if (kind := sound_kind(head)) is not None:
            raise BadInput("clip.sound", name=self.name, kind=kind)
        if not is_clip(head):
            if (kind := film_kind(head)) is not None:
                raise BadInput("clip.kind", name=self.name, kind=kind)
            raise self._no_video()
        track = picture_track(self._path)
        if track is not None and (codec := track.unknown_codec()) is not None:
            raise self._refused(codec, track)
        if track is not None and not track.has_picture:
            raise BadInput("clip.sound", name=self.name, kind="M4A") if track.has_sound else self._no_video()
        return track

    def _no_video(self, track: PictureTrack | None = None) -> BadInput:
        is_unfinished = is_cut(self._path) or (track is not None and track.is_unfinished)
        return BadInput("clip.no-video", name=self.name, cut=fact("clip.cut") if is_unfinished else None)

    def _refused(self, codec: str, track: PictureTrack | None = None) -> BadInput:
        found = track or self._track
        container = found.container if found else self._path.suffix.lstrip(".").upper()
        return BadInput("clip.codec", name=self.name, codec=codec, container=container)

    def _read_geometry(self) -> PictureGeometry:
        """Return the correction for display: the pixel aspect ratio and the container's rotation or display matrix."""
        cv2 = opencv()
        aspect = [self._capture.get(prop) for prop in (cv2.CAP_PROP_SAR_NUM, cv2.CAP_PROP_SAR_DEN)]
        if self._track is not None and self._track.matrix is not None:
            return PictureGeometry.of_matrix(self._track.matrix, *aspect)
        return PictureGeometry.of_turn(self._capture.get(cv2.CAP_PROP_ORIENTATION_META), *aspect)

    @property
    def seconds(self) -> float:
        """The length that the container gives, in seconds; 0 if it gives none."""
        shown = self._track.shown_seconds if self._track is not None else None
        return max(0.0, shown if shown is not None else self._count * self._period)

    def frames(self) -> Iterator[Frame]:
        """Yield every frame that can be decoded.

        Raises BadInput if there is none, TooLarge for a picture above the limit.
        """
        start = self._clock.now()
        t, index = -self._period, 0
        watch = SourceWatchdog(self._board, replace(self._limits, same_after=REPEATED_PICTURE_S))
        watch.on_connected(0.0)
        while (got := self._next(t)) is not None:
            image, t = got
            if image.shape[0] * image.shape[1] > self._limits.max_pixels:
                raise TooLarge("clip.large", name=self.name, width=image.shape[1], height=image.shape[0])
            self._pace(start + t)
            watch.frame(t, fingerprint(image), (image.shape[1], image.shape[0]))
            yield Frame(image, t, index, self.name)
            index += 1
        if index == 0 and not self._closed:
            self._release()
            raise BadInput("clip.no-picture", name=self.name)
        self._finish(t, index)

    def _next(self, last: float) -> tuple[Image, float] | None:
        """Return the next picture that can be decoded and its time in seconds; None at the end.

        Args:
            last: The time of the picture before; negative for the first one.
        """
        skipped = 0
        while True:
            with self._lock:
                if self._closed:
                    return None
                try:
                    ok, image = self._capture.read()
                except opencv().error:  # a picture so damaged that OpenCV raises: the clip ends there
                    return None
                if not ok or image is None:
                    return None
                t = self._time(self._capture.get(opencv().CAP_PROP_POS_MSEC) / 1000, last)
            picture = decode(image.tobytes(), self._limits.max_pixels) if self._jpegs else to_bgr(image)
            if picture is not None:
                self._damaged += skipped
                return self._geometry.apply(picture), t
            skipped += 1
            last = t

    def _time(self, written: float, last: float) -> float:
        """Return a picture's time in seconds, corrected so that times always increase.

        Args:
            written: The time in the file, which may be missing, go back or jump ahead.
            last: The time of the picture before; negative for the first one.
        """
        if abs(written) > _MAX_TIME_S:
            return last + self._spacing
        before, self._written = self._written, written
        longest = max(MAX_GAP_S, 3 * self._spacing)
        if last < 0 and written > longest:  # the first one
            self._shift = -written
        t = written + self._shift
        if last < t <= last + longest:
            self._spacing = t - last
        elif abs(t - last) > _JUMP_S and 0 < written - before <= longest:
            # The second picture in a row that is off: all that follow are too. A single one may only lack its time.
            self._longest_jump = max(self._longest_jump, abs(t - last))
            self._shift += last - t + written - before
            t = last + written - before
        else:
            t = last + self._spacing
        return t

    def _pace(self, due: float) -> None:
        if self._realtime:
            while not self._closed and (wait := due - self._clock.now()) > 0:
                self._clock.sleep(min(wait, 0.25))
        elif isinstance(self._clock, ManualClock):
            self._clock.set(max(due, self._clock.now()))

    def _finish(self, t: float, frames: int) -> None:
        if self._closed:
            return
        if self._damaged:
            self._board.note(fact("clip.damaged", count=self._damaged), t)
        if self._longest_jump:
            self._board.note(fact("clip.jumps", seconds=round(self._longest_jump, 1)), t)
        if is_cut(self._path) or self._has_ended_early(t + self._period, frames):
            missing = self.seconds - t > 2 * self._period
            whole = fact("clip.of", seconds=round(self.seconds, 3)) if missing else None
            self._board.note(fact("clip.early", end=round(t + self._period, 3), whole=whole), t)
        self.close()

    def _has_ended_early(self, end: float, frames: int) -> bool:
        """Return True if both the pictures and the seconds fall short of what the container declares.

        Args:
            end: The end of the last picture, in seconds.
            frames: The number of pictures read.
        """
        if self._longest_jump:
            return False
        missing = min(self._count - frames - self._damaged, (self.seconds - end) / self._period)
        return missing > max(_MAX_MISSING_PICTURES, self._count // 10)

    def _release(self) -> None:
        """Release the decoder, without a change of status."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._capture.release()

    def close(self) -> None:
        self._release()
        self._board.publish("ended", self._clock.now() if self._realtime else 0.0)
