"""Hours of play at full speed: what grows, and what gets slower."""
