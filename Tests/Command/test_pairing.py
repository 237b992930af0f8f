"""Other machines need pairing: each code admits one browser, once."""

import http.client
import re
import socket
import ssl
import subprocess
import urllib.parse

import pytest
from serving import BINARY, Omena, copy_new_library

ORIGIN = "https://cards.example.org"


@pytest.fixture
def proxied(library):
    copy_new_library(library)
    with Omena(library, "--origin", ORIGIN) as omena:
        yield omena


def ask(omena, method, path, body=None, **headers):
    return omena.request(method, path, body, {"Host": "cards.example.org", **headers})


def new_code(library):
    result = subprocess.run([BINARY, "pair", "--library", library], capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, result.stderr
    code = re.search(r"\b[0-9A-Z]{5}-[0-9A-Z]{5}\b", result.stdout)
    assert code and "█" in result.stdout
    return code[0], result.stdout


def enter(omena, code, origin=ORIGIN):
    form = urllib.parse.urlencode({"code": code})
    return ask(
        omena, "POST", "/pair", form, Origin=origin, **{"Content-Type": "application/x-www-form-urlencoded"}
    )


def test_an_unpaired_browser_sees_only_how_to_pair(proxied):
    deal_path = "/study/learn?deck=First%20questions"
    for path in ["/", deal_path]:
        status, headers, body = ask(proxied, "GET", path)
        assert status == 401
        assert b"First questions" not in body and b"omena pair" in body
    status, _, _ = ask(proxied, "POST", "/reviews", "{}", Origin=ORIGIN, **{"Content-Type": "application/json"})
    assert status == 401


def test_behind_a_proxy_local_browsers_need_pairing_too(proxied):
    assert proxied.get("/")[0] == 401


def test_a_code_admits_one_browser_once(proxied, library):
    code, printed = new_code(library)
    assert f"{ORIGIN}/pair" in printed

    status, headers, _ = enter(proxied, code.lower().replace("-", " "))
    assert status == 303
    cookie = headers["Set-Cookie"]
    for part in ["HttpOnly", "SameSite=Strict", "Secure", "Path=/"]:
        assert part in cookie
    mine = cookie.split(";")[0]

    assert ask(proxied, "GET", "/", Cookie=mine)[0] == 200
    assert ask(proxied, "GET", "/", Cookie=mine[:-1] + "x")[0] == 401
    assert enter(proxied, code)[0] == 401


def test_a_browser_stays_paired_after_a_restart(library):
    copy_new_library(library)
    with Omena(library, "--origin", ORIGIN) as omena:
        cookie = enter(omena, new_code(library)[0])[1]["Set-Cookie"].split(";")[0]
    with Omena(library, "--origin", ORIGIN) as omena:
        assert ask(omena, "GET", "/", Cookie=cookie)[0] == 200


def test_the_cookie_is_not_stored_in_the_library(proxied, library):
    cookie = enter(proxied, new_code(library)[0])[1]["Set-Cookie"].split(";")[0].split("=")[1]
    proxied.stop()
    for path in library.parent.iterdir():
        assert cookie.encode() not in path.read_bytes()


def test_guesses_of_a_stranger_keep_nobody_from_pairing(proxied, library):
    code, _ = new_code(library)
    assert {enter(proxied, f"AAAAA-{n:05}")[0] for n in range(20)} == {401}
    assert enter(proxied, code)[0] == 303


@pytest.mark.parametrize("path", ["/media", "/api/v1/notes", "/reviews", "/import", "/cards/selection"])
@pytest.mark.parametrize("name, status", [("cards.example.org", 401), ("evil.example", 421)])
def test_no_body_is_read_before_the_browser_is_paired(proxied, path, name, status):
    with socket.create_connection(("127.0.0.1", proxied.port), timeout=60) as connection:
        head = f"POST {path} HTTP/1.1\r\nHost: {name}\r\nContent-Length: 1000000\r\n\r\n"
        connection.sendall(head.encode())
        assert connection.recv(12) == f"HTTP/1.1 {status}".encode()


def test_a_change_over_http_is_refused_behind_a_proxy(proxied, library):
    assert enter(proxied, new_code(library)[0], origin="http://cards.example.org")[0] == 403


def test_pages_behind_a_proxy_require_tls(proxied):
    assert ask(proxied, "GET", "/")[1]["Strict-Transport-Security"] == "max-age=31536000"


def test_codes_are_created_only_over_the_socket(proxied):
    status, _, _ = ask(proxied, "POST", "/pairing-codes", "", Origin=ORIGIN)
    assert status in (401, 404)


def test_a_certificate_allows_connections_from_other_machines(library, certificate):
    options = ["--host", "0.0.0.0", "--tls-certificate", certificate[0], "--tls-key", certificate[1]]
    copy_new_library(library)
    with Omena(library, *map(str, options)) as omena:
        context = ssl.create_default_context(cafile=certificate[0])

        def ask(method, path, body=None, **headers):
            connection = http.client.HTTPSConnection("127.0.0.1", omena.port, context=context, timeout=60)
            connection.request(method, path, body, {"Host": f"127.0.0.1:{omena.port}", **headers})
            response = connection.getresponse()
            answer = response.status, response.headers, response.read()
            connection.close()
            return answer

        assert ask("GET", "/")[0] == 401
        code, _ = new_code(library)
        form = urllib.parse.urlencode({"code": code})
        headers = {
            "Origin": f"https://127.0.0.1:{omena.port}",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        status, answer, _ = ask("POST", "/pair", form, **headers)
        assert status == 303
        cookie = answer["Set-Cookie"].split(";")[0]
        assert ask("GET", "/", Cookie=cookie)[0] == 200
        assert ask("GET", "/", Cookie=cookie, Host=f"evil.example:{omena.port}")[0] == 421


@pytest.mark.parametrize("content", ["", "not a certificate"])
def test_an_unreadable_certificate_is_refused(library, tmp_path, content):
    (tmp_path / "bad.pem").write_text(content)
    command = [BINARY, "serve", "--port", "0", "--library", library]
    command += ["--tls-certificate", tmp_path / "bad.pem", "--tls-key", tmp_path / "bad.pem"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert result.returncode == 1
    assert result.stderr.startswith("omena: ") and result.stderr.count("\n") == 1
    assert not library.exists()
