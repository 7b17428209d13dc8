"""Clients that open connections and send little: none holds the server long, and nobody is kept out."""

import socket
import time
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from urllib.parse import urlsplit

import pytest

from arena.desk.desk import Desk
from mcp_server.http import bodies, connections, wire
from mcp_server.serving import Options
from tests.mcp_server.doors import get, join, post, served, sqlite_desk

SOON = 0.3
"""Seconds that the patient server waits in these tests."""
TOO_LONG = 10.0
"""Seconds after which a test gives up waiting."""
HALF_A_HEADER = b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
HALF_A_BODY = b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{"
WHOLE = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"

desk = sqlite_desk


def _connected(address: str) -> socket.socket:
    place = urlsplit(address)
    connection = socket.create_connection((place.hostname or "", place.port or 0), timeout=TOO_LONG)
    connection.settimeout(TOO_LONG)
    return connection


def _rest(connection: socket.socket) -> bytes:
    """What the server sends until it closes the connection."""
    told = b""
    try:
        while piece := connection.recv(65536):
            told += piece
    except ConnectionResetError:
        pass
    return told


def _answer(connection: socket.socket) -> bytes:
    """A small answer in JSON, whole."""
    told = b""
    while not told.endswith(b"}"):
        piece = connection.recv(65536)
        assert piece, f"it ends before its end: {told!r}"
        told += piece
    return told


def _trickle(connection: socket.socket) -> None:
    _keep_sending(connection, b"x", int(TOO_LONG / 0.05), pause=0.05)


def _keep_sending(connection: socket.socket, piece: bytes, times: int, pause: float = 0.001) -> None:
    for _ in range(times):
        connection.sendall(piece)
        time.sleep(pause)


@pytest.mark.parametrize("sent", [b"", HALF_A_HEADER])
def test_a_connection_that_brings_no_whole_header_is_closed(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    monkeypatch.setattr(connections, "HEADER_SECONDS", SOON)
    with served(desk) as address, closing(_connected(address)) as connection:
        connection.sendall(sent)
        assert _rest(connection) == b""


def test_bytes_that_trickle_put_the_end_off_by_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEADER_SECONDS", SOON)
    with served(desk) as address, closing(_connected(address)) as connection:
        connection.sendall(HALF_A_HEADER)
        with pytest.raises(ConnectionError):
            _trickle(connection)


@pytest.mark.medium
@pytest.mark.parametrize("behind", [b"", HALF_A_HEADER])
def test_on_a_kept_connection_the_next_header_has_its_time_too_and_idling_is_none_of_it(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, behind: bytes
) -> None:
    monkeypatch.setattr(connections, "HEADER_SECONDS", SOON)
    with served(desk) as address, closing(_connected(address)) as connection:
        for _ in range(2):
            connection.sendall(WHOLE)
            assert _answer(connection).startswith(b"HTTP/1.1 200")
            time.sleep(2 * SOON)
        connection.sendall(WHOLE + behind)
        if not behind:
            assert _answer(connection).startswith(b"HTTP/1.1 200")
            connection.sendall(HALF_A_HEADER)
        assert _rest(connection).count(b"HTTP/1.1") <= 1


def test_a_body_that_does_not_come_is_answered_408_and_the_connection_closed(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bodies, "SECONDS", SOON)
    with served(desk) as address, closing(_connected(address)) as connection:
        connection.sendall(HALF_A_BODY)
        told = _rest(connection)
    assert told.startswith(b"HTTP/1.1 408")
    assert b'"code":"body-late"' in told


def test_a_body_that_is_refused_unread_holds_no_connection(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEADER_SECONDS", SOON)
    foreign = HALF_A_BODY.replace(b"127.0.0.1", b"evil.example")
    with served(desk) as address, closing(_connected(address)) as connection:
        connection.sendall(foreign)
        assert _answer(connection).startswith(b"HTTP/1.1 421")
        with pytest.raises(ConnectionError):
            _trickle(connection)


def test_an_address_sends_few_bodies_at_a_time_and_is_told_so(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bodies, "OF_ADDRESS", 3)
    anna = join(desk)
    with served(desk) as address:
        with ExitStack() as open_ones:
            for _ in range(3):
                open_ones.enter_context(closing(_connected(address))).sendall(HALF_A_BODY)
            _until(lambda: post(address, anna.key, "ping").status_code == 429)
            told = post(address, anna.key, "ping", **{"Accept-Language": "es"})
            assert (told.json()["code"], told.headers["connection"]) == ("too-many-bodies", "close")
            assert int(told.headers["retry-after"]) > 0
            assert get(address, "/healthz").status_code == 200
        _until(lambda: post(address, anna.key, "ping").status_code == 200)


def test_a_body_in_tiny_chunks_is_refused_before_it_holds_up_everybody(desk: Desk) -> None:
    head = b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    with served(desk) as address, closing(_connected(address)) as connection:
        begun = time.process_time()
        with suppress(ConnectionError):  # it is closed before all was sent
            connection.sendall(head + b"1\r\nx\r\n" * 200_000 + b"0\r\n\r\n")
        assert get(address, "/healthz").status_code == 200
        told = _rest(connection)
    assert time.process_time() - begun < 1.0
    assert told == b"" or (told.startswith(b"HTTP/1.1 413") and b"body-in-pieces" in told)


def test_what_chunks_have_around_them_is_bounded_too(desk: Desk) -> None:
    head = b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    padded = b"1;x=" + b"y" * 10_000 + b"\r\nx\r\n"
    with served(desk) as address, closing(_connected(address)) as connection:
        connection.sendall(head)
        with pytest.raises(ConnectionError):
            _keep_sending(connection, padded, 2 * wire.MOST_BYTES // len(padded))


def test_a_large_body_in_a_fair_number_of_chunks_is_taken(desk: Desk) -> None:
    anna = join(desk)
    body = b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}' + b" " * (bodies.LARGEST_BODY - 1000)
    head = (
        f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {anna.key}\r\nAccept: */*\r\n"
        "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    )
    size = len(body) // (wire.MOST_CHUNKS - 1) + 1
    pieces = [body[at : at + size] for at in range(0, len(body), size)]
    chunks = b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces)
    with served(desk) as address, closing(_connected(address)) as connection:
        connection.sendall(head.encode() + chunks + b"0\r\n\r\n")
        assert _rest(connection).startswith(b"HTTP/1.1 200")


def test_a_body_that_breaks_off_is_nobody_s_fault(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    anna = join(desk)
    for path in ("/mcp", "/sign-in", "/nothing"):
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {anna.key}\r\n"
        with served(desk) as address:
            with closing(_connected(address)) as connection:
                connection.sendall(head.encode() + b"Content-Length: 600\r\n\r\n{")
                time.sleep(0.05)
            assert get(address, "/healthz").status_code == 200
    assert capfd.readouterr().err == ""


def _until(met: Callable[[], bool]) -> None:
    until = time.monotonic() + TOO_LONG
    while not met():
        assert time.monotonic() < until
        time.sleep(0.02)


@pytest.mark.parametrize("trusted", [(), ("127.0.0.0/8",)])
def test_an_address_has_so_many_connections_unless_it_is_a_trusted_proxy(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, trusted: tuple[str, ...]
) -> None:
    monkeypatch.setattr(connections, "OF_ADDRESS", 10)
    options = Options(port=0, scheduler=False, trusted_proxies=trusted)
    with served(desk, options) as address, ExitStack() as open_ones:
        for _ in range(10):
            _open(address, open_ones)
        eleventh = _open(address, open_ones)
        eleventh.sendall(WHOLE)
        assert _answer(eleventh).startswith(b"HTTP/1.1 200") if trusted else _rest(eleventh) == b""


def _open(address: str, open_ones: ExitStack) -> socket.socket:
    return open_ones.enter_context(closing(_connected(address)))


def test_all_together_have_fewer_connections_than_the_process_may_have_files(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert 1 <= connections.most_connections() <= connections.MOST
    monkeypatch.setattr(connections, "most_connections", lambda: 5)
    options = Options(port=0, scheduler=False, trusted_proxies=("127.0.0.1",))
    with served(desk, options) as address, ExitStack() as open_ones:
        for _ in range(5):
            _open(address, open_ones)
        assert _rest(_open(address, open_ones)) == b""
        open_ones.pop_all().close()
        _until(lambda: _answers(address))


def _answers(address: str) -> bool:
    with closing(_connected(address)) as connection:
        try:
            connection.sendall(WHOLE)
            return connection.recv(65536).startswith(b"HTTP/1.1 200")
        except ConnectionError:
            return False
