"""The server on the network: what every request passes on its way to the MCP server or a page, and how the
server itself is run, watched and bounded."""
