"""What has become of a letter: nothing that may have arrived anywhere is ever called refused, for what is
refused is sent again."""

import gzip
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from scheduler import sending
from scheduler.courier.handing import CONNECT, READ, service_of
from scheduler.courier.letter import Letter
from scheduler.sending import AppriseSender, CourierError, RefusedError, UnknownFateError
from tests.scheduler.services import Answer, MailServer, listening, says, serving, status

LETTER = Letter("Title", "plain", "# *markdown*", "<p>html</p>")
HEAD = b"HTTP/1.1 200 OK\r\nConnection: close\r\n"
MUCH = 3_000_000_000
"""Bytes of an answer that nobody should read."""


@pytest.fixture(scope="module")
def sender() -> Iterator[AppriseSender]:
    sender = AppriseSender(seconds=20)
    yield sender
    sender.close()


@contextmanager
def impatient(seconds: float = 0.5) -> Iterator[AppriseSender]:
    sender = AppriseSender(seconds=seconds)
    try:
        yield sender
    finally:
        sender.close()


def drips(connection: socket.socket) -> None:
    connection.sendall(HEAD + b"Content-Length: 1000\r\n\r\n")
    while True:
        connection.sendall(b".")
        time.sleep(0.05)


def is_endless(connection: socket.socket) -> None:
    connection.sendall(HEAD + b"Content-Length: %d\r\n\r\n" % MUCH)
    for _ in range(MUCH // 1_000_000):
        connection.sendall(bytes(1_000_000))


def unpacks_to_much(connection: socket.socket) -> None:
    member = gzip.compress(bytes(100_000_000), 1)
    packed = member * (MUCH // 100_000_000)
    connection.sendall(HEAD + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(packed) + packed)


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(says(b""), id="hangs up"),
        pytest.param(says(b"nonsense\r\n\r\n"), id="no HTTP"),
        pytest.param(says(HEAD + b"Content-Length: 99\r\n\r\nshort"), id="a short body"),
        pytest.param(says(HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n"), id="broken chunks"),
        pytest.param(says(HEAD + b"Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\nbad"), id="bad gzip"),
        pytest.param(is_endless, id="gigabytes"),
        pytest.param(unpacks_to_much, id="gigabytes in gzip"),
        pytest.param(status(500), id="500"),
        pytest.param(status(502), id="502"),
        pytest.param(status(504), id="504"),
    ],
)
def test_a_message_that_was_read_and_not_answered_well_may_have_arrived(
    sender: AppriseSender, answer: Answer
) -> None:
    with serving(lambda path, body: answer) as service:
        with pytest.raises(UnknownFateError):
            sender(f"json://127.0.0.1:{service.port}/x?retry=3&wait=0", LETTER)
        assert len(service.asked) == 1


@pytest.mark.parametrize("code", [400, 401, 404, 408, 413, 429, 503])
def test_a_message_that_a_service_did_not_want_has_not_arrived(sender: AppriseSender, code: int) -> None:
    with serving(lambda path, body: status(code)) as service:
        with pytest.raises(RefusedError) as refused:
            sender(f"json://127.0.0.1:{service.port}/x?retry=3&wait=0&optional=yes", LETTER)
        assert json.loads(refused.value.kept) == {"why": "send-status", "params": {"status": code}}
        assert len(service.asked) == 1


def test_a_refusal_with_half_an_answer_is_a_refusal(sender: AppriseSender) -> None:
    answer = says(b"HTTP/1.1 400 Bad\r\nContent-Length: 99\r\n\r\nshort")
    with serving(lambda path, body: answer) as service, pytest.raises(RefusedError):
        sender(f"json://127.0.0.1:{service.port}/x", LETTER)


@pytest.mark.parametrize("code", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("address", ["json://127.0.0.1:{port}/x?redirect=yes", "ntfy://127.0.0.1:{port}/x"])
def test_a_redirect_is_a_refusal_and_not_followed_whatever_an_address_says(
    sender: AppriseSender, code: int, address: str
) -> None:
    with serving(lambda path, body: status(code, "Location: /there")) as service:
        with pytest.raises(RefusedError) as refused:
            sender(address.format(port=service.port), LETTER)
        assert json.loads(refused.value.kept)["params"] == {"status": code}
        assert [method for method, *_ in service.asked] == ["POST"]


@pytest.mark.parametrize("scheme", ["json", "jsons", "ntfy", "mailto"])
def test_where_nothing_listens_nothing_arrives(sender: AppriseSender, scheme: str) -> None:
    with pytest.raises(RefusedError, match="send-refused"):
        sender(f"{scheme}://127.0.0.1:9/x?from=a@example.org&to=b@example.org", LETTER)


def test_a_proxy_that_lets_nothing_through_keeps_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with listening(says(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")) as port:
        monkeypatch.setenv("HTTPS_PROXY", f"http://127.0.0.1:{port}")
        monkeypatch.setenv("NO_PROXY", "")
        sender = AppriseSender()
        with pytest.raises(RefusedError, match="send-refused"):
            sender("jsons://example.invalid/x", LETTER)
        sender.close()


def test_without_tls_nothing_arrives(sender: AppriseSender) -> None:
    with listening(says(b"no TLS at all\r\n")) as port, pytest.raises(RefusedError, match="send-refused"):
        sender(f"jsons://127.0.0.1:{port}/x", LETTER)


def test_a_name_that_is_no_host_receives_nothing(sender: AppriseSender) -> None:
    with pytest.raises(RefusedError, match="send-refused"):
        sender("json://nobody.invalid/x", LETTER)


def topic(body: str) -> str:
    return str(json.loads(body)["topic"])


def test_a_message_that_one_of_two_targets_took_is_not_refused(sender: AppriseSender) -> None:
    with serving(lambda path, body: status(200 if topic(body) == "good" else 403)) as service:
        for targets in ("good/bad", "bad/good"):
            with pytest.raises(UnknownFateError, match="send-in-part"):
                sender(f"ntfy://127.0.0.1:{service.port}/{targets}", LETTER)
        assert sorted(topic(body) for *_, body in service.asked) == ["bad", "bad", "good", "good"]


def test_a_message_that_no_target_took_is_refused(sender: AppriseSender) -> None:
    with serving(lambda path, body: status(403)) as service, pytest.raises(RefusedError):
        sender(f"ntfy://127.0.0.1:{service.port}/one/two", LETTER)


def test_a_message_that_all_targets_took_is_sent(sender: AppriseSender) -> None:
    with serving(lambda path, body: status(200)) as service:
        sender(f"ntfy://127.0.0.1:{service.port}/one/two", LETTER)
        assert len(service.asked) == 2


def test_a_long_message_of_which_a_part_was_taken_is_not_refused(sender: AppriseSender) -> None:
    long = Letter("Title", "\n".join(f"line {number}" for number in range(2000)))
    with serving(lambda path, body: status(200 if "line 0" in body else 400)) as service:
        with pytest.raises(UnknownFateError, match="send-in-part"):
            sender(f"ntfy://127.0.0.1:{service.port}/one", long)
        assert len(service.asked) > 1


def mail(port: int, to: str) -> str:
    return f"mailto://127.0.0.1:{port}?mode=insecure&from=arena@example.org&to={to}"


def test_a_mail_is_sent_to_each_recipient(sender: AppriseSender) -> None:
    server = MailServer()
    with listening(server.handle) as port:
        sender(mail(port, "anna@example.org,boris@example.org"), LETTER)
    assert len(server.mails) == 2
    assert "<p>html</p>" in server.mails[0]


@pytest.mark.parametrize(
    ("server", "kind", "why"),
    [
        (MailServer(refused=("anna", "boris")), RefusedError, "send-refused"),
        (MailServer(after="552 too large"), RefusedError, "send-status"),
        (MailServer(refused=("boris",)), UnknownFateError, "send-in-part"),
        (MailServer(after=None), UnknownFateError, "send-cut-off"),
    ],
)
def test_a_mail_is_refused_only_if_no_recipient_may_have_it(
    sender: AppriseSender, server: MailServer, kind: type[Exception], why: str
) -> None:
    with listening(server.handle) as port, pytest.raises(kind, match=why):
        sender(mail(port, "anna@example.org,boris@example.org"), LETTER)


def test_what_speaks_neither_http_nor_mail_may_have_sent_it(sender: AppriseSender) -> None:
    with listening(says(b"nonsense\r\n")) as port, pytest.raises(UnknownFateError, match="send-unclear"):
        sender(f"irc://127.0.0.1:{port}/#arena?cto=1&rto=1", LETTER)


@pytest.mark.medium
def test_no_address_holds_up_the_others(capfd: pytest.CaptureFixture[str]) -> None:
    with serving(lambda path, body: drips if path == "/slow" else status(200)) as service:
        with impatient(2.0) as sender:  # the quick one is in time on a busy machine too
            begun = time.monotonic()
            with pytest.raises(UnknownFateError, match="send-too-long"):
                sender(f"json://:secret@127.0.0.1:{service.port}/slow?rto=100000&cto=100000", LETTER)
            assert time.monotonic() - begun < 30
            sender(f"json://:secret@127.0.0.1:{service.port}/quick", LETTER)
        assert [path.partition("?")[0] for _, path, *_ in service.asked] == ["/slow", "/quick"]
    assert "secret" not in "".join(capfd.readouterr())


def test_what_an_address_says_of_waits_and_repeats_does_not_hold() -> None:
    service = service_of("json://127.0.0.1/x?rto=100000&cto=100000&retry=9&wait=60&optional=yes")
    assert service is not None
    assert (service.socket_connect_timeout, service.socket_read_timeout) == (CONNECT, READ)
    assert (service.retry, service.optional) == (0, False)


def test_a_huge_answer_takes_little_memory() -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    sender = AppriseSender()
    with serving(lambda path, body: is_endless) as service, pytest.raises(UnknownFateError):
        sender(f"json://127.0.0.1:{service.port}/x", LETTER)
    assert sender._courier is not None
    with open(f"/proc/{sender._courier.pid}/status") as lines:
        (peak,) = [int(line.split()[1]) for line in lines if line.startswith("VmHWM")]
    sender.close()
    assert peak < 200_000
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000


def test_no_command_line_holds_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = []
    start = subprocess.Popen

    def noted(line: list[str], **kwargs: object) -> object:
        lines.append(line)
        return start(line, **kwargs)  # type: ignore[call-overload]

    monkeypatch.setattr(sending.subprocess, "Popen", noted)
    sender = AppriseSender()
    with serving(lambda path, body: status(200)) as service:
        for _ in range(2):
            sender(f"json://127.0.0.1:{service.port}/secret", LETTER)
    sender.close()
    assert lines == [[sys.executable, "-m", "scheduler.courier"]]


def test_a_courier_that_is_killed_leaves_the_fate_unknown() -> None:
    sender = AppriseSender()

    def kills(connection: socket.socket) -> None:
        assert sender._courier is not None
        os.kill(sender._courier.pid, signal.SIGKILL)

    with serving(lambda path, body: kills if path == "/killed" else status(200)) as service:
        with pytest.raises(UnknownFateError, match="send-lost"):
            sender(f"json://127.0.0.1:{service.port}/killed", LETTER)
        sender(f"json://127.0.0.1:{service.port}/well", LETTER)
    sender.close()


@pytest.mark.parametrize("program", ["false", "/nowhere/python"])
def test_a_courier_that_does_not_start_has_sent_nothing(
    monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    monkeypatch.setattr(sending.sys, "executable", program)
    with pytest.raises(RefusedError, match="send-not-begun"):
        AppriseSender()("json://127.0.0.1:9/x", LETTER)


def test_a_courier_that_has_ended_by_itself_is_started_again() -> None:
    sender = AppriseSender()
    with serving(lambda path, body: status(200)) as service:
        sender(f"json://127.0.0.1:{service.port}/x", LETTER)
        assert sender._courier is not None
        first = sender._courier
        first.kill()
        first.wait()
        sender(f"json://127.0.0.1:{service.port}/x", LETTER)
    assert sender._courier.pid != first.pid
    sender.close()


def test_a_courier_without_a_scheduler_ends() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "scheduler.courier"], input="", capture_output=True, timeout=30, text=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_an_error_that_nobody_expected_is_told_without_its_words(sender: AppriseSender) -> None:
    broken = Letter("Title", "plain", markdown=5)  # type: ignore[arg-type]
    with pytest.raises(CourierError) as failed:
        sender("json://:secret@127.0.0.1:9/x", broken)
    assert str(failed.value).startswith("TypeError\n")
    assert "handing.py" in str(failed.value)
    assert "secret" not in str(failed.value)
