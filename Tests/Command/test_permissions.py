"""Who may ask what on a server of several learners: every route as every role, and as nobody."""

import json
import re

import pytest
from learners import FORM, SCRIPT, carrying
from routes import OF_A_LEARNER, ROUTES, addresses, declared
from serving import ROOT

MARK = "heliotrope"
ROLES = ("learner", "teacher", "admin")
JSON = {"Content-Type": "application/json"}

# What the addresses that belong to no learner answer: to a stranger, then to each role, of whom nobody is asked for more.
OWN = {
    ("GET", "home"): (303, 303, 303, 303),
    ("GET", "signIn"): (200, 200, 200, 200),
    ("POST", "signIn"): (422, 422, 422, 422),
    ("POST", "passkeyQuestion"): (200, 200, 200, 200),
    ("POST", "passkey"): (401, 403, 403, 403),
    ("GET", "signedIn"): (401, 303, 303, 303),
    ("GET", "people"): (303, 200, 200, 200),
    ("POST", "signOut"): (303, 303, 303, 303),
    ("GET", "join"): (200, 200, 200, 200),
    ("POST", "join"): (422, 422, 422, 422),
    ("POST", "newPasskey"): (401, 403, 403, 403),
    ("GET", "joinClass"): (200, 200, 200, 200),
    ("POST", "joinClass"): (200, 422, 422, 422),
    ("GET", "admin"): (303, 403, 403, 200),
    ("POST", "admin"): (403, 403, 403, 422),
}


@pytest.fixture
def anna(school):
    return school.add("anna", "--title", "Anna Ahonen", "--role", "admin")


@pytest.fixture
def visitors(school, anna):
    """A stranger, and somebody of each role."""
    return [None] + [school.add(f"a-{role}", "--role", role) for role in ROLES]


def session_of(visitor):
    return carrying(visitor.session if visitor else None)


def test_the_tables_have_every_route_and_role():
    assert {name: set(cases) for name, cases in ROUTES.items()} == declared()
    source = (ROOT / "Sources/Accounts/Account.swift").read_text()
    roles = re.search(r"enum Role: .*?{\n(.*?)\n    }", source, re.S)[1]
    assert set(re.findall(r"^        case (\w+)$", roles, re.M)) == set(ROLES)
    assert {case for _, case in OWN} == set(ROUTES["AccountsRoute"])


def test_every_address_is_one(anna):
    """So that a route whose address has changed is not asked for in vain: none takes this method, and only they refuse it."""
    for path in OF_A_LEARNER:
        # Only a command may ask for these, and only a peer.
        apart = re.match(r"/(status|pairing-codes|review-log|memories|parameters|upkeep|sync)\b", path)
        assert apart or anna.request("PATCH", path)[0] == 405, path
    assert anna.request("PATCH", "/nothing")[0] == 404


def test_nothing_of_a_learner_reaches_another(school, anna, visitors):
    """Everybody asks for everything of Anna's, and for what no learner has; nobody can tell them apart."""
    anna.add_note(anna.make_deck(MARK), en=MARK, fi=MARK)
    listed = addresses(anna)
    for visitor in visitors:
        # The last as a picture on a page of another port.
        pictures = [{"Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Site": site} for site in ("same-origin", "same-site")]
        for shown in ({}, SCRIPT, *pictures) if visitor is visitors[1] else (SCRIPT,):
            for method, path in listed:
                answers = []
                for name in ("anna", "nobody"):
                    headers = {**session_of(visitor), **shown}
                    status, answered, body = school.request(method, f"/~{name}{path}", headers=headers)
                    assert MARK.encode() not in body and b"Ahonen" not in body
                    told = [status, answered["Location"], body]
                    answers.append(json.dumps([str(part).replace(name, "NAME") for part in told]))
                assert answers[0] == answers[1], (method, path)
                if path != "/manifest.webmanifest":
                    # Browsers drop their session after a 401, and with it whoever else is signed in.
                    assert status in (303, 403 if visitor else 401), (method, path, status)


def test_pages_do_not_tell_where_the_server_keeps_its_files(school, visitors):
    for path in OF_A_LEARNER:
        answer = visitors[1].get(path)
        assert bytes(school.library) not in answer[2], path


def test_addresses_outside_of_all_learners_belong_to_nobody(school, anna):
    for method, path in addresses():
        status, headers, body = school.request(method, path, headers=carrying(anna.session))
        assert MARK.encode() not in body
        shared = re.match(r"/(assets|help|offline|manifest\.webmanifest)", path) or path == "/"
        assert shared or status in (404, 405), (method, path, status)


def test_addresses_that_belong_to_no_learner(school, visitors):
    for case, path in ROUTES["AccountsRoute"].items():
        for method in ("GET", "POST", "DELETE"):
            expected = OWN.get((method, case), (405,) * len(visitors))
            body, headers = (None, {}) if method != "POST" else ("{}", JSON) if case == "passkey" else ("x=1", FORM)
            for visitor, status in zip(visitors, expected, strict=True):
                answer = school.request(method, path, body, {**headers, **session_of(visitor)})
                assert answer[0] == status, (method, path, visitor and visitor.name, answer)
