"""The warm-up: the minute in which the table learns its people. Pure: observations in, verdicts as facts out."""
