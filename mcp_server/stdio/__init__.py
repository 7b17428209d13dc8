"""MCP over stdin and stdout, for a program that starts `arena mcp` itself: with an arena that is somewhere
else at the other end, or one of its own."""
