"""Face Off! (Global Giggles): basic and advanced, with digital cards or the table's own deck."""

from companion.rules.face_off.actions import (
    Action,
    Call,
    Claim,
    Confirm,
    Deal,
    Deny,
    Next,
    Offer,
    Trade,
    Verdict,
    Withdraw,
)
from companion.rules.face_off.game import GAME
from companion.rules.face_off.options import FaceOffOptions as Options
from companion.rules.face_off.state import State

__all__ = [
    "GAME",
    "Action",
    "Call",
    "Claim",
    "Confirm",
    "Deal",
    "Deny",
    "Next",
    "Offer",
    "Options",
    "State",
    "Trade",
    "Verdict",
    "Withdraw",
]
