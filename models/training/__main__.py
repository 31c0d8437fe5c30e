"""Runs what makes a network, in one thread: ``python -m models.training noises.train SHARDS STATE.pt --minutes 30``.

The first word is a module of this package; its function ``main`` takes the others. OMP_NUM_THREADS allows more threads.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

import typer

if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    module = import_module(f"models.training.{sys.argv.pop(1)}")
    import cv2  # after the module, which may tell it what to read

    cv2.setNumThreads(1)
    module.app() if hasattr(module, "app") else typer.run(module.main)
