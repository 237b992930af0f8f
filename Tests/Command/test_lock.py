"""Serving a library with a lock: its responses while it is locked, and the ways to lock and unlock it."""

import json
import re
import signal
import time
from urllib.parse import urlencode, urlparse

import pytest
from locks import FORM, PASSPHRASE, SCRIPT, carrying, confirmed, deal_of, events, opened, post, record_of, state, unlock, wait_for
from serving import Omena, practice


def test_a_sealed_library_starts_locked_and_shows_nothing(sealed):
    with Omena(sealed.path) as omena:
        for path in ["/", "/cards", "/settings", "/study/learn?deck=First%20questions", "/decks"]:
            status, headers, body = omena.get(path)
            assert status == 303 and headers["Location"].startswith("/unlock?to="), path
            assert b"First questions" not in body
            assert omena.get(path, **SCRIPT)[0] == 401
            assert omena.get(path, **{"Sec-Fetch-Mode": "cors"})[0] == 401
        for path in ["/api/v1/decks", "/worker.js", f"/media/{'0' * 64}"]:
            assert omena.get(path)[0] == 401, path
        status, headers, body = omena.request(
            "POST", "/reviews", "{}", {"Content-Type": "application/json"}
        )
        assert status == 401 and headers["Omena-Lock"] == "locked" and json.loads(body)["locked"]
        status, headers, body = omena.get("/unlock?to=/cards")
        assert status == 200 and headers["Cache-Control"] == "no-store"
        assert b"/unlock/passphrase" in body and b"/unlock/recovery" in body
        style = re.search(rb'href="(/assets/[^"]+\.css)"', body)[1].decode()
        assert omena.get(style)[0] == 200
        assert state(omena) == "locked"


def test_a_passphrase_unlocks_it_for_one_browser_only(sealed):
    with Omena(sealed.path) as omena:
        status, headers, _ = omena.request(
            "POST", "/unlock/passphrase", urlencode({"passphrase": PASSPHRASE, "to": "/cards"}), FORM
        )
        # Without a script, the browser takes the session from the address, and repeats it to this port alone.
        address = urlparse(headers["Location"])
        assert status == 303 and (address.port, address.path, address.query) == (omena.port, "/unlocked", "to=%2Fcards")
        session = carrying(address.username)
        status, headers, _ = omena.get("/unlocked?to=/cards", **session)
        assert (status, headers["Location"]) == (303, f"http://localhost:{omena.port}/cards")

        status, headers, body = omena.get("/", **session)
        assert status == 200 and b"First questions" in body and b"data-lockable" in body
        assert headers["Cache-Control"] == "no-store"
        assert omena.get("/")[0] == 303
        assert omena.get("/", **carrying(address.username[:-1] + "x"))[0] == 303
        assert (state(omena, **session), state(omena)) == ("open", "locked")

        other = opened(omena)
        assert other != session and omena.get("/", **other)[0] == 200


@pytest.mark.parametrize("to", ["//evil.example/", "https://evil.example/", "/\\evil.example", "cards"])
def test_unlocking_never_redirects_to_another_site(sealed, to):
    with Omena(sealed.path) as omena:
        body = urlencode({"passphrase": PASSPHRASE, "to": to})
        status, headers, _ = omena.request("POST", "/unlock/passphrase", body, FORM)
        address = urlparse(headers["Location"])
        here = ("localhost", omena.port, "/unlocked", "")
        assert status == 303 and (address.hostname, address.port, address.path, address.query) == here
        status, headers, _ = omena.get(f"/unlocked?{urlencode({'to': to})}", **carrying(address.username))
        assert (status, headers["Location"]) == (303, f"http://localhost:{omena.port}/")


def test_an_ip_address_redirects_to_the_host_name_that_passkeys_need(sealed):
    with Omena(sealed.path) as omena:
        here = f"127.0.0.1:{omena.port}"
        status, headers, _ = omena.get("/unlock?to=/cards", Host=here)
        assert (status, headers["Location"]) == (303, f"http://localhost:{omena.port}/unlock?to=%2Fcards")
        # Typed keys are accepted at any address.
        assert unlock(omena)[0] == 200


def test_a_recovery_code_unlocks_it_and_a_misspelled_one_is_reported(sealed):
    with Omena(sealed.path) as omena:
        slip = sealed.code[:-1] + ("0" if sealed.code[-1] != "0" else "1")
        status, answer, _ = unlock(omena, slip, "recovery")
        assert (status, answer["why"]) == (401, "misspelledRecoveryCode")
        status, answer, _ = unlock(omena, "", "recovery")
        assert (status, answer["why"]) == (422, "nothingGiven")
        status, _, session = unlock(omena, sealed.code.lower().replace("-", " "), "recovery")
        assert status == 200 and omena.get("/", **session)[0] == 200


def test_another_site_cannot_try_keys(sealed):
    with Omena(sealed.path) as omena:
        headers = {**FORM, "Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}
        body = urlencode({"passphrase": PASSPHRASE})
        assert omena.request("POST", "/unlock/passphrase", body, headers)[0] == 403
        assert omena.request("POST", "/lock", "", headers)[0] == 403


def test_a_picture_on_a_page_of_another_port_makes_no_browser_forget_its_session(sealed):
    with Omena(sealed.path) as omena:
        picture = {"Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Site": "same-site"}
        assert omena.get("/", **picture, **opened(omena))[0] == 403
        assert omena.get("/", **{**picture, "Sec-Fetch-Site": "same-origin"})[0] == 401


def test_a_library_without_a_lock_is_open(omena):
    assert state(omena) == "open"
    status, headers, _ = omena.get("/unlock?to=/cards")
    assert status == 303 and headers["Location"] == "/cards"
    assert b"data-lockable" not in omena.get("/")[2]
    assert omena.request("POST", "/lock", "", SCRIPT)[0] == 409


def test_locking_ends_every_session_but_not_the_process(sealed):
    with Omena(sealed.path) as omena:
        session, other = opened(omena), opened(omena)
        process = omena.process.pid
        status, headers, _ = omena.request("POST", "/lock", "", {**SCRIPT, **session})
        assert status == 200 and headers["Clear-Site-Data"] == '"cache"'

        wait_for(lambda: state(omena) == "locked")
        assert omena.get("/", **session)[0] == 303 and omena.get("/", **other)[0] == 303
        assert omena.process.poll() is None and omena.process.pid == process

        again = opened(omena)
        assert omena.get("/", **again)[0] == 200
        assert omena.stop() == 0


def test_only_an_unlocked_browser_can_lock(sealed):
    with Omena(sealed.path) as omena:
        session = opened(omena)
        assert omena.request("POST", "/lock", "", SCRIPT)[0] == 401
        assert omena.get("/", **session)[0] == 200


def test_an_idle_library_is_locked(sealed):
    with Omena(sealed.path, "--lock-after", "2") as omena:
        session = opened(omena)
        # Asking for the state does not count as use.
        wait_for(lambda: state(omena, **session) == "locked")
        assert omena.get("/", **session)[0] == 303
    assert "idle" in record_of(sealed).read_text()


def test_a_library_in_use_stays_unlocked(sealed):
    with Omena(sealed.path, "--lock-after", "2") as omena:
        session = opened(omena)
        end = time.monotonic() + 4
        while time.monotonic() < end:
            assert json.loads(omena.get("/unlock?used", **SCRIPT, **session)[2])["state"] == "open"
            time.sleep(0.2)


def test_one_signal_locks_and_another_stops(sealed):
    with Omena(sealed.path) as omena:
        session = opened(omena)
        omena.process.send_signal(signal.SIGUSR1)
        wait_for(lambda: state(omena, **session) == "locked")
        assert omena.get("/", **session)[0] == 303
        opened(omena)
        assert omena.stop(signal.SIGTERM) == 0
    assert events(sealed) == ["unlocked", "locked", "unlocked", "locked"]


def test_answers_survive_locking_and_a_kill(sealed):
    with Omena(sealed.path) as omena:
        session = opened(omena)
        ids = []
        for round in range(3):
            deal = deal_of(omena, session)
            event = practice(deal["cards"][0])
            ids.append(event["id"])
            assert post(omena, session, deal, [event]) == ["stored"]
            if round == 0:
                omena.request("POST", "/lock", "", {**SCRIPT, **session})
                wait_for(lambda: state(omena) == "locked")
            else:
                omena.kill()
                omena.start()
                assert state(omena) == "locked"
            session = opened(omena)
        deal = deal_of(omena, session)
        again = [practice(deal["cards"][0], id=name) for name in ids]
        assert set(post(omena, session, deal, again)) <= {"known", "conflict"}


CHANGES = {
    "/settings/lock/off": {},
    "/settings/lock/key": {"passphrase": "another one entirely", "again": "another one entirely"},
    "/settings/lock/passphrase": {"passphrase": "another one entirely", "again": "another one entirely"},
    "/settings/lock/recovery-code": {},
    "/settings/lock/idle": {"minutes": "60"},
    "/export?as=apkg": {},
    "/settings/sync": {"do": "code"},
}


@pytest.mark.parametrize("path", CHANGES)
def test_a_session_alone_changes_no_key_and_exports_nothing_whole(sealed, path):
    with Omena(sealed.path) as omena:
        session = {**FORM, **opened(omena)}
        keys = sealed.path.with_name(sealed.path.name + "-keys")
        before = keys.read_bytes()

        status, _, page = omena.request("POST", path, urlencode(CHANGES[path]), session)
        assert status == 403 and "Confirm it’s you".encode() in page
        wrong = confirmed(key="not this one", **CHANGES[path])
        status, _, page = omena.request("POST", path, wrong, session)
        assert status == 403 and b"Wrong passphrase" in page
        assert keys.read_bytes() == before and state(omena, **session) == "open"

        status, _, page = omena.request("POST", path, confirmed(**CHANGES[path]), session)
        assert status in (200, 303) and "Confirm it’s you".encode() not in page


def test_a_session_alone_pairs_with_no_other_copy(sealed):
    with Omena(sealed.path) as omena, Omena(sealed.path.with_name("other.omena")) as other:
        session = {**FORM, **opened(omena)}
        pair = {"do": "pair", "address": f"http://localhost:{other.port}", "code": "123456"}

        status, _, page = omena.request("POST", "/settings/sync", urlencode(pair), session)
        assert status == 403 and "Confirm it’s you".encode() in page
        # With a key the other copy is asked, which has given nobody that code.
        status, _, page = omena.request("POST", "/settings/sync", confirmed(**pair), session)
        assert status == 422 and "Confirm it’s you".encode() not in page


def test_a_deck_that_holds_everything_is_exported_only_with_a_key(sealed):
    with Omena(sealed.path) as omena:
        session = {"Content-Type": "application/json", **opened(omena)}
        for deck in json.loads(omena.get("/api/v1/decks", **session)[2]):
            name = json.dumps({"name": f"All::{deck['name']}"})
            assert omena.request("PATCH", f"/api/v1/decks/{deck['id']}", name, session)[0] == 200

        assert omena.get("/export?deck=All&as=apkg", **session)[0] == 403
        assert omena.get("/export?deck=All::First%20words&as=apkg", **session)[0] == 200


def test_one_deck_is_exported_without_showing_a_key_again(sealed):
    with Omena(sealed.path) as omena:
        session = opened(omena)
        assert omena.get("/export?as=apkg", **session)[0] == 403
        assert omena.get("/export?deck=First%20questions&as=apkg", **session)[0] == 200


def test_a_session_alone_neither_adds_nor_renames_nor_removes_a_way_to_unlock(sealed):
    with Omena(sealed.path) as omena:
        session = {**FORM, **opened(omena)}
        page = omena.get("/settings/lock", **session)[2].decode()
        ways = re.findall(r'href="(/settings/lock/\w{32}/(?:name|remove))"', page)
        assert {way.rpartition("/")[2] for way in ways} == {"name", "remove"}
        for path in [*ways, "/settings/lock/passkey"]:
            status, _, page = omena.request("POST", path, "name=Mine", session)
            assert status == 403 and "Confirm it’s you".encode() in page, path
