"""Omena behind the proxies of the manual, and with TLS of its own: the same for a learner, and nothing for a stranger."""

import base64
import contextlib
import hashlib
import http.client
import json
import os
import pathlib
import re
import shutil
import ssl
import subprocess
import sys
import urllib.parse

import pytest
from network import OWNER, SERVER, STRANGER, own_network
from playwright.sync_api import expect, sync_playwright
from reverse_proxies import NAME, PROXIES, direct_options, put_certificate
from serving import BINARY, Omena, copy_new_library

sys.path += [str(pathlib.Path(__file__).parent.parent / name) for name in ["Browser", "Command"]]

from authenticator import Authenticator  # noqa: E402
from lock import Lock  # noqa: E402
from locks import PASSPHRASE, state, wait_for  # noqa: E402
from media import png  # noqa: E402
from models import ModelServer  # noqa: E402
from packages import Package  # noqa: E402

# How many sounds of a megabyte a large package has.
SOUNDS = 300 if os.environ.get("OMENA_SOAK") else 30
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@pytest.fixture(scope="module")
def network():
    with own_network():
        yield


class Site:
    """Omena as browsers elsewhere reach it."""

    def __init__(self, omena, authority, port=443):
        self.omena = omena
        self.authority = authority
        self.port = port
        self.cookie = None
        self.context = ssl.create_default_context()
        self.context.check_hostname = False
        # Caddy's certificate is its own.
        self.context.verify_mode = ssl.CERT_NONE

    def connect(self, source=OWNER):
        connection = http.client.HTTPSConnection(SERVER, self.port, timeout=60, source_address=(source, 0))
        plain = http.client.HTTPConnection(SERVER, self.port, timeout=60, source_address=(source, 0))
        plain.connect()
        connection.sock = self.context.wrap_socket(plain.sock, server_hostname=self.authority.split(":")[0])
        return connection

    def send(self, method, path, body=None, headers=None, source=OWNER):
        """Sends a request; returns the response, whose body is still to be read."""
        connection = self.connect(source)
        own = {"Host": self.authority, **({"Cookie": self.cookie} if self.cookie else {})}
        if method != "GET":
            own["Origin"] = f"https://{self.authority}"
        connection.request(method, path, body, {**own, **(headers or {})})
        return connection.getresponse()

    def ask(self, *words, **options):
        response = self.send(*words, **options)
        body = response.read()
        return response.status, response.headers, body

    def new_code(self):
        result = subprocess.run(
            [BINARY, "pair", "--library", self.omena.library], capture_output=True, text=True, timeout=20, check=True
        )
        return re.search(r"\b[0-9A-Z]{5}-[0-9A-Z]{5}\b", result.stdout)[0]

    def enter(self, code, source=OWNER, **headers):
        form = urllib.parse.urlencode({"code": code})
        return self.ask("POST", "/pair", form, headers={**FORM, **headers}, source=source)

    def pair(self):
        status, headers, body = self.enter(self.new_code())
        assert status == 303, body
        self.cookie = headers["Set-Cookie"].split(";")[0]


@pytest.fixture(scope="module", params=[*PROXIES, None], ids=lambda proxy: proxy.title if proxy else "direct")
def proxy(request):
    return request.param


@contextlib.contextmanager
def served(proxy, debian, library):
    """A library behind a proxy, or with a certificate of its own."""
    chain, key = put_certificate(debian)
    if proxy is None:
        options, port = direct_options(chain, key)
        with Omena(library, *options, port=port) as omena:
            yield Site(omena, f"{NAME}:{port}", port)
        return
    with Omena(library, "--origin", f"https://{NAME}", port=6636) as omena, proxy.running(debian):
        yield Site(omena, NAME)


@pytest.fixture
def site(network, proxy, proxied_debian, library):
    copy_new_library(library)
    with served(proxy, proxied_debian, library) as site:
        yield site


@pytest.fixture(scope="module")
def locked_library(tmp_path_factory):
    """The files of a library with a lock."""
    library = tmp_path_factory.mktemp("locked") / "library.omena"
    copy_new_library(library)
    with Omena(library) as omena:
        form = urllib.parse.urlencode({"passphrase": PASSPHRASE, "again": PASSPHRASE})
        assert omena.request("POST", "/settings/lock/on", form, FORM)[0] == 200
        wait_for(lambda: state(omena) == "locked")
    return library


@pytest.fixture
def locked_site(network, proxy, proxied_debian, locked_library, library):
    for file in locked_library.parent.glob("library.omena*"):
        if file.is_file():
            shutil.copy(file, library.parent)
    with served(proxy, proxied_debian, library) as site:
        yield site


def test_a_browser_is_paired_once(site):
    assert site.ask("GET", "/")[0] == 401
    site.pair()
    status, headers, body = site.ask("GET", "/")
    assert status == 200 and b"First questions" in body
    assert headers["Content-Security-Policy"].startswith("default-src 'none'")
    # What the pages load is compressed, and stays in the browser.
    style = re.search(rb'href="(/assets/[^"]+\.css)"', body)[1].decode()
    status, headers, _ = site.ask("GET", style, headers={"Accept-Encoding": "gzip"})
    assert (status, headers["Content-Encoding"]) == (200, "gzip") and "immutable" in headers["Cache-Control"]
    entity = headers["ETag"]
    assert site.ask("GET", style, headers={"Accept-Encoding": "gzip", "If-None-Match": entity})[0] == 304


@pytest.fixture(scope="module")
def large_package(tmp_path_factory):
    """A package of Anki's with so much sound."""
    package = Package(tmp_path_factory.mktemp("package"), "Large")
    kind = package.kind("Sound", ["Front", "Back"], "{{Front}}", "{{Back}}")
    for number in range(SOUNDS):
        package.medium(f"{number}.wav", b"RIFF" + os.urandom(1_000_000))
        package.add(kind, f"word {number}", f"[sound:{number}.wav]")
    return package.exported()


def test_a_large_file_arrives_whole(site, large_package):
    site.pair()
    assert len(large_package) > SOUNDS * 1_000_000
    status, _, body = site.ask("POST", "/import?name=cards.apkg&do=save", large_package)
    assert status == 200
    assert "error" not in json.loads(body.splitlines()[-1])
    assert site.omena.read("SELECT count(*) FROM note WHERE deck = (SELECT id FROM deck WHERE name = 'Large')") == SOUNDS
    kept = site.omena.library.with_name(site.omena.library.name + "-media")
    assert sum(file.stat().st_size for file in [kept, kept.with_name(kept.name + "-wal")] if file.exists()) > SOUNDS * 1_000_000


def test_answers_come_as_they_are_written(site):
    """A language model writes half of its answer; that is shown before it goes on."""
    site.pair()
    with ModelServer() as model:
        fields = {"endpoint": model.url, "model": "small", "first": "model"}
        assert site.ask("POST", "/settings/generate", urllib.parse.urlencode(fields), headers=FORM)[0] == 200
        model.go_on.clear()
        note = urllib.parse.urlencode({"type": 3, "deck": 1, "tags": "", "f-1": "apple", "f-2": "", "f-3": ""})
        response = site.send("POST", "/cards/generate", note, headers=FORM)
        first = response.readline()
        assert response.status == 200 and json.loads(first)
        model.go_on.set()
        assert b"every day" in response.read()


def test_parts_of_files_can_be_asked_for(site):
    site.pair()
    picture = png()
    status, _, body = site.ask("POST", "/media?name=a.png", picture, headers={"Content-Type": "image/png"})
    assert status == 200
    address = json.loads(body)["address"]
    status, headers, body = site.ask("GET", address, headers={"Range": "bytes=10-19"})
    assert (status, body) == (206, picture[10:20])
    assert headers["Content-Range"] == f"bytes 10-19/{len(picture)}"
    assert site.ask("GET", address, headers={"Range": f"bytes={len(picture)}-"})[0] == 416


def test_wrong_codes_are_counted_for_each_client(site):
    code = site.new_code()
    for _ in range(10):
        assert site.enter("AAAAA-AAAAA", source=STRANGER)[0] == 401
    assert site.enter(code, source=STRANGER)[0] == 429
    assert site.enter(code, source=OWNER)[0] == 303


@pytest.mark.parametrize("headers", [
    {"X-Forwarded-For": "203.0.113.{}"},
    {"X-Forwarded-For": "127.0.0.1"},
    {"X-Forwarded-For": "203.0.113.{}, 127.0.0.1"},
    {"Forwarded": "for=203.0.113.{};host=evil.example;proto=http"},
    {"X-Real-IP": "203.0.113.{}"},
    {"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "http"},
])
def test_forged_headers_are_not_believed(site, headers):
    code = site.new_code()
    for number in range(10):
        forged = {name: value.format(number) for name, value in headers.items()}
        assert site.enter("AAAAA-AAAAA", source=STRANGER, **forged)[0] == 401
    forged = {name: value.format(99) for name, value in headers.items()}
    assert site.enter(code, source=STRANGER, **forged)[0] == 429
    # Nor do they change where a request seems to go.
    assert site.ask("GET", "/help", headers=forged)[0] == 200


def test_a_passphrase_is_slow_to_guess_from_a_stolen_key_file(locked_library):
    keys = locked_library.with_name("library.omena-keys").read_bytes()
    slot = keys.index(bytes([1]) + (256 << 10).to_bytes(4, "little"))
    assert int.from_bytes(keys[slot + 5 : slot + 9], "little") >= 3


def test_wrong_passphrases_are_counted_for_each_client(locked_site):
    def unlock(passphrase, source, **headers):
        form = urllib.parse.urlencode({"passphrase": passphrase})
        own = {**FORM, "Accept": "application/json", "Sec-Fetch-Mode": "cors", **headers}
        status, _, body = locked_site.ask("POST", "/unlock/passphrase", form, headers=own, source=source)
        return status, json.loads(body)

    for _ in range(5):
        assert unlock("not this one", STRANGER)[0] == 401
    assert unlock(PASSPHRASE, STRANGER)[0] == 429
    assert unlock(PASSPHRASE, STRANGER, **{"X-Forwarded-For": OWNER})[0] == 429
    status, answer = unlock(PASSPHRASE, OWNER)
    assert (status, answer["state"]) == (200, "open")


def test_nothing_but_the_proxy_is_reached(site, proxy):
    if proxy is None:
        pytest.skip("there is no proxy")
    plain = http.client.HTTPConnection(SERVER, 6636, timeout=5)
    with pytest.raises(ConnectionRefusedError):
        plain.connect()


def test_other_names_are_refused(site):
    site.pair()
    assert site.ask("POST", "/backups", "", headers={"Origin": "https://evil.example"})[0] == 403


@pytest.fixture
def page(site):
    """A browser elsewhere, which trusts the site's certificate."""
    certificate = ssl.DER_cert_to_PEM_cert(site.connect().sock.getpeercert(binary_form=True))
    key = subprocess.run(["openssl", "x509", "-pubkey", "-noout"], input=certificate.encode(), capture_output=True, check=True)
    der = subprocess.run(["openssl", "pkey", "-pubin", "-outform", "der"], input=key.stdout, capture_output=True, check=True)
    digest = base64.b64encode(hashlib.sha256(der.stdout).digest()).decode()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell"),
            args=["--no-sandbox", f"--host-resolver-rules=MAP {NAME} {SERVER}"]
            + [f"--ignore-certificate-errors-spki-list={digest}"],
        )
        yield browser.new_page()
        browser.close()


def test_a_passkey_unlocks_the_library(site, page):
    Authenticator(page)
    site.omena.url = f"https://{site.authority}"
    page.goto(f"{site.omena.url}/pair?code={site.new_code()}")
    page.get_by_role("button", name="Pair").click()
    expect(page.get_by_role("heading", name="Decks", exact=True)).to_be_visible()

    lock = Lock(page, site.omena)
    lock.turn_on(by="passkey")
    inside = page.get_by_role("navigation", name="Main")
    for _ in range(2):
        lock.unlock_by_passkey()
        expect(inside).to_be_visible(timeout=30_000)
        lock.lock()
    page.reload()
    expect(inside).to_be_hidden()
