"""Measuring: figures on labelled data and of this machine. In a checkout only; the wheel leaves it out."""
