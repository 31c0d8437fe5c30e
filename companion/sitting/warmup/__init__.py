"""The warm-up in a sitting: its cameras and microphones observe for it, and what it learns goes to their senses."""
