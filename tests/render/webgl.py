"""Pictures of GLB files as three.js draws them in a browser's WebGL: unlit and without antialiasing.

The page that draws asks a server of the tests for one file after the other and sends the pixels back to it.
"""

import json
import os
import shutil
import signal
import subprocess
from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Empty, Queue
from threading import Thread

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.render.views import View

FOLDER = Path(__file__).with_name("node")
CHROMIUM = shutil.which("chromium")
NEEDS_WEBGL = pytest.mark.skipif(
    CHROMIUM is None or not (FOLDER / "node_modules" / "three").exists(),
    reason="a browser with three.js is missing: chromium, and npm ci in tests/render/node",
)
ALONE = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--no-proxy-server",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
"""It draws without a graphics card and asks nobody but the tests."""
PATIENCE = 60
"""Seconds after which the browser hangs."""
LULL = 5
"""Seconds after which the page is told that there is nothing to draw yet."""
LAST_WORDS = 2000
"""Bytes that are shown of what a browser wrote before it hung."""
SIZE = 512
"""Pixels to each side of a picture."""

Pictures = NDArray[np.uint8]
"""(n, 512, 512, 4): red, green, blue and opacity, from the upper left; where nothing is, all are 0."""


class Screen:
    """What a browser shows."""

    def __init__(self, browser: "subprocess.Popen[bytes]", server: "_Server", log: Path) -> None:
        self._browser, self._server, self._log = browser, server, log

    def pictures(self, glb: bytes, views: Sequence[View]) -> Pictures:
        """A figure as it stands, from each view."""
        if self._browser.poll() is not None:
            raise AssertionError(f"the browser has ended: {self._last_words()}")
        asked = {"figure": _data_url(glb), "views": [_by_columns(view) for view in views], "size": SIZE}
        self._server.asked.put(json.dumps(asked).encode("ascii"))
        try:
            path, told = self._server.told.get(timeout=PATIENCE)
        except Empty:
            path, told = "", f"the browser draws nothing: {self._last_words()}".encode()
        if path != "/drawn":
            self._browser.kill()  # else each test that follows waits for it as long
            raise AssertionError(told.decode("utf-8", "replace"))
        return np.frombuffer(told, np.uint8).reshape(len(views), SIZE, SIZE, 4)[:, ::-1]

    def _last_words(self) -> str:
        return self._log.read_bytes()[-LAST_WORDS:].decode("utf-8", "replace")


def _data_url(glb: bytes) -> str:
    return f"data:model/gltf-binary;base64,{b64encode(glb).decode('ascii')}"


def _by_columns(view: View) -> dict[str, list[float]]:
    """The matrices of a view as three.js takes them."""
    return {"place": view.place.T.ravel().tolist(), "projection": view.projection.T.ravel().tolist()}


@contextmanager
def screen(folder: Path) -> Iterator[Screen]:
    """A browser that keeps its things in an empty folder; it is stopped with all that it started."""
    log = folder / "log"
    with _serving() as server, log.open("wb") as written:
        browser = subprocess.Popen(
            [str(CHROMIUM), *ALONE, f"--user-data-dir={folder / 'profile'}", server.page],
            stdin=subprocess.DEVNULL,
            stdout=written,
            stderr=written,
            start_new_session=True,
        )
        try:
            yield Screen(browser, server, log)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(browser.pid, signal.SIGKILL)
            browser.wait(PATIENCE)


@contextmanager
def _serving() -> Iterator["_Server"]:
    with _Server() as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server
        finally:
            server.shutdown()


class _Server(ThreadingHTTPServer):
    """Has the page and three.js, what the page is asked to draw, and what it told."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.asked: Queue[bytes] = Queue()
        self.told: Queue[tuple[str, bytes]] = Queue()

    @property
    def page(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/draw.html"


class _Handler(SimpleHTTPRequestHandler):
    server: _Server

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments, directory=str(FOLDER))  # type: ignore[arg-type]

    def handle(self) -> None:
        with suppress(ConnectionError):  # the browser has been stopped
            super().handle()

    def do_GET(self) -> None:
        if self.path != "/asked":
            super().do_GET()
            return
        try:
            self._answer(HTTPStatus.OK, self.server.asked.get(timeout=LULL))
        except Empty:
            self._answer(HTTPStatus.NO_CONTENT)

    def do_POST(self) -> None:
        told = self.rfile.read(int(self.headers["Content-Length"]))
        self._answer(HTTPStatus.NO_CONTENT)
        self.server.told.put((self.path, told))

    def _answer(self, status: HTTPStatus, body: bytes = b"") -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """What a page fetched is no news."""
