"""Servers that a learner makes Omena ask, and that say nothing: nobody else waits for them."""

import queue
import socket
import threading
from urllib.parse import urlencode

import pytest
from learners import FORM
from serving import Omena, copy_new_library

# More than the server has threads, and how many of them wait in turn.
ASKED, IN_TURN = 12, 4


class SilentServer:
    """Takes connections, and says nothing on them."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.clients = []

    @property
    def url(self):
        return f"http://127.0.0.1:{self.listener.getsockname()[1]}"

    def take_client(self):
        self.listener.settimeout(60)
        self.clients.append(self.listener.accept()[0])

    def close(self):
        for one in [self.listener, *self.clients]:
            one.close()


@pytest.fixture
def silent():
    server = SilentServer()
    yield server
    server.close()


def pairing(server):
    return "/settings/sync", {"do": "pair", "address": server.url, "code": "AAAAA-AAAAA"}


def models(server):
    return "/settings/generate", {"endpoint": f"{server.url}/v1", "model": "m", "first": "model"}


@pytest.mark.parametrize("question, expected", [(pairing, 422), (models, 200)], ids=["pairing", "models"])
def test_nobody_waits_for_a_server_that_says_nothing(omena, silent, question, expected):
    path, fields = question(silent)
    answers = queue.Queue()

    def ask():
        answers.put(omena.request("POST", path, urlencode(fields), FORM)[0])

    askers = [threading.Thread(target=ask) for _ in range(ASKED)]
    for asker in askers:
        asker.start()
    silent.take_client()
    # One is asked at a time, a few wait for that, and what comes beyond is refused at once.
    assert [answers.get(timeout=60) for _ in range(ASKED - IN_TURN)] == [429] * (ASKED - IN_TURN)

    assert omena.get("/")[0] == 200

    assert answers.empty()
    silent.close()
    for asker in askers:
        asker.join()
    assert [answers.get() for _ in range(IN_TURN)] == [expected] * IN_TURN


def test_nobody_waits_for_an_encyclopedia_that_says_nothing(tmp_path, silent):
    copy_new_library(tmp_path / "library.omena")
    with Omena(tmp_path / "library.omena", "--wikipedia", silent.url) as omena:
        answers = queue.Queue()
        askers = [
            threading.Thread(target=lambda: answers.put(omena.get("/places/nearby?at=60.1,24.9")[0])) for _ in range(ASKED)
        ]
        for asker in askers:
            asker.start()
        silent.take_client()

        assert omena.get("/")[0] == 200

        assert answers.empty()
        silent.close()
        for asker in askers:
            asker.join()
        assert [answers.get() for _ in range(ASKED)] == [502] * ASKED


def test_the_answers_about_other_servers_are_of_the_learner_who_asks(school):
    """They come from another thread, which has to know whose pages they are."""
    anna = school.add("anna", "--title", "Anna Ahonen")
    fields = {"do": "pair", "address": "https://127.0.0.1:1", "code": "AAAAA-AAAAA"}
    status, _, body = anna.request("POST", "/settings/sync", urlencode(fields), FORM)
    assert status == 422 and b'action="/~anna/settings/sync"' in body and b"Ahonen" in body
    fields = {"endpoint": "http://127.0.0.1:1/v1", "model": "m", "first": "model"}
    status, _, body = anna.request("POST", "/settings/generate", urlencode(fields), FORM)
    assert status == 200 and b'action="/~anna/settings/generate"' in body
