"""The clock: starts the arena's use cases at their times, those it has missed too."""
