"""Rendered throws, pictures and people that are measured on, never trained on; models.training paints them."""
