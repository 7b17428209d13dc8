"""Programs that start `arena mcp`, for tests: with the SDK's client, or line by line."""

import json
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

from tests import waiting
from tests.leaks import note

LONGEST = 30.0
"""Seconds to wait for what takes one or two."""
REVISION = "2026-07-28"
ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": REVISION,
    "io.modelcontextprotocol/clientCapabilities": {},
}


def program() -> str:
    """The `arena` of this Python."""
    found = shutil.which("arena", path=str(Path(sys.executable).parent))
    assert found, "install the project: pip install -e ."
    return found


def surroundings(folder: Path, **more: str) -> dict[str, str]:
    """The environment of a command whose files lie in a folder."""
    own = {"ARENA_LANG": "en", "XDG_STATE_HOME": str(folder / "state"), "XDG_DATA_HOME": str(folder / "data")}
    return own | {"PATH": "/usr/bin:/bin", "HOME": str(Path.home())} | more


@asynccontextmanager
async def hosted(environment: dict[str, str], mode: str = "auto") -> AsyncIterator[Client]:
    """The SDK's client of an `arena mcp`."""
    parameters = StdioServerParameters(command=program(), args=["mcp"], env=environment)
    with anyio.fail_after(waiting.LONGEST):
        async with Client(stdio_client(parameters), mode=mode) as client:  # type: ignore[arg-type]
            yield client


@dataclass(frozen=True)
class Host:
    """A host that speaks line by line to a process whose stderr it does not read."""

    process: subprocess.Popen[bytes]

    def say(self, message: object) -> None:
        """Send a message; text is sent as it is."""
        line = message if isinstance(message, str) else json.dumps(message)
        assert self.process.stdin is not None
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def hear(self) -> Any:
        """The next message."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, "it has ended without another message"
        return json.loads(line)

    def ask(self, id_: int | str, method: str, **params: object) -> Any:
        """What is answered to a request of the newest revision."""
        self.say(request(id_, method, **params))
        answer = self.hear()
        assert answer["id"] == id_
        return answer

    def close(self) -> int:
        """Close the input; the exit code."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(LONGEST)

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Send a signal; the exit code."""
        self.process.send_signal(number)
        return self.process.wait(LONGEST)


def request(id_: int | str, method: str, **params: object) -> dict[str, object]:
    """A request of the newest revision."""
    return {"jsonrpc": "2.0", "id": id_, "method": method, "params": {**params, "_meta": ENVELOPE}}


def handshake() -> dict[str, object]:
    """The request with which older hosts begin."""
    client = {"protocolVersion": HANDSHAKE_PROTOCOL_VERSIONS[-1], "capabilities": {}}
    params = {**client, "clientInfo": {"name": "test", "version": "1"}}
    return {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}


@contextmanager
def started(environment: dict[str, str]) -> Iterator[Host]:
    """An `arena mcp`, which is gone at the end."""
    pipe = subprocess.PIPE
    with (
        subprocess.Popen(
            [program(), "mcp"], stdin=pipe, stdout=pipe, stderr=pipe, env=environment
        ) as process,
        waiting.killed_in_time(process),
    ):
        try:
            yield Host(process)
        finally:
            process.kill()
            assert process.stderr is not None
            note(process.stderr.read())
