"""The use cases, one module a subject: each takes plain values and returns a model or raises `ArenaError`."""
