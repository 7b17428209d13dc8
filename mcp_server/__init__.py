"""The ways in: for now the `arena` command. They read a request, call the arena, and show its answer."""
