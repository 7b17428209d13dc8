"""The environment variables of who plays in an arena somewhere else."""

URL, KEY = "ARENA_URL", "ARENA_KEY"
"""The address of the arena, and the participant's key to it."""
