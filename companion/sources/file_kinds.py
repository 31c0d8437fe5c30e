"""Names of picture, sound and film formats by a file's first bytes, for error messages about unsupported files."""

from __future__ import annotations

from typing import Final

_HEIC_BRANDS: Final = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"mif1", b"msf1", b"mif2")
_AVIF_BRANDS: Final = (b"avif", b"avis")
_AUDIO_BRANDS: Final = (b"M4A ", b"M4B ", b"M4P ", b"F4A ")
_PICTURE_MAGICS: Final = (
    (b"II*\x00\x10\x00\x00\x00CR", "Canon CR2"),
    (b"II*\x00", "TIFF"),
    (b"MM\x00*", "TIFF"),
    (b"II+\x00", "TIFF"),
    (b"MM\x00+", "TIFF"),
    (b"IIU\x00", "Panasonic RW2"),
    (b"IIRO", "Olympus ORF"),
    (b"FUJIFILMCCD-RAW", "Fujifilm RAF"),
    (b"FOVb", "Sigma X3F"),
    (b"\xff\x0a", "JPEG XL"),
    (b"\x00\x00\x00\x0cJXL ", "JPEG XL"),
    (b"\x00\x00\x00\x0cjP  ", "JPEG 2000"),
    (b"\xff\x4f\xff\x51", "JPEG 2000"),
    (b"GIF8", "GIF"),
    (b"8BPS", "Photoshop"),
    (b"\x00\x00\x01\x00", "icon"),
    (b"\x76\x2f\x31\x01", "OpenEXR"),
    (b"#?RADIANCE", "HDR"),
    (b"\x59\xa6\x6a\x95", "Sun raster"),
    (b"P1", "PBM"),
    (b"P2", "PGM"),
    (b"P3", "PPM"),
    (b"P4", "PBM"),
    (b"P5", "PGM"),
    (b"P6", "PPM"),
    (b"P7", "PAM"),
)
_SOUND_MAGICS: Final = (
    (b"fLaC", "FLAC"),
    (b"OggS", "OGG"),
    (b"ID3", "MP3"),
    (b"#!AMR", "AMR"),
    (b"caff", "CAF"),
    (b"riff\x2e\x91\xcf\x11", "Wave64"),
    (b".snd", "AU"),
    (b"MThd", "MIDI"),
    (b"wvpk", "WavPack"),
    (b"MAC ", "Monkey's Audio"),
    (b"DSD ", "DSD"),
    (b"\xff\xf1", "AAC"),
    (b"\xff\xf9", "AAC"),
    (b"\xff\xfb", "MP3"),
    (b"\xff\xfa", "MP3"),
    (b"\xff\xf3", "MP3"),
    (b"\xff\xf2", "MP3"),
)
_FILM_MAGICS: Final = (
    (b"\x1aE\xdf\xa3", "Matroska or WebM"),
    (b"FLV\x01", "Flash video"),
    (b"\x30\x26\xb2\x75\x8e\x66\xcf\x11", "WMV or WMA"),
    (b"\x06\x0e\x2b\x34", "MXF"),
    (b"\x00\x00\x01\xba", "MPEG"),
    (b"\x00\x00\x01\xb3", "MPEG"),
    (b"\x1f\x07\x00", "DV"),
    (b"NUT/", "NUT"),
    (b".RMF", "RealMedia"),
)
_OGG_PACKETS: Final = (
    (b"\x01vorbis", "OGG"),
    (b"OpusHead", "OGG"),
    (b"\x7fFLAC", "FLAC in OGG"),
    (b"Speex   ", "Speex in OGG"),
    (b"\x80theora", "Theora"),
)
"""First packets of OGG files; only Vorbis and Opus are read. Sources: RFC 5334, RFC 7845."""
_OGG_PAGE_HEADER_BYTES: Final = 27
_MOVIE_BOXES: Final = (b"ftyp", b"moov", b"mdat", b"wide", b"free", b"skip", b"pnot")


def picture_kind(head: bytes) -> str | None:
    """Return the name of a picture format that is not supported; None for any other file.

    Args:
        head: The file's first 32 bytes or more.
    """
    if head[4:8] == b"ftyp":
        brand = head[8:12]
        if brand in _AVIF_BRANDS or (brand in _HEIC_BRANDS and b"avif" in head[12:64]):
            return "AVIF"
        return "HEIC" if brand in _HEIC_BRANDS else "Canon CR3" if brand == b"crx " else None
    return _named(head, _PICTURE_MAGICS)


def ogg_kind(head: bytes) -> str | None:
    """Return what an OGG file holds by its first packet: "OGG" for what is read here; None for what is no such file.

    ``head``: 64 bytes or more.
    """
    if head[:4] != b"OggS" or len(head) < _OGG_PAGE_HEADER_BYTES:
        return None
    return _named(head[_OGG_PAGE_HEADER_BYTES + head[26] :], _OGG_PACKETS) or "OGG"


def sound_kind(head: bytes) -> str | None:
    """Return the name of a sound format, supported or not; None for any other file."""
    if (packed := ogg_kind(head)) is not None:
        return None if packed == "Theora" else packed
    if head[:4] in (b"RIFF", b"RF64", b"BW64") and head[8:12] == b"WAVE":
        return "WAV"
    if head[:4] == b"FORM" and head[8:12] in (b"AIFF", b"AIFC"):
        return "AIFF"
    if head[4:8] == b"ftyp" and head[8:12] in _AUDIO_BRANDS:
        return "M4A"
    return _named(head, _SOUND_MAGICS)


def film_kind(head: bytes) -> str | None:
    """Return the name of a video format, supported or not; None for any other file."""
    if head[4:8] in _MOVIE_BOXES:
        return None if picture_kind(head) or sound_kind(head) else "MOV" if head[8:12] == b"qt  " else "MP4"
    if head[:4] == b"RIFF" and head[8:11] == b"AVI":
        return "AVI"
    if ogg_kind(head) == "Theora":
        return "Theora"
    if is_transport_stream(head):
        return "MPEG-TS"
    return _named(head, _FILM_MAGICS)


def is_transport_stream(head: bytes) -> bool:
    """Return True for MPEG-TS, also with times before each packet, as AVCHD cameras write it. ``head``: 197 bytes."""
    return any(head[at : at + 1] == b"\x47" == head[at + 188 + at : at + 189 + at] for at in (0, 4))


def _named(head: bytes, kinds: tuple[tuple[bytes, str], ...]) -> str | None:
    return next((name for beginning, name in kinds if head.startswith(beginning)), None)
