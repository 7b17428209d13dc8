"""The ways in: the `arena` command, the MCP server over HTTP and stdio, the pages. They read a request, call
the arena, and show its answer."""
