"""Every event between senses, referee and table: frozen values by domain, with one versioned JSON codec."""

from companion.events.codec import TYPES, VERSION, decode, encode, from_dict, to_dict
from companion.events.kinds import (
    Act,
    Command,
    Event,
    EventError,
    Phase,
    Phrase,
    Reply,
    Roll,
    Ruling,
    Seat,
    Signal,
    Source,
    Status,
    Teeth,
    ruling,
)

__all__ = [
    "TYPES",
    "VERSION",
    "Act",
    "Command",
    "Event",
    "EventError",
    "Phase",
    "Phrase",
    "Reply",
    "Roll",
    "Ruling",
    "Seat",
    "Signal",
    "Source",
    "Status",
    "Teeth",
    "decode",
    "encode",
    "from_dict",
    "ruling",
    "to_dict",
]
