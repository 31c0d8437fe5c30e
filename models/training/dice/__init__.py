"""Renders dice on tables with exact labels: for training, tests and the demo. numpy and OpenCV only, seeded."""

from models.training.dice.scene import Label, Scene, render

__all__ = ["Label", "Scene", "render"]
