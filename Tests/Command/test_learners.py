"""A server of several learners: what each of them, a stranger and the admin can and cannot do."""

import contextlib
import http.server
import json
import os
import pathlib
import re
import sqlite3
import subprocess
import threading
import time
from urllib.parse import urlencode

import pytest
from learners import FORM, PASSPHRASE, SCRIPT, Learner, School, carrying
from locks import wait_for
from serving import BINARY, Omena, copy_new_library, practice

MARK = "heliotrope"


@pytest.fixture
def anna(school):
    return school.add("anna", "--title", "Anna Ahonen", "--role", "admin")


@pytest.fixture
def ben(school):
    return school.add("ben")


def test_learners_study_each_in_a_library_of_their_own(anna, ben):
    for learner in (anna, ben):
        deal = learner.deal()
        events = [practice(card) for card in deal["cards"][:3]]
        assert [r["outcome"] for r in learner.post_reviews(deal, events)[1]["results"]] == ["stored"] * 3
    assert len(anna.log()) == len(ben.log()) == 3 and not set(anna.log()) & set(ben.log())


def test_a_stranger_is_led_to_the_form_and_back(school, anna):
    status, headers, _ = school.get("/~anna/cards?query=x")
    assert (status, headers["Location"]) == (303, "/sign-in?to=%2F~anna%2Fcards%3Fquery%3Dx")
    body = urlencode({"name": "Anna", "passphrase": PASSPHRASE, "to": "/~anna/cards?query=x"})
    status, _, body = school.request("POST", "/sign-in", body, {**FORM, **SCRIPT})
    assert status == 200 and json.loads(body)["to"] == "/~anna/cards?query=x"
    # Never to another learner's pages, nor to another site's.
    for to in ("/~ben/", "//evil.example", "https://evil.example"):
        body = urlencode({"name": "anna", "passphrase": PASSPHRASE, "to": to})
        assert json.loads(school.request("POST", "/sign-in", body, {**FORM, **SCRIPT})[2])["to"] == "/~anna/"


def test_spaces_around_a_name_do_not_matter(school, anna):
    assert school.sign_in(" Anna ")[0] == 200
    fields = urlencode({"do": "add", "title": "Ben", "name": "ben ", "role": "learner"})
    assert school.request("POST", "/admin", fields, {**FORM, **carrying(anna.session)})[0] == 200
    assert "ben" in school.manage("list")


def test_two_learners_on_one_browser(school, anna):
    ben = school.join("ben", secret_of(school.manage("add", "ben", "--json")), session=anna.session)
    # The old secret is worth nothing any more, so that nobody can have planted it.
    assert school.get("/~anna/", **carrying(anna.session))[0] == 303
    both = Learner(school, "anna", ben.session)
    assert both.get("/")[0] == ben.get("/")[0] == 200
    _, _, page = school.get("/people", **carrying(ben.session))
    assert b"Anna Ahonen" in page and b"/~ben/" in page
    school.request("POST", "/sign-out", urlencode({"name": "ben", "do": "here"}), {**FORM, **carrying(ben.session)})
    assert ben.get("/")[0] == 303 and both.get("/")[0] == 200


def secret_of(printed):
    return json.loads(printed)["link"].split("/join#")[1]


def test_signing_out_everywhere_ends_all_sessions(school, anna):
    second = Learner(school, "anna", school.sign_in("anna")[1]["session"])
    assert anna.get("/")[0] == second.get("/")[0] == 200
    fields = urlencode({"name": "anna", "do": "everywhere"})
    assert school.request("POST", "/sign-out", fields, {**FORM, **carrying(second.session)})[0] == 303
    assert anna.get("/")[0] == second.get("/")[0] == 303


def test_a_link_that_can_be_opened_is_also_a_code_to_scan(school, anna):
    assert "█" in school.manage("invite", "anna")
    assert "█" not in school.manage("invite", "anna", "--json")
    school.stop()
    assert "█" not in school.manage("invite", "anna")
    school.start()


def test_an_invitation_works_once_and_the_latest_alone(school, anna):
    first, second = school.invite("anna"), school.invite("anna")
    fields = {"passphrase": "a new long phrase", "again": "a new long phrase"}
    for secret in (first, "x" * 22, ""):
        status, _, body = school.request("POST", "/join", urlencode({"invitation": secret, **fields}), {**FORM, **SCRIPT})
        assert status == 422 and "isn’t valid" in json.loads(body)["says"]
    school.join("anna", second, "a new long phrase")
    status, _, _ = school.request("POST", "/join", urlencode({"invitation": second, **fields}), {**FORM, **SCRIPT})
    assert status == 422
    assert school.sign_in("anna", "a new long phrase")[0] == 200
    assert school.sign_in("anna", PASSPHRASE)[0] == 401


def test_a_weak_passphrase_does_not_use_the_invitation_up(school, anna):
    secret = school.invite("anna")
    for weak in ("short", "password", "11111111111"):
        fields = urlencode({"invitation": secret, "passphrase": weak, "again": weak})
        assert school.request("POST", "/join", fields, {**FORM, **SCRIPT})[0] == 422
    school.join("anna", secret)


def test_a_passphrase_that_cannot_be_stored_does_not_use_the_invitation_up(school, anna):
    secret = school.invite("anna")
    new = "a new long phrase"
    fields = urlencode({"invitation": secret, "passphrase": new, "again": new})

    def change(statement):
        with contextlib.closing(sqlite3.connect(school.library / "accounts.omena")) as database, database:
            database.execute(statement)

    change("CREATE TRIGGER full BEFORE INSERT ON credential BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
    assert school.request("POST", "/join", fields, {**FORM, **SCRIPT})[0] >= 500
    change("DROP TRIGGER full")
    assert school.sign_in("anna", new)[0] == 401
    school.join("anna", secret, new)
    assert school.sign_in("anna", new)[0] == 200


def test_wrong_invitations_take_time_and_keep_nobody_from_joining(school, anna):
    secret = school.invite("anna")
    new = "a new long phrase"
    fields = urlencode({"invitation": "x" * 22, "passphrase": new, "again": new})
    started = time.monotonic()
    assert {school.request("POST", "/join", fields, {**FORM, **SCRIPT})[0] for _ in range(20)} == {422}
    # Guessing takes its time, with a link of a class as well.
    assert time.monotonic() - started >= 4
    started = time.monotonic()
    fields = urlencode({"secret": "x" * 22})
    assert school.request("POST", "/class", fields, {**FORM, **carrying(anna.session)})[0] == 422
    assert time.monotonic() - started >= 0.2
    school.join("anna", secret, new)


def test_guessing_is_slow_and_only_for_who_guesses(school, anna, ben):
    statuses = [school.sign_in("anna", f"guess number {n}")[0] for n in range(8)]
    assert statuses == [401] * 5 + [429] * 3
    # Other names, and who is signed in, go on.
    assert school.sign_in("ben")[0] == 200
    assert anna.get("/")[0] == 200
    # Guessing names is slowed down as well.
    names = [school.sign_in(f"n{n}", "some wrong guess")[0] for n in range(30)]
    assert 429 in names


def test_a_name_that_exists_takes_as_long_as_one_that_does_not(school, anna):
    def took(name):
        started = time.perf_counter()
        school.sign_in(name, "some wrong guess")
        return time.perf_counter() - started

    # By turns, and the shortest of each, because whatever else runs only adds to them.
    turns = [(took("anna"), took("nobody")) for _ in range(4)]
    known, unknown = map(min, zip(*turns))
    assert 0.5 < known / unknown < 2


def test_only_an_admin_manages_learners(school, anna, ben):
    assert school.get("/admin", **carrying(ben.session))[0] == 403
    status, headers, _ = school.get("/admin")
    assert (status, headers["Location"]) == (303, "/sign-in?to=%2Fadmin")
    for name, leads in (("anna", "/admin"), ("ben", "/~ben/")):
        body = urlencode({"name": name, "passphrase": PASSPHRASE, "to": "/admin"})
        assert json.loads(school.request("POST", "/sign-in", body, {**FORM, **SCRIPT})[2])["to"] == leads
    fields = urlencode({"do": "add", "title": "Cleo", "name": "cleo", "role": "learner"})
    assert school.request("POST", "/admin", fields, {**FORM, **carrying(ben.session)})[0] == 403
    status, _, page = school.request("POST", "/admin", fields, {**FORM, **carrying(anna.session)})
    link = re.search(rb'value="(http[^"]+/join#[^"]+)"', page)
    assert status == 200 and link
    cleo = school.join("cleo", link[1].decode().split("#")[1])
    assert cleo.get("/")[0] == 200
    # The page shows sizes and dates, never cards.
    ben.add_note(ben.make_deck(MARK), en=MARK, fi=MARK)
    _, _, page = school.get("/admin", **carrying(anna.session))
    assert b"cleo" in page and MARK.encode() not in page
    close = urlencode({"do": "close", "name": "anna"})
    status, _, page = school.request("POST", "/admin", close, {**FORM, **carrying(anna.session)})
    assert status == 422 and b"only admin" in page
    close = urlencode({"do": "close", "name": "cleo"})
    assert school.request("POST", "/admin", close, {**FORM, **carrying(anna.session)})[0] == 303
    assert cleo.get("/")[0] == 303


def test_sync_tells_strangers_nothing_of_names(school, ben):
    assert ben.get("/")[0] == 200
    # So that the library is closed at first.
    school.stop()
    school.start()
    code = json.dumps({"code": "AAAAA-AAAAA", "name": "x"})
    requests = [("POST", "/sync/pair", body) for body in (code, "", "x" * 20_000)]
    requests += [("POST", "/sync/facts", body) for body in ("x", "x" * 100_000)]
    requests += [("GET", "/sync/media/lacking", None), ("GET", "/sync/library", None), ("PUT", f"/sync/media/{'0' * 64}", "x")]
    for method, path, body in requests:
        for shown in ({}, {"Authorization": "Bearer wrong"}):
            told = []
            for name in ("ben", "nobody"):
                started = time.monotonic()
                status, headers, answer = school.request(method, f"/~{name}{path}", body, shown)
                took = time.monotonic() - started
                kept = sorted((key, value) for key, value in headers.items() if key != "Date")
                # A refusal that took longer because a library was asked would be noticed.
                is_looked_for = status == 401 and path == "/sync/pair"
                assert took >= 0.2 or not is_looked_for, (method, path, name, took)
                told.append((status, kept, answer))
            assert told[0] == told[1], (method, path, shown)
            assert told[0][0] in (401, 413)
    descriptors = pathlib.Path(f"/proc/{school.process.pid}/fd").iterdir()
    assert not [file for file in descriptors if os.readlink(file).endswith("library.omena")], "a stranger opened a library"


@contextlib.contextmanager
def model_server():
    """A server on this machine that names a model; yields its address and the paths that were asked for."""
    asked = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def log_message(self, *_):
            pass

        def do_GET(self):
            asked.append(self.path)
            body = json.dumps({"data": [{"id": MARK}]}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, args=[0.02], daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", asked
        server.shutdown()


def test_a_language_model_in_the_servers_network_is_the_operators_choice(school, anna, tmp_path):
    with model_server() as (address, asked), model_server() as (allowed, _):
        fields = {"endpoint": address, "model": "small", "first": "model"}
        status, _, page = anna.request("POST", "/settings/generate", urlencode(fields), FORM)
        assert status == 200 and not asked and MARK.encode() not in page
        assert "isn’t answering" in page.decode()
        with School(tmp_path / "other", "--language-model", allowed) as other:
            ben = other.add("ben")
            for url, is_allowed in ((f"{allowed}/v1/", True), (address, False)):
                page = ben.request("POST", "/settings/generate", urlencode({**fields, "endpoint": url}), FORM)[2]
                assert (MARK.encode() in page) == is_allowed
        assert not asked


def test_a_request_that_leads_above_the_quota_is_refused(school, anna):
    deck = anna.make_deck("Words")
    anna.add_note(deck, en=MARK, fi=MARK)
    size = sum(path.stat().st_size for path in anna.library.parent.rglob("*") if path.is_file())
    school.manage("quota", "anna", size + 400_000)
    rows = "".join(f"word {n} {'x' * 1_000}\tsana {n}\n" for n in range(1_000))
    binary = {"Content-Type": "application/octet-stream"}
    address = "/import?deck=Words&do=save&name=a.tsv&id=ab"
    status, _, page = anna.request("POST", address, rows, binary)
    assert status >= 400 and "reached the size" in page.decode()
    # Without saying how long it is.
    status, _, _ = anna.request("POST", address, iter([rows.encode()]), binary)
    assert status == 413
    assert anna.read("SELECT count(*) FROM note WHERE deck = ?", deck) == 1


def test_files_that_arrive_at_the_same_time_exceed_no_quota_together(school, anna):
    assert anna.get("/")[0] == 200
    size = sum(path.stat().st_size for path in anna.library.parent.rglob("*") if path.is_file())
    school.manage("quota", "anna", size + 3_000_000)
    rows = b"apple\tomena\n" + b"\n" * 2_000_000
    address = "/import?do=preview&name=a.tsv&id=ab"
    binary = {"Content-Type": "application/octet-stream"}
    with contextlib.closing(school.connect()) as upload:
        upload.putrequest("POST", anna.base + address, skip_host=True)
        headers = {"Host": f"localhost:{school.port}", "Content-Length": str(len(rows)), **binary, **carrying(anna.session)}
        for name, value in {**headers, "Expect": "100-continue"}.items():
            upload.putheader(name, value)
        upload.endheaders()
        assert upload.sock.recv(1_000).startswith(b"HTTP/1.1 100")

        status, _, page = anna.request("POST", address, rows, binary)

        assert status >= 400 and "reached the size" in page.decode()
        # One that is refused takes nothing from the other.
        upload.send(rows)
        response = upload.getresponse()
        assert response.status == 200 and b"reached the size" not in response.read()
    assert anna.request("POST", address, rows, binary)[0] == 200


def test_what_has_arrived_of_a_file_counts_once(school, anna):
    assert anna.get("/")[0] == 200
    folder = anna.library.parent
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    school.manage("quota", "anna", size + 6_000_000)
    rows = b"apple\tomena\n" + b"\n" * 4_000_000
    address = "/import?do=preview&name=a.tsv&id=ab"
    binary = {"Content-Type": "application/octet-stream"}
    with contextlib.closing(school.connect()) as upload:
        upload.putrequest("POST", anna.base + address, skip_host=True)
        headers = {"Host": f"localhost:{school.port}", "Content-Length": str(len(rows)), **binary, **carrying(anna.session)}
        for name, value in headers.items():
            upload.putheader(name, value)
        upload.endheaders()
        upload.send(rows[:3_900_000])
        wait_for(lambda: [path.stat().st_size for path in folder.rglob("upload-*")] == [3_900_000])

        status, _, page = anna.request("POST", address, rows[:500_000], binary)

        assert status == 200 and "reached the size" not in page.decode()
        # What is still to come counts as well.
        assert anna.request("POST", address, rows[:2_600_000], binary)[0] >= 400
        upload.send(rows[3_900_000:])
        response = upload.getresponse()
        assert response.status == 200 and b"reached the size" not in response.read()


def test_a_small_file_that_becomes_large_is_refused(school, anna, ben):
    deck = anna.make_deck("Words")
    for number in range(40):
        anna.add_note(deck, en=f"word {number} {'x' * 50_000}", fi="sana")
    status, _, package = anna.get("/export?deck=Words&as=apkg")
    assert status == 200 and len(package) < 200_000
    count = "SELECT count(*) FROM note"
    assert ben.get("/")[0] == 200
    before = ben.read(count)
    size = sum(path.stat().st_size for path in ben.library.parent.rglob("*") if path.is_file())
    school.manage("quota", "ben", size + 1_000_000)
    binary = {"Content-Type": "application/octet-stream"}
    for action in ("preview", "save"):
        status, _, lines = ben.request("POST", f"/import?do={action}&name=a.apkg&id=ab", package, binary)
        assert status == 200 and "reached the size" in lines.decode(), lines
    assert ben.read(count) == before
    school.manage("quota", "ben", "1G")
    assert "reached the size" not in ben.request("POST", "/import?do=save&name=a.apkg&id=ac", package, binary)[2].decode()
    assert ben.read(count) == before + 40


def test_above_the_quota_only_what_grows_a_library_is_refused(school, anna):
    deck = anna.make_deck("Words")
    anna.add_note(deck, en=MARK, fi=MARK)
    note = anna.read("SELECT id FROM note WHERE deck = ?", deck)
    school.manage("quota", "anna", "1K")
    api = {"Content-Type": "application/json"}
    fields = {"type": 5, "deck": deck, "tags": "", "f-en": MARK, "f-fi": "y" * 5_000}
    growing = [
        (f"/cards/{note}", urlencode(fields), FORM),
        ("/cards/selection", urlencode({"do": "tag", "tags": "t", "note": note}), FORM),
        ("/cards/replace", urlencode({"do": "save"}), FORM),
        ("/types/new?from=2", urlencode({"name": "T"}), FORM),
        ("/types/2", urlencode({"name": "T"}), FORM),
        ("/decks/new", urlencode({"name": "more"}), FORM),
        (f"/decks/{deck}/options", urlencode({"name": "other"}), FORM),
        ("/decks/starter", urlencode({"do": "add"}), FORM),
        ("/places", "{}", api),
        ("/api/v1/decks", json.dumps({"name": "more"}), api),
        ("/api/v1/note-types", "{}", api),
    ]
    for path, body, headers in growing:
        status, _, page = anna.request("POST", path, body, headers)
        assert status >= 400 and "reached the size" in page.decode(), (path, status)
    free = [
        ("/settings", {"introduces": "off"}),
        ("/cards/selection", {"do": "suspend", "note": note}),
        (f"/cards/{note}", {"do": "delete"}),
        (f"/decks/{deck}/options", {"do": "delete"}),
    ]
    for path, fields in free:
        status, _, page = anna.request("POST", path, urlencode(fields), FORM)
        assert status in (200, 303), (path, status, page)


def test_a_library_above_its_quota_grows_no_more(school, anna):
    deck = anna.make_deck("Words")
    anna.add_note(deck, en=MARK, fi=MARK)
    school.manage("quota", "anna", "1K")
    body = urlencode({"type": 5, "deck": deck, "tags": "", "f-en": f"{MARK} two", "f-fi": f"{MARK} kaksi"})
    status, _, page = anna.request("POST", "/cards/new", body, FORM)
    assert status >= 400 and "reached the size" in page.decode()
    deal = anna.deal()
    assert anna.post_reviews(deal, [practice(deal["cards"][0])])[1]["results"][0]["outcome"] == "stored"
    school.manage("quota", "anna", "1G")
    assert anna.request("POST", "/cards/new", body, FORM)[0] in (200, 303)


def test_commands_work_on_a_learner(school, anna, tmp_path):
    words = tmp_path / "words.csv"
    words.write_text(f"{MARK},flower\n")
    for is_running in (True, False):
        if not is_running:
            school.stop()
        for command in (["import", words], ["stats"], ["check"], ["backup"], ["export", tmp_path / "all.json"]):
            command = [BINARY, *map(str, command), "--learner", "anna", "--accounts", school.library]
            result = subprocess.run(command, capture_output=True, text=True, timeout=60)
            assert result.returncode == 0, result
        assert MARK in (tmp_path / "all.json").read_text()


def test_a_library_is_adopted_also_while_it_is_served(school, tmp_path):
    library = tmp_path / "library.omena"
    copy_new_library(library)
    with Omena(library) as omena:
        omena.add_note(omena.make_deck(MARK), en=MARK, fi=MARK)
        dora = school.add("dora", "--from", library)
        assert MARK.encode() in dora.get("/cards")[2]
    errors = school.manage("add", "erik", "--from", tmp_path / "none.omena", code=1)
    assert "no library" in errors and "erik" not in school.manage("list")


def test_a_library_that_cannot_be_adopted_leaves_nothing(school, tmp_path):
    library = tmp_path / "library.omena"
    library.write_text("no library")
    school.manage("add", "erik", "--from", library, code=1)
    assert "erik" not in school.manage("list")
    assert [*school.library.glob("learners/*/*")] == []


@pytest.mark.parametrize(
    "words, says",
    [
        (["add", "1st"], "can't be a name"),
        (["add", "anna"], "already"),
        (["invite", "nobody"], "no learner named"),
        (["quota", "anna", "much"], "a quota is"),
        (["change", "anna", "--role", "learner"], "only admin"),
        (["change", "anna"], "say what to change"),
        (["invite", "anna", "--role", "teacher"], "takes no --role"),
        (["export", "anna", "anna.json", "--from", "library.omena"], "takes no --from"),
        (["add", "a" * 33], "at most 32 letters"),
        (["add", "ben", "--from", ""], "--from needs the name of a file"),
        (["add", "ben", "--from", "nothing.omena"], "with --from FILE"),
        (["add", "ben", "--from", __file__], "choose another file with --from"),
        (["add", "ben", "--title", "Ben", "--title", "Benjamin"], "--title was given twice"),
        (["invite", "anna", "ben"], "takes a name"),
        (["quota", "anna", "1.5G"], "a quota is"),
        (["quota", "anna", "９G"], "a quota is"),
        (["quota", "anna", "9000000000000000000T"], "a quota is"),
        (["close", "anna"], "only admin"),
        (["reopen", "nobody"], "no learner named"),
        (["dance"], "say what to do"),
    ],
)
def test_mistakes_are_told_in_one_line(school, anna, words, says):
    before = school.manage("list")
    command = [BINARY, "learner", *words, "--accounts", school.library]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert result.returncode in (1, 2) and says in result.stderr and result.stderr.count("\n") == 1, result
    assert school.manage("list") == before


def test_a_second_server_for_the_same_learners_is_refused(school):
    command = [BINARY, "serve", "--port", "0", "--accounts", school.library]
    result = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=60)
    assert result.returncode == 1 and "already" in result.stderr


def test_a_folder_that_cannot_be_one_is_told_in_one_line(tmp_path):
    (tmp_path / "file").write_text("")
    for words in (["learner", "add", "anna"], ["serve", "--port", "0"]):
        command = [BINARY, *words, "--accounts", tmp_path / "file"]
        result = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert result.returncode == 1 and result.stderr.count("\n") == 1, result
        assert result.stderr.endswith(f"the folder {tmp_path / 'file'} cannot be created\n"), result


def test_browsers_of_learners_are_not_paired(school, anna):
    command = [BINARY, "pair", *map(str, anna.choice)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert result.returncode == 1 and "'omena learner invite anna' prints a link" in result.stderr, result


def test_commands_say_how_to_serve_learners(school, anna):
    school.stop()
    command = [BINARY, "lock", *map(str, anna.choice)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert result.returncode == 1 and result.stderr.endswith(f"start 'omena serve --accounts {school.library}'\n"), result
    result = subprocess.run([BINARY, "serve", "--port", "0", "--accounts", ""], capture_output=True, text=True, timeout=60)
    assert result.returncode == 2 and result.stderr.startswith("omena: --accounts needs the name of a folder"), result


def test_a_learner_who_was_never_here_has_no_library(school, tmp_path):
    school.manage("add", "newcomer")
    school.stop()
    (tmp_path / "words.csv").write_text("apple,omena\n")
    (tmp_path / "a.omena").write_text("")
    files = [["import", tmp_path / "words.csv"], ["export", tmp_path / "all.json"], ["restore", tmp_path / "a.omena"]]
    for words in (["stats"], ["check"], *files):
        command = [BINARY, *words, "--learner", "newcomer", "--accounts", school.library]
        result = subprocess.run(command, capture_output=True, text=True, timeout=60)
        told = "omena: newcomer has no library yet; it is created when they first sign in\n"
        assert (result.returncode, result.stderr) == (1, told), result
