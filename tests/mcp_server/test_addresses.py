"""Addresses, which several rooms tell and understand in the same way."""

import subprocess
import sys

import pytest

from mcp_server.addresses import endpoint, is_loopback, sign_in_link
from tests.waiting import LONGEST


@pytest.mark.parametrize("address", ["https://arena.example", "https://arena.example/"])
def test_an_address_may_end_with_a_slash(address: str) -> None:
    assert endpoint(address) == "https://arena.example/mcp"
    assert sign_in_link(address, "token") == "https://arena.example/sign-in#token"


@pytest.mark.parametrize(
    ("host", "stays"),
    [
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("192.168.0.7", False),
        ("127.0.0.1.evil.example", False),
        ("localhost.evil.example", False),
        ("", False),
    ],
)
def test_what_is_sent_to_loopback_stays_on_the_machine(host: str, stays: bool) -> None:
    assert is_loopback(host) is stays


@pytest.mark.medium
@pytest.mark.parametrize("module", ["mcp_server.stdio.remote", "mcp_server.cli.commands.players.signing_in"])
def test_who_only_needs_an_address_loads_no_web_server(module: str) -> None:
    asked = f"import sys, {module}; print({{'starlette', 'uvicorn'}} & {{*sys.modules}})"
    assert subprocess.check_output([sys.executable, "-c", asked], text=True, timeout=LONGEST) == "set()\n"
