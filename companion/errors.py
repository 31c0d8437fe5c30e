"""Errors that a person at the table sees: one sentence that says what happened and what to do, and an exit code."""

from __future__ import annotations


class CompanionError(Exception):
    """Base: the command line prints the sentence and exits with ``code``; nothing else is shown."""

    code = 1


class BadInput(CompanionError):
    """What was typed or given cannot be used: a file that is no video, an illegal action, an unknown name."""

    code = 2


class DeviceUnavailable(CompanionError):
    """A camera, microphone or model that should be there is missing, busy or silent."""

    code = 3


class StorageError(CompanionError):
    """A log or profile cannot be written or read: full disk, other version, damaged file."""

    code = 4
