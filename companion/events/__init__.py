"""Every event between senses, referee and table: frozen values by domain, with one versioned JSON codec."""

from companion.events.base import JSON, Event, EventError
from companion.events.codec import TYPES, VERSION, decode, encode, from_dict, to_dict
from companion.events.command import Act, Command, Reply
from companion.events.dice import Roll
from companion.events.ruling import Ruling, ruling
from companion.events.signal import Phase, Signal
from companion.events.speech import Phrase, Teeth
from companion.events.status import Seat, Source, Status

__all__ = [
    "JSON", "TYPES", "VERSION", "Act", "Command", "Event", "EventError", "Phase", "Phrase", "Reply", "Roll", "Ruling",
    "Seat", "Signal", "Source", "Status", "Teeth", "decode", "encode", "from_dict", "ruling", "to_dict",
]  # fmt: skip
