"""The server under attack: it answers with a 4xx status or closes the connection, and keeps running."""

import json
import re
import socket
import ssl
import time
import urllib.parse

import pytest
from serving import practice


def send(omena, bytes, timeout=3):
    """Sends raw bytes on a new connection; returns what arrives until the server closes it or sends nothing for a while."""
    with socket.create_connection(("127.0.0.1", omena.port), timeout=timeout) as connection:
        answer = b""
        try:
            connection.sendall(bytes)
            connection.shutdown(socket.SHUT_WR)
            while part := connection.recv(65536):
                answer += part
        except OSError:
            pass
        return answer


def assert_client_error(answer):
    """A 4xx status, or a connection that was closed without a response."""
    assert answer == b"" or answer.startswith((b"HTTP/1.1 4", b"HTTP/1.0 4")), answer[:200]


@pytest.fixture(autouse=True)
def keeps_running(omena):
    yield
    assert omena.get("/")[0] == 200
    assert omena.process.poll() is None


def host(omena):
    return f"Host: localhost:{omena.port}\r\n".encode()


def test_a_header_of_ten_megabytes_is_refused(omena):
    assert_client_error(send(omena, b"GET / HTTP/1.1\r\n" + host(omena) + b"X: " + b"a" * 10_000_000 + b"\r\n\r\n"))


def test_a_target_of_ten_megabytes_is_refused(omena):
    assert_client_error(send(omena, b"GET /" + b"a" * 10_000_000 + b" HTTP/1.1\r\n" + host(omena) + b"\r\n"))


def test_a_body_that_is_too_large_is_refused(omena):
    head = b"POST /reviews HTTP/1.1\r\n" + host(omena) + b"Content-Type: application/json\r\n"
    assert send(omena, head + b"Content-Length: 20000000\r\n\r\n" + b" " * 20_000_000)[:12] in (b"HTTP/1.1 413", b"")
    status, _, _ = omena.request("POST", "/reviews", b" " * (1 << 20) + b"{}", {"Content-Type": "application/json"})
    assert status == 413


def test_five_hundred_slow_connections_do_not_block_others(omena):
    slow = []
    try:
        for _ in range(500):
            connection = socket.create_connection(("127.0.0.1", omena.port), timeout=10)
            connection.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
            slow.append(connection)
        for connection in slow:
            connection.sendall(b"a")

        started = time.monotonic()
        for _ in range(20):
            assert omena.get("/")[0] == 200
        assert time.monotonic() - started < 5
    finally:
        for connection in slow:
            connection.close()


@pytest.mark.parametrize(
    "path",
    [
        "/../../etc/passwd",
        "/assets/../../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/assets/x/..%2f..%2f..%2fetc%2fpasswd",
        "/assets/x/%2fetc%2fpasswd",
        "//etc/passwd",
        "/\\..\\..\\etc\\passwd",
        "/media/..%2f..%2flibrary.omena",
        "/media/" + "0" * 64,
        "/%00",
        "/study/learn?deck=%00",
        "/study/learn?deck=%ff%fe",
        "/study/learn?deck=%zz",
        "/study/learn?deck=No%20such%20deck",
        "/study/learn?deck=" + urllib.parse.quote("<script>alert(1)</script>"),
        "/study/dance?deck=First%20questions",
        "/study/learn",
        "/%ff",
        "/%",
        "*",
        "http://evil.example/",
    ],
)
def test_an_invalid_path_is_refused(omena, path):
    answer = send(omena, b"GET " + path.encode() + b" HTTP/1.1\r\n" + host(omena) + b"Connection: close\r\n\r\n")
    assert_client_error(answer)
    assert b"root:" not in answer and b"<script>alert" not in answer


@pytest.mark.parametrize("path", ["/api/v1/notes/%00", "/api/v1/decks/%ff", "/api/v1/cards/../x"])
def test_an_invalid_api_path_is_refused_with_json(omena, path):
    status, headers, body = omena.get(path)
    assert (status, headers["Content-Type"]) == (400, "application/json")
    assert json.loads(body)["error"].startswith("The ")


@pytest.mark.parametrize(
    "bytes",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET /\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: {host}\r\nHost: {host}\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost : {host}\r\n\r\n",
        b"GET /\xff\xfe HTTP/1.1\r\nHost: {host}\r\n\r\n",
        b"POST /reviews HTTP/1.1\r\nHost: {host}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"POST /reviews HTTP/1.1\r\nHost: {host}\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
        b"POST /reviews HTTP/1.1\r\nHost: {host}\r\nContent-Length: -1\r\n\r\n",
        b"POST /reviews HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"POST /reviews HTTP/1.1\r\nHost: {host}\r\nContent-Length:\r\n 5\r\n\r\nhello",
        b"GET / HTTP/1.1\r\nHost: {host}\r\nX: a\x00b\r\n\r\n",
        b"GET / HTTP/1.1\nHost: {host}\n\n",
        b"\r\n" * 5000,
        b"\x00" * 5000,
        b"A" * 100_000,
    ],
)
def test_malformed_requests_are_refused(omena, bytes):
    name = f"localhost:{omena.port}".encode()
    assert_client_error(send(omena, bytes.replace(b"{host}", name)))


def test_an_unknown_http_version_is_refused(omena):
    assert send(omena, b"GET / HTTP/9.9\r\n\r\n").startswith(b"HTTP/1.1 505")


def test_a_tls_handshake_at_a_plain_port_fails(omena):
    with socket.create_connection(("127.0.0.1", omena.port), timeout=10) as connection:
        with pytest.raises((ssl.SSLError, OSError)):
            ssl.create_default_context().wrap_socket(connection, server_hostname="localhost")


@pytest.mark.parametrize(
    "name", ["evil.example", "evil.example:{port}", "localhost", "localhost:1", "localhost.evil.example:{port}", "", "169.254.1.1:{port}"]
)
def test_a_foreign_host_name_is_refused(omena, name):
    status, _, body = omena.get("/", Host=name.format(port=omena.port))
    assert 400 <= status < 500
    assert b"First questions" not in body


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://evil.example", "Content-Type": "text/plain"},
    ],
)
def test_a_change_from_another_site_is_refused(omena, headers):
    deal = omena.deal()
    batch = {"library": deal["library"], "epoch": deal["epoch"], "events": [practice(deal["cards"][0])]}
    status, _, _ = omena.request(
        "POST", "/reviews", json.dumps(batch), {"Content-Type": "application/json", **headers}
    )
    assert status == 403
    assert omena.log() == []


def test_a_batch_needs_the_json_content_type(omena):
    deal = omena.deal()
    batch = {"library": deal["library"], "epoch": deal["epoch"], "events": []}
    status, _, _ = omena.request("POST", "/reviews", json.dumps(batch), {"Content-Type": "text/plain"})
    assert status == 415


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"42",
        b'"text"',
        b"\xff\xfe\xfd",
        b'{"library":1,"epoch":1,"events":[]}',
        b'{"library":"x","epoch":"x","events":[]}',
        b'{"library":"x","epoch":1,"events":{}}',
        b'{"library":"x","epoch":1}',
        b'{"library":"x","epoch":1e400,"events":[]}',
        b"[" * 100_000,
        b'{"a":' * 50_000,
    ],
)
def test_a_body_that_is_not_a_batch_is_refused(omena, body):
    status, headers, answer = omena.request("POST", "/reviews", body, {"Content-Type": "application/json"})
    assert status == 400
    assert headers["Content-Type"].startswith("application/json")
    assert json.loads(answer)["error"].endswith(".")


def test_one_bad_event_in_a_batch_blocks_nothing(omena):
    deal = omena.deal()
    card = deal["cards"][0]
    good = [practice(card) for _ in range(3)]
    bad = [
        None,
        7,
        "event",
        [],
        {},
        practice(card, grade="perfect"),
        practice(card, kind="party"),
        practice(card, note="1"),
        practice(card, note="-5"),
        practice(card, note=5),
        practice(card, face="99"),
        practice(card, face="c9999999999999999999999"),
        practice(card, face=""),
        practice(card, moment="yesterday"),
        practice(card, moment=-1),
        practice(card, moment=2**62),
        practice(card, moment=1.5),
        practice(card, offset=10**9),
        practice(card, mode="dance"),
        practice(card, id=""),
        practice(card, id="0"),
        practice(card, id="9" * 40),
        practice(card, id=None),
        practice(card, kind="retraction"),
        practice(card, kind="retraction", of="x"),
    ]
    events = [good[0], *bad[:12], good[1], *bad[12:], good[2]]

    status, answer = omena.post_reviews(deal, events)

    assert status == 200
    outcomes = [result["outcome"] for result in answer["results"]]
    assert len(outcomes) == len(events)
    for event, result in zip(events, answer["results"]):
        if event in good:
            assert result == {"id": event["id"], "outcome": "stored"}
        else:
            assert result["outcome"] == "refused" and result["why"].endswith("."), (event, result)
    assert sorted(omena.log()) == sorted(event["id"] for event in good)


def test_a_known_id_with_other_content_is_a_conflict(omena):
    deal = omena.deal()
    event = practice(deal["cards"][0])
    changed = {**event, "grade": "again"}

    results = omena.post_reviews(deal, [event, changed, event])[1]["results"]

    assert [result["outcome"] for result in results] == ["stored", "conflict", "known"]
    assert omena.log() == [event["id"]]


@pytest.mark.parametrize("change", [{"library": "another"}, {"epoch": 2}, {"epoch": 0}])
def test_events_for_another_library_are_refused(omena, change):
    deal = omena.deal()
    status, answer = omena.post_reviews(deal, [practice(deal["cards"][0])], **change)
    assert status == 409
    assert (answer["library"], answer["epoch"]) == (deal["library"], deal["epoch"])
    assert omena.log() == []


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "BREW"])
def test_an_unknown_method_is_refused(omena, method):
    status, headers, _ = omena.request(method, "/")
    assert 400 <= status < 500 or status == 501
    if status == 405:
        assert "GET" in headers["Allow"]


def test_every_response_has_security_headers(omena):
    page = omena.get("/study/learn?deck=First%20questions")[2].decode()
    logo = re.search(r'"(/assets/[^"]+/logo\.svg)"', page)[1]
    for path in ["/", "/study/learn?deck=First%20questions", "/nowhere", "/pair", "/worker.js", logo]:
        _, headers, _ = omena.get(path)
        policy = headers["Content-Security-Policy"]
        assert "unsafe-inline" not in policy and "unsafe-eval" not in policy.replace("wasm-unsafe-eval", "")
        assert "default-src 'none'" in policy or "default-src 'self'" in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "strict-origin-when-cross-origin"
    for path in re.findall(r'(?:href|src)="(/assets/[^"]+\.(?:js|css|wasm))"', page):
        _, headers, _ = omena.get(path)
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert len(str(headers)) < 400
