"""Numbers that no request means, wherever a request may have one: none ends the program or makes it fail."""

import html
import http.client
import json
import re
from urllib.parse import urlencode

import pytest
from programs import KEY, AnkiServer
from routes import HASH, OF_A_LEARNER
from serving import ROOT, copy_new_library, practice

EXTREMES = ["0", str(2**63 - 1), str(-(2**63)), "1e308", "NaN"]
WHOLE = [1, -1, 2**31 - 1, 2**31, -(2**31), 2**53, 2**63, 2**64, 10**30]
NUMBERS = [*EXTREMES, *map(str, WHOLE), "Infinity", "-Infinity", "1e999", "-1e999", "3e38", "-0", "1.5"]
# JSON has no others.
IN_JSON = [text for text in NUMBERS if not re.search("NaN|Inf", text)]
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
JSON = {"Content-Type": "application/json"}
QUERIES = "after at back count days deck even expression face first flag id latitude limit longitude minutes note order place range rows sort type"
# What locks the library, restores another or asks another server.
LEFT_OUT = re.compile(r"/(lock|upkeep|places/(nearby|articles|pictures)|cards/(1/)?generate|settings/(generate|lock|sync)|sync)\b")
PATHS = [path for path in OF_A_LEARNER if not LEFT_OUT.match(path)]


class Visitor:
    """Sends requests on one connection; none may fail."""

    def __init__(self, omena):
        self.omena = omena
        self.connection = omena.connect()

    def send(self, method, path, body=None, headers=None):
        for is_again in (False, True):
            try:
                self.connection.request(method, path, body, {"Host": f"localhost:{self.omena.port}", **(headers or {})})
                response = self.connection.getresponse()
                answer = response.read()
                break
            except (http.client.HTTPException, OSError):
                # The server closes a connection after a request that it refuses.
                assert not is_again, (method, path, body, headers)
                self.connection.close()
        assert response.status < 500, (method, path, body, headers, answer)
        return response.status, answer


@pytest.fixture
def visitor(omena):
    yield Visitor(omena)
    assert omena.get("/")[0] == 200
    # It would have the same number after a crash.
    omena.process.terminate()
    assert "crash" not in omena.process.communicate(timeout=60)[1]


def test_addresses(visitor):
    query = "&".join(f"{name}=%s" for name in QUERIES.split())
    for path in PATHS:
        numbers = [match.span() for match in re.finditer(rf"(?<=[/=])({HASH}|\d+)(?=[/?&]|$)", path)]
        for number in NUMBERS:
            for start, end in numbers:
                visitor.send("GET", path[:start] + number + path[end:])
        for number in EXTREMES:
            separator = "&" if "?" in path else "?"
            visitor.send("GET", path + separator + query.replace("%s", number), headers={"Accept": "application/json"})
    for path in ("/cards", "/places/pins", "/statistics", "/history", "/api/v1/notes", "/api/v1/reviews", "/study/review", "/export"):
        for name in QUERIES.split():
            for number in EXTREMES:
                visitor.send("GET", f"{path}?{name}={number}")


def test_headers(visitor):
    picture = re.search(r'"(/assets/[^"]+/logo\.svg)"', visitor.send("GET", "/")[1].decode())[1]
    for number in NUMBERS:
        for name, value in {
            "Range": f"bytes={number}-{number}",
            "If-Range": number,
            "If-None-Match": f'"{number}"',
            "If-Modified-Since": number,
            "Accept-Encoding": f"gzip;q={number}, br;q={number}",
            "Accept-Language": f"fr;q={number}, ja;q={number}",
            "Prefer": f"rows={number}",
            "Cookie": f"omena={number}; __Host-omena={number}",
            "Authorization": f"Basic {number}",
            "X-Forwarded-For": number,
        }.items():
            for path in ("/cards", picture):
                visitor.send("GET", path, headers={name: value})
        sender = visitor.omena.connect()
        sender.putrequest("POST", "/reviews", skip_host=True)
        for name, value in {"Host": f"localhost:{visitor.omena.port}", **JSON, "Content-Length": number}.items():
            sender.putheader(name, value)
        sender.endheaders(b"{}")
        sender.close()


def forms(page):
    """The address and the fields of each form that a page sends."""
    for attributes, content in re.findall(r"<form([^>]*)>(.*?)</form>", page, re.S):
        action = re.search(r'action="([^"]*)"', attributes)
        if action and 'method="post"' in attributes:
            fields = re.findall(r'<(?:input|select|textarea|button)[^>]*? name="([^"]+)"(?:[^>]*? value="([^"]*)")?', content)
            yield html.unescape(action[1]), {name: html.unescape(value) for name, value in fields}


def test_forms(visitor):
    visitor.omena.add_note(visitor.omena.make_deck("A"), en="a", fi="b")
    found = {}
    for path in [*PATHS, "/cards/new?type=5", "/types/new?from=5"]:
        status, answer = visitor.send("GET", path)
        if status == 200 and answer.startswith(b"<!"):
            found |= {(action, *fields): fields for action, fields in forms(answer.decode())}
    assert len(found) > 10
    for (action, *names), fields in found.items():
        if LEFT_OUT.match(action):
            continue
        for number in NUMBERS:
            visitor.send("POST", action, urlencode(dict.fromkeys(fields, number)), FORM)
        for name in names:
            for number in EXTREMES:
                visitor.send("POST", action, urlencode({**fields, name: number}), FORM)


def documents(value, number):
    """A document with one of its numbers replaced, or one of its texts that is a number; each in turn."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from ({**value, key: other} for other in documents(inner, number))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from ([*value[:place], other, *value[place + 1 :]] for other in documents(inner, number))
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield f"\0{number}\0"
    elif isinstance(value, str) and re.fullmatch(r"-?\d+", value):
        yield number


def encoded(document):
    """JSON, in which the numbers of `documents` are written as they are."""
    return re.sub(r'"\\u0000([^"\\]*)\\u0000"', r"\1", json.dumps(document)).encode()


def test_answers(visitor):
    deal = visitor.omena.deal()
    event = {**practice(deal["cards"][0]), "kind": "review", "due": 1, "reviews": 1}
    batch = {"library": deal["library"], "epoch": deal["epoch"], "events": [event]}
    for number in IN_JSON:
        for document in documents(batch, number):
            visitor.send("POST", "/reviews", encoded(document), JSON)


def example(schema, schemas):
    """A document that a schema describes, with everything that it may have."""
    if "$ref" in schema:
        return example(schemas[schema["$ref"].rsplit("/", 1)[1]], schemas)
    if "anyOf" in schema:
        return example(schema["anyOf"][0], schemas)
    if "enum" in schema:
        return schema["enum"][0]
    match schema.get("type"):
        case "object":
            return {name: example(inner, schemas) for name, inner in schema.get("properties", {"1": {}}).items()}
        case "array":
            return [example(schema["items"], schemas)]
        case "integer" | "number":
            return schema.get("minimum", 1)
        case "boolean":
            return True
    return "1"


def test_documents_of_the_api(visitor):
    described = json.loads(visitor.send("GET", "/api/v1/openapi.json")[1])
    schemas = described["components"]["schemas"]
    deck = visitor.omena.make_deck("A")
    visitor.omena.add_note(deck, en="a", fi="b")
    note = visitor.omena.read("SELECT max(id) FROM note")
    sent = 0
    for path, operations in described["paths"].items():
        address = "/api/v1" + path.replace("{deck}", str(deck)).replace("{note}", str(note)).replace("{type}", "5")
        for method, operation in operations.items():
            for number in NUMBERS:
                visitor.send("GET", "/api/v1" + re.sub(r"{\w+}", number, path))
            body = operation.get("requestBody", {}).get("content", {}).get("application/json")
            if not body:
                continue
            document = example(body["schema"], schemas)
            actions = body["schema"]["properties"].get("action", {}).get("enum", [None])
            for action in actions:
                changed = {**document, "action": action} if action else document
                for number in IN_JSON:
                    for other in documents(changed, number):
                        visitor.send(method.upper(), address, encoded(other), JSON)
                        sent += 1
    assert sent > 500


def test_programs_made_for_anki(library, tmp_path):
    copy_new_library(library)
    with AnkiServer(library, tmp_path / "key") as server:
        program = server.program()
        requests = sorted((ROOT / "Tests/Fuzz/Corpus/ankiprogram").iterdir())
        assert len(requests) > 70
        for path in requests:
            request = {**json.loads(path.read_bytes()), "key": KEY}
            for number in IN_JSON:
                for document in documents(request, number):
                    status, _, answer = program.send(encoded(document))
                    assert status < 500, (document, answer)
        assert program("version") == 6
        server.process.terminate()
        assert "crash" not in server.process.communicate(timeout=60)[1]
