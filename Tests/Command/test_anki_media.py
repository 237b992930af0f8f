"""Files and addresses from which programs made for Anki have media taken: each needs a permission of its own."""

import base64
import http.server
import json
import os
import socket
import threading
import time

import pytest
from programs import PICTURE, AnkiServer, allow, note
from serving import copy_new_library

BYTES = base64.b64decode(PICTURE)
READS_FILES, DOWNLOADS, DOWNLOADS_LOCALLY, USES_DROP_FOLDER = "may-1", "may-2", "may-4", "may-8"


@pytest.fixture
def program(server):
    """A program that was allowed, and what allows it more."""
    program = server.program(key=None, agent="media/1")
    program.send(json.dumps(program.body("requestPermission")))
    program.allow = lambda *permissions: allow(server, **{permission: "on" for permission in permissions})
    program.allow()
    return program


class Site(http.server.ThreadingHTTPServer):
    """A server on this machine that counts requests."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), self.Handler)
        self.asked = []
        threading.Thread(target=self.serve_forever, args=[0.02], daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}"

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.server.asked.append(self.path)
            if self.path.startswith("/to/"):
                self.send_response(302)
                self.send_header("Location", self.path.removeprefix("/to/"))
                self.end_headers()
            elif self.path == "/endless":
                self.send_response(200)
                self.end_headers()
                try:
                    while True:
                        self.wfile.write(b"x" * 65536)
                except OSError:
                    pass
            else:
                self.send_response(404 if self.path == "/none" else 200)
                self.end_headers()
                self.wfile.write(BYTES)

        def log_message(self, *_):
            pass


@pytest.fixture
def site():
    with Site() as site:
        yield site
        site.shutdown()


def test_files_are_read_only_with_permission_and_only_pictures(program, tmp_path):
    picture = tmp_path / "cat.png"
    picture.write_bytes(BYTES)
    assert "may not read files" in program.error("storeMediaFile", filename="a.png", path=str(picture))
    program.allow(READS_FILES)
    assert program("storeMediaFile", filename="a.png", path=str(picture)) == "a.png"
    assert program("retrieveMediaFile", filename="a.png") == PICTURE

    (tmp_path / "link.png").symlink_to(picture)
    (tmp_path / "secret.png").write_text("secret")
    os.mkfifo(tmp_path / "pipe.png")
    for path in ["link.png", "secret.png", "pipe.png", "none.png"]:
        assert "no readable picture" in program.error("storeMediaFile", filename="b.png", path=str(tmp_path / path))
    for path in ["/etc/passwd", "/proc/self/mem", "/proc/self/environ", "/dev/zero", "cat.png", f"{tmp_path}/../{tmp_path.name}/cat.png"]:
        assert "no readable picture" in program.error("storeMediaFile", filename="b.png", path=path)
    assert program("retrieveMediaFile", filename="b.png") is False


def test_downloads_need_permission_and_this_machine_another(program, site):
    def store(path, url=None):
        return program.reply("storeMediaFile", filename="d.png", url=(url or site.url) + path)["error"]

    assert "may not have files downloaded" in store("/a")
    program.allow(DOWNLOADS)
    for url in [None, f"http://localhost:{site.server_port}", f"http://[::ffff:127.0.0.1]:{site.server_port}",
                f"http://0.0.0.0:{site.server_port}", f"http://2130706433:{site.server_port}"]:
        assert "download failed" in store("/a", url)
    assert "download" in store("", "file:///etc/passwd") and "download" in store("", "gopher://127.0.0.1/")
    assert site.asked == [], "a connection was made"
    program.allow(DOWNLOADS, DOWNLOADS_LOCALLY)
    assert store("/a") is None and site.asked == ["/a"]
    assert "404" in store("/none")
    assert store("/to//a") is None
    assert "download failed" in store(f"/to/file:///etc/passwd")
    assert "download failed" in store("/endless")


class ChangingNames:
    """A name server whose first answer is an address of nobody, and every later one this machine; none holds for any time."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.53", 53))
        self.answers = 0
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            query, client = self.socket.recvfrom(512)
            question = query[12 : query.index(b"\0", 12) + 5]
            is_address = question[-4:-2] == b"\0\1"
            self.answers += is_address
            address = bytes([127, 0, 0, 1]) if self.answers > 1 else bytes([192, 0, 2, 1])
            answer = b"\xc0\x0c\0\1\0\1\0\0\0\0\0\4" + address if is_address else b""
            head = query[:2] + b"\x81\x80\0\1" + (b"\0\1" if is_address else b"\0\0") + b"\0\0\0\0"
            self.socket.sendto(head + question + answer, client)


class ServerWithNames(AnkiServer):
    """A server that asks another name server; only root can have one."""

    def command(self):
        mount = 'mount --bind "$1" /etc/resolv.conf && shift && exec "$@"'
        return ["unshare", "--mount", "sh", "-c", mount, "sh", self.library.parent / "resolv.conf", *super().command()]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can have a name server of its own")
def test_a_name_that_changes_its_address_does_not_lead_to_this_machine(library, tmp_path, site):
    copy_new_library(library)
    (library.parent / "resolv.conf").write_text("nameserver 127.0.0.53\n")
    names = ChangingNames()
    with ServerWithNames(library, tmp_path / "key") as server:
        program = server.program(key=None, agent="fetcher/1")
        program.send(json.dumps(program.body("requestPermission")))
        allow(server, **{DOWNLOADS: "on"})
        for number in range(4):
            url = f"http://changing.example:{site.server_port}/{number}"
            assert "download" in program.error("storeMediaFile", filename=f"{number}.png", url=url)
    assert names.answers > 2
    assert site.asked == []


def test_a_failed_download_does_not_lose_the_note(program):
    sent = {**note(Front="kept"), "picture": {"url": "http://127.0.0.1:9/x.png", "filename": "x.png", "fields": ["Back"]}}
    added = program("addNote", note=sent)
    assert "may not have files" in program("notesInfo", notes=[added])[0]["fields"]["Back"]["value"]


def test_a_note_takes_files_from_the_folder(server, program, tmp_path):
    assert "may not use a folder" in program.error("getMediaDirPath")
    program.allow(USES_DROP_FOLDER)
    folder = program("getMediaDirPath")
    assert os.path.isdir(folder) and os.stat(folder).st_mode & 0o777 == 0o700
    with open(f"{folder}/clip.png", "wb") as file:
        file.write(BYTES)
    with open(f"{folder}/unnamed.png", "wb") as file:
        file.write(BYTES)
    program("addNote", note=note(Front='<img src="clip.png">', Back="later [sound:late.png]"))
    wait(lambda: program("retrieveMediaFile", filename="clip.png") == PICTURE)
    with open(f"{folder}/late.png", "wb") as file:
        file.write(BYTES)
    wait(lambda: program("retrieveMediaFile", filename="late.png") == PICTURE)
    assert os.listdir(folder) == ["unnamed.png"]


def wait(condition):
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)
