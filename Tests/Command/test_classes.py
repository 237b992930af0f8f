"""Classes: a teacher's deck goes to learners in editions, and nobody sees more than the link said."""

import base64
import json
import os
import random
import re
import sqlite3
from urllib.parse import urlencode

import pytest
from learners import FORM, carrying
from library_copies import PICTURE
from serving import practice
from test_sync_permission import code_of

JSON = {"Content-Type": "application/json"}


@pytest.fixture
def teacher(school):
    school.add("admin", "--role", "admin")
    teacher = school.add("tessa", "--title", "Tessa Teacher", "--role", "teacher")
    # Opened, so that there is a library.
    assert teacher.get("/")[0] == 200
    return teacher


def add(learner, deck, front, back):
    body = {"type": "Basic", "deck": deck, "fields": {"Front": front, "Back": back}, "even": True}
    status, _, answer = learner.request("POST", "/api/v1/notes", json.dumps(body), JSON)
    assert status == 201, answer
    return json.loads(answer)["note"]["id"]


def edit(learner, note, **changes):
    status, _, answer = learner.request("PATCH", f"/api/v1/notes/{note}", json.dumps({"even": True, **changes}), JSON)
    assert status == 200, answer


def delete(learner, note):
    assert learner.request("DELETE", f"/api/v1/notes/{note}")[0] == 200


def notes(learner, deck):
    """The notes of a deck by their ids, with the memories of their cards."""
    status, _, answer = learner.get(f"/api/v1/notes?limit=500&query={deck}")
    assert status == 200
    return {note["id"]: note for note in json.loads(answer)["notes"]}


def texts(learner, deck):
    return {id: (note["fields"]["Front"], note["fields"]["Back"]) for id, note in notes(learner, deck).items()}


def publish(teacher, deck, name, progress=False):
    """Publishes a deck as a class; returns the path of its page."""
    id = teacher.read("SELECT id FROM deck WHERE name = ?", deck)
    fields = {"do": "publish", "deck": id, "name": name, **({"progress": "on"} if progress else {})}
    return teacher.post_form("/classes", **fields)


def secret(teacher, page):
    return re.search(rb'value="[^"]+/class#([\w-]{22})"', teacher.get(page)[2])[1].decode()


def send(learner, path, **fields):
    """Sends a form; returns the status, where it leads, and the page."""
    status, headers, body = learner.request("POST", path, urlencode(fields), FORM)
    return status, headers["Location"], body


def join(school, learner, secret, progress="off"):
    fields = urlencode({"secret": secret, "name": learner.name, "progress": progress})
    status, headers, body = school.request("POST", "/class", fields, {**FORM, **carrying(learner.session)})
    return status, headers["Location"], body


def undo(learner, location):
    change = re.search(r"done=(\d+)", location)[1]
    assert send(learner, "/undo", id=change, back=f"{learner.base}/history")[0] == 303


DECK = 'deck:"Finnish 1"'.replace(" ", "%20")
LEARNERS = 30 if os.environ.get("OMENA_SOAK") else 10


def test_a_class_over_three_editions(school, teacher):
    """Both sides edit, delete and add between editions: each learner has what a model of the merge says, every memory and answer is
    kept, and one undo reverts an edition."""
    chance = random.Random(30)
    teacher.make_deck("School::Finnish")
    published = {add(teacher, "School::Finnish", f"word {n}", f"sana {n}"): None for n in range(20)}
    published = texts(teacher, "deck:School::Finnish")
    page = publish(teacher, "School::Finnish", "Finnish 1", progress=True)
    link = secret(teacher, page)
    learners = [school.add(f"learner{n}") for n in range(LEARNERS)]
    for learner in learners:
        status, location, body = join(school, learner, link, "on")
        assert status == 303, body
        assert texts(learner, DECK) == published

    # What each learner should have: what is untouched follows the teacher.
    mine = {learner.name: dict(published) for learner in learners}
    for number in (2, 3):
        for learner in learners:
            model = mine[learner.name]
            deal = learner.deal("Finnish 1", "review")
            events = [
                practice(card, chance.choice(["again", "good", "easy"]), kind="review", mode="review", due=None, reviews=None)
                for card in chance.sample(deal["cards"], 5)
            ]
            results = learner.post_reviews(deal, events)[1]["results"]
            assert {result["outcome"] for result in results} == {"stored"}, results
            for id in chance.sample(sorted(model), 3):
                model[id] = (model[id][0], f"{learner.name} {number}")
                edit(learner, id, fields={"Back": model[id][1]})
            for id in chance.sample(sorted(model), 2):
                del model[id]
                delete(learner, id)
            own = add(learner, "Finnish 1", f"own {number}", learner.name)
            model[own] = (f"own {number}", learner.name)

        before = published
        for id in chance.sample(sorted(before), 4):
            edit(teacher, id, fields={"Back": f"edition {number}"})
        for id in chance.sample(sorted(before), 3):
            delete(teacher, id)
        for n in range(3):
            add(teacher, "School::Finnish", f"new {number}.{n}", "uusi")
        published = texts(teacher, "deck:School::Finnish")
        assert send(teacher, page, do="publish")[0] == 303

        for learner in learners:
            model = mine[learner.name]
            for id in before.keys() | published.keys():
                if id not in before:
                    model[id] = published[id]
                elif model.get(id) == before[id]:
                    if id in published:
                        model[id] = published[id]
                    else:
                        del model[id]
            assert f"Get edition {number}".encode() in learner.get("/")[2]
            (old, log) = (notes(learner, DECK), learner.log())
            status, location, body = send(learner, page.replace("tessa", learner.name), do="take")
            assert status == 303, body
            new = notes(learner, DECK)
            assert texts(learner, DECK) == model
            # Answers are never lost, nor what they led to.
            assert learner.log() == log
            assert all(new[id]["cards"] == old[id]["cards"] for id in new.keys() & old.keys())
            undo(learner, location)
            assert notes(learner, DECK) == old
            status, location, body = send(learner, page.replace("tessa", learner.name), do="take")
            assert status == 303 and texts(learner, DECK) == model
            assert all(notes(learner, DECK)[id]["cards"] == old[id]["cards"] for id in new.keys() & old.keys())
            assert b"has a new edition" not in learner.get("/")[2]

    # The teacher's page, with a count for each learner.
    status, _, body = teacher.get(page)
    counts = re.findall(r"Known: (\d+) of (\d+) · Due today: \d+ · Answers in seven days: (\d+)", body.decode())
    # The learners are sorted by name. Answers to cards that are in the bin now are not counted.
    assert [int(notes) for _, notes, _ in counts] == [len(mine[name]) for name in sorted(mine)]
    assert all(known == "0" and 5 <= int(answers) <= 10 for known, _, answers in counts)
    assert all(word not in body for word in (b"own 2", b"word 1", b"learner3 2"))


def test_a_teacher_sees_what_the_link_said_and_nothing_else(school, teacher):
    add(teacher, "First questions", "apple", "omena")
    page = publish(teacher, "First questions", "Questions")
    ben, cleo = school.add("ben", "--title", "Ben"), school.add("cleo", "--title", "Cleo")
    link = secret(teacher, page)
    look = urlencode({"secret": link, "do": "look"})
    status, _, body = school.request("POST", "/class", look, {**FORM, **carrying(ben.session)})
    assert status == 200 and "Your teacher sees your name, and nothing else." in body.decode()
    assert join(school, ben, link)[0] == 303
    # A new link that says more takes effect for those who read that.
    assert send(teacher, page, do="link", progress="on")[0] == 303
    assert join(school, cleo, link)[0] == 422
    link = secret(teacher, page)
    status, _, body = join(school, cleo, link)
    assert status == 422 and "has just changed" in body.decode() and "how many cards of this deck you know" in body.decode()
    assert join(school, cleo, link, "on")[0] == 303
    _, _, body = teacher.get(page)
    assert b"Joined without showing their progress" in body and body.count(b"Answers in seven days") == 1
    # Without the deck there is nothing to see.
    deck = cleo.read("SELECT id FROM deck WHERE name = 'Questions'")
    assert send(cleo, f"/decks/{deck}/options", do="delete")[0] in (200, 303)
    assert b"Answers in seven days" not in teacher.get(page)[2]


@pytest.mark.parametrize("name", ["", " ", "\u200b", "School::Finnish"], ids=ascii)
def test_a_class_has_a_name_that_can_be_seen(teacher, name):
    deck = teacher.read("SELECT id FROM deck WHERE name = 'First questions'")
    status, _, page = send(teacher, "/classes", do="publish", deck=deck, name=name)
    assert status == 422 and "Enter a name for the class" in page.decode()


def test_a_library_that_cannot_be_read_is_not_said_to_lack_the_deck(school, teacher):
    add(teacher, "First questions", "apple", "omena")
    page = publish(teacher, "First questions", "Questions", progress=True)
    link = secret(teacher, page)
    ben, cleo = school.add("ben", "--title", "Ben"), school.add("cleo", "--title", "Cleo")
    for learner in (ben, cleo):
        assert join(school, learner, link, "on")[0] == 303
    damaged = ben.library
    school.stop()
    content = damaged.read_bytes()
    damaged.write_bytes(content[:8192] + b"x" * (len(content) - 8192))
    school.start()

    _, _, body = teacher.get(page)

    assert "Not shown, because their library can’t be read right now" in body.decode()
    assert b"No longer has the deck" not in body and b"has a lock" not in body
    assert body.count(b"Answers in seven days") == 1


@pytest.mark.parametrize("who", ["learner", "teacher"])
def test_editions_go_on_where_a_card_type_differs(school, teacher, who):
    """A learner whose card type has other fields has the class's as a type of its own; a renamed field stays the same field."""
    ben = school.add("ben")
    ben.get("/")
    add(teacher, "First questions", "apple", "omena")
    note = add(teacher, "First questions", "pear", "päärynä")
    if who == "learner":
        change_fields(ben, "Front", "Back", "Hint")
    page = publish(teacher, "First questions", "Questions")
    assert join(school, ben, secret(teacher, page))[0] == 303
    if who == "teacher":
        change_fields(teacher, "Word", "Back")
    for number in (2, 3, 4):
        edit(teacher, note, fields={"Back": f"edition {number}"})
        assert send(teacher, page, do="publish")[0] == 303
        assert send(ben, page.replace("tessa", "ben"), do="take")[0] == 303
        assert texts(ben, "deck:Questions")[note] == ("pear", f"edition {number}")
    delete(teacher, note)
    assert send(teacher, page, do="publish")[0] == 303
    assert send(ben, page.replace("tessa", "ben"), do="take")[0] == 303
    assert note not in texts(ben, "deck:Questions")


def change_fields(learner, front, *others):
    """Gives Basic other fields, the first of which its card asks."""
    page = learner.get("/types/1")[2].decode()
    fields = [("name", "Basic"), ("css", ""), ("do", "save"), ("template-front", "{{%s}}" % front), ("template-back", "{{Back}}")]
    fields += [("template-name", "Card 1"), ("template-id", re.search(r'name="template-id" value="(\d+)"', page)[1])]
    ids = re.findall(r'name="field-id" value="(\d+)"', page)
    for index, name in enumerate([front, *others]):
        id = ids[index] if index < len(ids) else ""
        fields += [("field-id", id), ("field-name", name), ("field-language", "")]
    assert learner.request("POST", "/types/1", urlencode(fields), FORM)[0] == 303


def test_leaving_and_closing_take_nothing_away(school, teacher):
    add(teacher, "First questions", "apple", "omena")
    page = publish(teacher, "First questions", "Questions")
    ben, cleo = school.add("ben"), school.add("cleo")
    for learner in (ben, cleo):
        assert join(school, learner, secret(teacher, page))[0] == 303
    kept = texts(ben, "deck:Questions")
    assert len(kept) == 11
    packs = school.library / "packs"
    assert list(packs.glob("*/*"))
    assert send(ben, page.replace("tessa", "ben"), do="leave")[0] == 303
    add(teacher, "First questions", "pear", "päärynä")
    assert send(teacher, page, do="publish")[0] == 303
    assert send(ben, page.replace("tessa", "ben"), do="take")[0] == 404
    assert b"new edition" not in ben.get("/")[2] and b"new edition" in cleo.get("/")[2]
    assert send(teacher, page, do="close")[0] == 303
    assert teacher.get(page)[0] == 404
    assert texts(ben, "deck:Questions") == texts(cleo, "deck:Questions") == kept
    assert "This class was closed." in cleo.get("/classes")[2].decode()
    assert send(cleo, page.replace("tessa", "cleo"), do="take")[0] == 409
    assert b"new edition" not in cleo.get("/")[2]
    # Nothing of it is left once everybody has seen that.
    assert send(cleo, page.replace("tessa", "cleo"), do="leave")[0] == 303
    database = sqlite3.connect(f"file:{school.library}/accounts.omena?mode=ro", uri=True)
    for table in ("publication", "edition", "edition_medium", "subscription"):
        assert database.execute(f"SELECT count(*) FROM {table}").fetchone()[0] == 0
    database.close()


def test_the_classes_of_a_closed_account_are_closed(school, teacher):
    add(teacher, "First questions", "apple", "omena")
    page = publish(teacher, "First questions", "Questions")
    ben = school.add("ben")
    assert join(school, ben, secret(teacher, page))[0] == 303
    add(teacher, "First questions", "pear", "päärynä")
    assert send(teacher, page, do="publish")[0] == 303
    assert b"new edition" in ben.get("/")[2]
    school.manage("close", "tessa")
    assert "This class was closed." in ben.get("/classes")[2].decode()
    assert b"new edition" not in ben.get("/")[2]
    assert send(ben, page.replace("tessa", "ben"), do="take")[0] == 409
    school.manage("reopen", "tessa")
    assert b"new edition" in ben.get("/")[2]
    assert send(ben, page.replace("tessa", "ben"), do="take")[0] == 303


def test_pictures_come_with_an_edition(school, teacher):
    picture = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNg+M9QDwADgQF/iXmKKgAAAABJRU5ErkJggg==")
    body = json.dumps({"name": "omena.png", "data": base64.b64encode(picture).decode()})
    status, _, answer = teacher.request("POST", "/api/v1/media", body, JSON)
    assert status == 201, answer
    reference = json.loads(answer)["reference"]
    teacher.make_deck("Pictures")
    add(teacher, "Pictures", "apple", reference)
    page = publish(teacher, "Pictures", "Fruit")
    ben = school.add("ben")
    assert join(school, ben, secret(teacher, page))[0] == 303
    hash = ben.read("SELECT lower(hex(digest)) FROM media WHERE name LIKE 'omena%'")
    status, _, body = ben.get(f"/media/{hash}")
    assert status == 200 and body == picture
    assert (school.library / "packs" / hash[:2] / hash).read_bytes() == picture


def test_pictures_keep_no_change_from_a_library_that_syncs(school, teacher, copies):
    """Such a library gives pictures other names, under which both editions and the learner's texts are the same."""
    body = json.dumps({"name": "omena.png", "data": base64.b64encode(PICTURE).decode()})
    status, _, answer = teacher.request("POST", "/api/v1/media", body, JSON)
    assert status == 201, answer
    reference = json.loads(answer)["reference"]
    teacher.make_deck("Pictures")
    first, second, third = (add(teacher, "Pictures", word, reference) for word in ("apple", "pear", "plum"))
    page = publish(teacher, "Pictures", "Fruit")
    ben = school.add("ben")
    ben.get("/")
    copies("laptop").sync(ben.url, "--code", code_of(ben))
    assert join(school, ben, secret(teacher, page))[0] == 303
    own = texts(ben, "deck:Fruit")[third][1].replace("<img", "mine <img")
    edit(ben, third, fields={"Back": own})
    for number in (2, 3, 4):
        edit(teacher, first, fields={"Back": f"{reference} {number}"})
        if number == 4:
            delete(teacher, second)
        assert send(teacher, page, do="publish")[0] == 303
        assert send(ben, page.replace("tessa", "ben"), do="take")[0] == 303
        found = texts(ben, "deck:Fruit")
        assert re.fullmatch(rf'<img src="omena(-[0-9a-f]+)?\.png"> {number}', found[first][1]), found
        assert found[third][1] == own
        assert (second in found) == (number < 4)


def test_an_edition_keeps_to_the_quotas(school, teacher):
    teacher.make_deck("Words")
    for n in range(10):
        add(teacher, "Words", f"word {n}", "x" * 50_000)
    ben = school.add("ben")
    ben.get("/")
    size = sum(path.stat().st_size for path in ben.library.parent.rglob("*") if path.is_file())
    page = publish(teacher, "Words", "Words")
    school.manage("quota", "ben", str(size + 400_000))
    status, _, body = join(school, ben, secret(teacher, page))
    assert status == 409 and b"reached the size" in body
    assert texts(ben, "deck:Words") == {}
    school.manage("quota", "ben", "1G")
    assert send(ben, page.replace("tessa", "ben"), do="take")[0] == 303
    assert len(texts(ben, "deck:Words")) == 10
    school.manage("quota", "tessa", "1K")
    add_more = send(teacher, page, do="publish")
    assert add_more[0] == 409 and b"reached the size" in add_more[2]


def test_a_pack_that_was_tampered_with_is_not_taken(school, teacher):
    add(teacher, "First questions", "apple", "omena")
    page = publish(teacher, "First questions", "Questions")
    ben = school.add("ben")
    (pack,) = (school.library / "packs").glob("*/*")
    pack.write_bytes(pack.read_bytes().replace(b"omena", b"other", 1))
    assert join(school, ben, secret(teacher, page))[0] == 500
    assert texts(ben, "deck:Questions") == {}


def test_a_teacher_who_is_none_any_more_has_no_class(school, teacher):
    page = publish(teacher, "First questions", "Questions")
    link = secret(teacher, page)
    ben = school.add("ben")
    school.manage("change", "tessa", "--role", "learner")
    assert teacher.get(page)[0] == 404 and join(school, ben, link)[0] == 422
    school.manage("change", "tessa", "--role", "teacher")
    assert teacher.get(page)[0] == 200 and join(school, ben, link)[0] == 303
    school.manage("close", "tessa")
    assert join(school, school.add("cleo"), link)[0] == 422


# Who may do what: the status for a stranger, a learner outside of the class, one in it, its teacher, another teacher, and an admin.
PERMISSIONS = {
    ("GET", "{own}/classes", ""): (303, 200, 200, 200, 200, 200),
    ("POST", "{own}/classes", "do=publish"): (401, 403, 403, 422, 422, 422),
    ("GET", "{own}/classes/{id}", ""): (303, 404, 404, 200, 404, 404),
    ("POST", "{own}/classes/{id}", "do=publish"): (401, 404, 404, 422, 404, 404),
    ("POST", "{own}/classes/{id}", "do=link"): (401, 404, 404, 303, 404, 404),
    ("POST", "{own}/classes/{id}", "do=no-link"): (401, 404, 404, 303, 404, 404),
    ("POST", "{own}/classes/{id}", "do=remove&name=nobody"): (401, 404, 404, 303, 404, 404),
    ("POST", "{own}/classes/{id}", "do=take"): (401, 404, 303, 404, 404, 404),
    ("POST", "{own}/classes/{id}", "do=dance"): (401, 404, 404, 400, 404, 404),
    ("POST", "{own}/classes/0000000000000001", "do=close"): (401, 404, 404, 404, 404, 404),
    ("POST", "{own}/classes/x", "do=close"): (401, 404, 404, 404, 404, 404),
    ("DELETE", "{own}/classes/{id}", ""): (401, 405, 405, 405, 405, 405),
    # What is somebody else's is the same as what nobody has.
    ("GET", "/~tessa/classes/{id}", ""): (303, 303, 303, 200, 303, 303),
    ("POST", "/~tessa/classes/{id}", "do=close&dry"): (401, 403, 403, None, 403, 403),
    ("GET", "/class", ""): (200,) * 6,
    ("POST", "/class", "secret=wrong"): (200, 422, 422, 422, 422, 422),
    # Last, because it ends what the others need.
    ("POST", "{own}/classes/{id}", "do=leave"): (401, 404, 303, 404, 404, 404),
    ("POST", "{own}/classes/{id}", "do=close"): (401, 404, 404, 303, 404, 404),
}


def test_every_route_as_every_role(school, teacher):
    page = publish(teacher, "First questions", "Questions")
    id = page.rsplit("/", 1)[1]
    outside, inside = school.add("ben"), school.add("cleo")
    other, admin = school.add("other", "--role", "teacher"), school.add("boss", "--role", "admin")
    assert join(school, inside, secret(teacher, page))[0] == 303
    roles = (None, outside, inside, teacher, other, admin)
    for (method, path, fields), expected in PERMISSIONS.items():
        for learner, status in zip(roles, expected):
            if status is None:
                continue
            own = learner.base if learner else "/~tessa"
            address = path.format(own=own, id=id)
            headers = {**(FORM if fields else {}), **carrying(learner.session if learner else None)}
            answer = school.request(method, address, fields or None, headers)
            assert answer[0] == status, (method, path, fields, learner and learner.name, answer[0], answer[2][:300])
