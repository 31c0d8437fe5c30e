"""Measurements of the budgets in the design; ``companion bench`` prints them."""
