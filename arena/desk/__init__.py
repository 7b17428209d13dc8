"""What can be asked of the arena, by subject: plain values in, a model out, or an `ArenaError`."""
