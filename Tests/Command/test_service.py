"""The server as a service of systemd: readiness, watchdog, reload and log; and what it tells a person at a terminal."""

import http.client
import os
import pty
import re
import select
import shutil
import signal
import socket
import ssl
import subprocess

import pytest
from locks import opened, state, wait_for
from serving import BINARY, Omena, copy_new_library


class Manager:
    """The part of systemd that a service tells how it is."""

    def __init__(self, name):
        self.name = name
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(name)
        self.socket.settimeout(60)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    @property
    def address(self):
        return str(self.name).replace("\0", "@")

    def next(self):
        return self.socket.recv(4096).decode().split("\n")


@pytest.fixture(params=["file", "abstract"])
def manager(request, tmp_path):
    name = str(tmp_path / "notify") if request.param == "file" else f"\0omena-test-{os.getpid()}"
    with Manager(name) as manager:
        yield manager


def test_a_service_says_when_it_is_ready_and_when_it_stops(library, manager):
    copy_new_library(library)
    omena = Omena(library)
    omena.environment = {"NOTIFY_SOCKET": manager.address}
    with omena:
        assert manager.next() == ["READY=1", f"STATUS=Omena is at {omena.url}"]
        omena.process.send_signal(signal.SIGTERM)
        assert manager.next() == ["STOPPING=1"]


def test_a_watchdog_hears_from_a_server_that_works_and_not_from_one_that_does_not(library, tmp_path):
    copy_new_library(library)
    with Manager(str(tmp_path / "notify")) as manager, Omena(library) as omena:
        omena.stop()
        omena.environment = {"NOTIFY_SOCKET": manager.address, "WATCHDOG_USEC": "100000"}
        omena.start()
        assert manager.next()[0] == "READY=1"
        assert manager.next() == ["WATCHDOG=1"]
        assert manager.next() == ["WATCHDOG=1"]
        # Without the socket beside the library nobody can tell whether it answers.
        library.with_name(library.name + "-socket").unlink()
        manager.socket.settimeout(0.5)
        with pytest.raises(TimeoutError):
            for _ in range(10):
                manager.next()


def test_the_watchdog_does_not_keep_a_library_open(sealed, tmp_path):
    with Manager(str(tmp_path / "notify")) as manager:
        omena = Omena(sealed.path, "--lock-after", "1")
        omena.environment = {"NOTIFY_SOCKET": manager.address, "WATCHDOG_USEC": "100000"}
        with omena:
            opened(omena)
            wait_for(lambda: state(omena) == "locked")


def test_only_commands_of_the_owner_are_told_the_status(omena):
    assert omena.get("/status")[0] == 404


def connect(omena, certificate):
    context = ssl.create_default_context(cafile=certificate)
    connection = http.client.HTTPSConnection("localhost", omena.port, timeout=60, context=context)
    connection.connect()
    return connection


def make_certificate(folder, name):
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        + ["-days", "2", "-subj", f"/CN={name}", "-addext", "subjectAltName=DNS:localhost"]
        + ["-keyout", folder / f"{name}.key", "-out", folder / f"{name}.pem"],
        check=True,
        capture_output=True,
    )
    return folder / f"{name}.pem", folder / f"{name}.key"


def logged(omena, text):
    """Reads the log up to a line with this text."""
    for line in omena.process.stderr:
        if text in line:
            return line
    raise AssertionError(f"nothing was logged about {text!r}")


def test_a_renewed_certificate_is_shown_without_dropping_anyone(library, tmp_path):
    copy_new_library(library)
    old, new = make_certificate(tmp_path, "old"), make_certificate(tmp_path, "new")
    used = tmp_path / "used.pem", tmp_path / "used.key"
    for source, target in zip(old, used):
        shutil.copy(source, target)
    with Omena(library, "--tls-certificate", used[0], "--tls-key", used[1]) as omena:
        early = connect(omena, old[0])
        early.request("GET", "/manifest.webmanifest")
        assert early.getresponse().read()

        for source, target in zip(new, used):
            shutil.copy(source, target)
        omena.process.send_signal(signal.SIGHUP)
        logged(omena, "certificate was read again")

        late = connect(omena, new[0])
        for connection in [late, early]:
            connection.request("GET", "/manifest.webmanifest")
            assert connection.getresponse().read()
        with pytest.raises(ssl.SSLError):
            connect(omena, old[0])

        # One that cannot be used changes nothing.
        used[1].write_text("no key")
        omena.process.send_signal(signal.SIGHUP)
        assert "check both files" in logged(omena, "certificate was not replaced")
        connect(omena, new[0]).close()
        early.close()
        late.close()
        assert omena.stop() == 0


def test_reloading_without_a_certificate_changes_nothing(omena):
    omena.process.send_signal(signal.SIGHUP)
    assert omena.get("/")[0] == 200


def test_lines_of_the_journal_say_how_much_they_matter(library, tmp_path):
    copy_new_library(library)
    reading, writing = os.pipe()
    status = os.fstat(writing)
    process = subprocess.Popen(
        [BINARY, "serve", "--port", "0", "--library", library, "--access-log"],
        stdout=subprocess.PIPE,
        stderr=writing,
        text=True,
        env={**os.environ, "JOURNAL_STREAM": f"{status.st_dev}:{status.st_ino}"},
    )
    os.close(writing)
    port = int(re.search(r":(\d+)\n", process.stdout.readline())[1])
    connection = http.client.HTTPConnection("localhost", port)
    connection.request("GET", "/")
    connection.getresponse().read()
    connection.close()
    process.terminate()
    with open(reading) as log:
        assert re.match(r"<6>.*GET / 200", log.readline())
    process.wait(timeout=60)
    process.stdout.close()


# MARK: At a terminal


class Terminal:
    """A program that a person starts at a terminal, on a desktop whose browser only notes the address."""

    def __init__(self, folder, *words, **environment):
        self.opened = folder / "opened"
        tools = folder / "tools"
        tools.mkdir(exist_ok=True)
        browser = tools / "xdg-open"
        browser.write_text(f'#!/bin/sh\necho "$1" >>{self.opened}.new && mv {self.opened}.new {self.opened}\n')
        browser.chmod(0o755)
        hidden = ["DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION"]
        inherited = {name: value for name, value in os.environ.items() if name not in hidden}
        self.main, terminal = pty.openpty()
        self.process = subprocess.Popen(
            [BINARY, *map(str, words)],
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            start_new_session=True,
            env={**inherited, "PATH": f"{tools}:{os.environ['PATH']}", **environment},
        )
        os.close(terminal)
        self.text = ""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(timeout=60)
        os.close(self.main)

    def read_until(self, text):
        while text not in self.text:
            assert select.select([self.main], [], [], 20)[0], self.text
            try:
                piece = os.read(self.main, 4096)
            except OSError:  # the program has ended
                piece = b""
            assert piece, self.text
            self.text += piece.decode(errors="replace").replace("\r\n", "\n")
        return self.text

    def wait_for_browser(self):
        while not self.opened.exists():
            select.select([], [], [], 0.01)
        return self.opened.read_text().split()


DESKTOP = {"DISPLAY": ":0"}


def test_a_person_at_a_desktop_gets_the_page_opened_and_is_told_what_a_phone_needs(library, tmp_path):
    copy_new_library(library)
    with Terminal(tmp_path, "serve", "--port", "0", "--library", library, **DESKTOP) as terminal:
        text = terminal.read_until("--tls-key FILE")
        address = re.match(r"Omena is at (http://localhost:\d+)\n", text)[1]
        assert f"It serves {library} until you press Ctrl-C." in text
        assert "phone" in text
        assert terminal.wait_for_browser() == [address]

        # A second one leads to the first.
        with Terminal(tmp_path, "serve", "--library", library, **DESKTOP) as second:
            second.read_until(f"Omena is at {address} already, in process {terminal.process.pid}")
            assert second.process.wait(timeout=60) == 0


@pytest.mark.parametrize(
    "words, environment", [(["--no-open"], DESKTOP), ([], {}), ([], {**DESKTOP, "SSH_CONNECTION": "a b"})]
)
def test_no_browser_opens_where_nobody_sees_it(words, environment, library, tmp_path):
    copy_new_library(library)
    with Terminal(tmp_path, "serve", "--port", "0", "--library", library, *words, **environment) as terminal:
        terminal.read_until("--tls-key FILE")
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.process.wait(timeout=60) == 0
    assert not terminal.opened.exists()


def test_a_person_is_offered_the_code_for_the_phone_until_a_browser_is_paired(library, tmp_path, certificate):
    copy_new_library(library)
    words = ["serve", "--port", "0", "--host", "127.0.0.2", "--library", library]
    words += ["--tls-certificate", certificate[0], "--tls-key", certificate[1]]
    with Terminal(tmp_path, *words) as terminal:
        text = terminal.read_until("within ten minutes")
        assert "Pair your phone:" in text and "\x1b[97;40m█" in text and "https://127.0.0.2:" in text


def test_closing_the_terminal_ends_the_server(library, tmp_path):
    copy_new_library(library)
    words = ["serve", "--port", "0", "--library", str(library)]
    process, terminal = pty.fork()
    if process == 0:
        # These tests may themselves run under `nohup`, which makes their children ignore it.
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        os.execv(BINARY, [str(BINARY), *words])
    os.read(terminal, 100)
    os.kill(process, signal.SIGHUP)
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 0
    os.close(terminal)


def test_a_second_server_names_the_address_of_the_first(omena, library):
    result = subprocess.run(
        [BINARY, "serve", "--library", library], capture_output=True, text=True, timeout=60
    )
    assert result.returncode == 1 and omena.url in result.stderr and "another Omena" in result.stderr


def test_a_strangers_file_does_not_rule_the_terminal(library, tmp_path):
    copy_new_library(library)
    path = tmp_path / "deck.csv"
    path.write_text("#separator:comma\n#deck column:3\nfront,back,\x1b]0;mine\x07\x9b31mA\n")
    with Terminal(tmp_path, "import", path, "--library", library) as terminal:
        text = terminal.read_until("used as a deck name.")
        assert "\nLine 3: “\ufffd]0;mine\ufffd\ufffd31mA” can’t be used as a deck name." in text

        # A program that reads the same gets it as it is.
        result = subprocess.run([BINARY, "import", path, "--library", library], capture_output=True, text=True)
        assert "“\x1b]0;mine\x07\x9b31mA”" in result.stdout
    result = subprocess.run([BINARY, "check", "a\x1b[31m\nb"], capture_output=True, text=True)
    assert result.stderr == "omena: unknown argument 'a\ufffd[31m\ufffdb'; see 'omena --help'\n"
