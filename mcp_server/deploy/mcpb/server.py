"""What a host starts: `arena mcp`."""

import sys

from mcp_server.cli.main import main

sys.argv[1:] = ["mcp"]
main()
