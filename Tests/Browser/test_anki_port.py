"""A page of another site, or of another port, gets nothing through the port for programs, and the learner decides who does."""

import json

import pytest
from loopback import Loopback
from playwright.sync_api import expect
from programs import AnkiServer
from serving import copy_new_library

ATTACK = """async (port) => {
    const note = { deckName: "Default", modelName: "Basic", fields: { Front: "owned", Back: "x" } };
    const bodies = [
        { action: "deckNames", version: 6 }, { action: "version" },
        { action: "addNote", version: 6, params: { note } },
        { action: "multi", params: { actions: [{ action: "addNote", params: { note } }] } },
        { action: "storeMediaFile", version: 6, params: { filename: "x.png", path: "/etc/passwd" } },
    ];
    const learned = [];
    for (const host of ["localhost", "127.0.0.1"])
        for (const body of bodies)
            for (const options of [
                { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "text/plain" } },
                { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } },
                { method: "POST", body: JSON.stringify(body), mode: "no-cors" },
                { method: "GET" },
            ])
                try {
                    const response = await fetch(`http://${host}:${port}/`, options);
                    const text = await response.text();
                    if (text) learned.push(text);
                } catch { /* The browser may not even see the answer. */ }
    const frame = document.createElement("iframe");
    frame.name = "form";
    document.body.append(frame);
    const form = document.createElement("form");
    Object.assign(form, { method: "post", enctype: "text/plain", action: `http://localhost:${port}/`, target: "form" });
    const field = document.createElement("input");
    field.name = JSON.stringify(bodies[2]).slice(0, -1) + ', "x": "';
    field.value = '"}';
    form.append(field);
    document.body.append(form);
    const sent = new Promise((done) => frame.addEventListener("load", done, { once: true }));
    form.submit();
    await Promise.race([sent, new Promise((done) => setTimeout(done, 3000))]);
    navigator.sendBeacon(`http://localhost:${port}/`, JSON.stringify(bodies[2]));
    return learned;
}"""


class Attacker(Loopback):
    """A server on this machine with a hostile page, also in a sandbox, whose origin is null."""

    def answer(self, request):
        headers = b"sandbox allow-scripts allow-forms" if request.path == "/sandboxed" else b""
        request.send_response(200)
        request.send_header("Content-Type", "text/html")
        if headers:
            request.send_header("Content-Security-Policy", headers.decode())
        request.end_headers()
        request.wfile.write(b"<!DOCTYPE html><title>Attacker</title>")


@pytest.fixture
def server(library, tmp_path):
    copy_new_library(library)
    with AnkiServer(library, tmp_path / "key") as server:
        yield server


@pytest.mark.parametrize("path", ["/", "/sandboxed"])
def test_a_hostile_page_changes_and_learns_nothing(server, chromium, path):
    server.program()("version")
    before = [server.read(f"SELECT count(*) FROM {table}") for table in ["note", "media", "journal", "alias"]]
    with Attacker() as attacker:
        page = chromium.new_context().new_page()
        page.goto(attacker.url + path)
        learned = page.evaluate(ATTACK, server.anki_port)
        page.context.close()
    assert learned == []
    assert before == [server.read(f"SELECT count(*) FROM {table}") for table in ["note", "media", "journal", "alias"]]


def test_a_name_that_leads_here_is_refused(server, chromium):
    """DNS rebinding: the browser takes the port for the attacker's own site."""
    import shutil

    from playwright.sync_api import sync_playwright

    browser = chromium.browser_type.launch(
        executable_path=shutil.which("chromium-headless-shell"),
        args=["--no-sandbox", "--host-resolver-rules=MAP rebound.example 127.0.0.1"],
    )
    try:
        page = browser.new_page()
        page.goto(f"http://rebound.example:{server.anki_port}/")
        assert "AnkiConnect" not in page.content()
        answer = page.evaluate(
            """async () => (await fetch("/", { method: "POST", body: JSON.stringify({ action: "deckNames" }) })).text()"""
        )
        assert answer == ""
    finally:
        browser.close()


def test_the_learner_is_asked_in_an_open_page_and_can_revoke(server, open_context):
    page = open_context().new_page()
    page.goto(f"{server.url}/cards")
    program = server.program(origin="chrome-extension://likgccmbimhjbgkjambclfkhldnlhbnn", key=None)
    status, _, body = program.send(json.dumps(program.body("version")))
    assert (status, body) == (403, b"")
    question = page.get_by_role("alert").filter(has_text="Yomitan wants to use your cards.")
    expect(question).to_be_visible()
    question.get_by_role("link", name="Decide").click()
    page.get_by_label("Read pictures and sounds from files on this computer").check()
    page.get_by_role("button", name="Allow").click()
    row = page.get_by_role("listitem").filter(has_text="Yomitan")
    expect(row).to_contain_text("Allowed: Today at")
    program("addNote", note={"deckName": "Default", "modelName": "Basic", "fields": {"Front": "生活", "Back": "life"}})
    page.reload()
    expect(row).to_contain_text("1 change")
    page.goto(f"{server.url}/history")
    expect(page.locator("main")).to_contain_text("Yomitan: Added “生活”")
    page.goto(f"{server.url}/settings/connections")
    row.get_by_role("link", name="Change").click()
    expect(page.get_by_label("Read pictures and sounds from files on this computer")).to_be_checked()
    page.get_by_role("button", name="Refuse").click()
    expect(row).to_contain_text("Refused: Today at")
    assert program.send(json.dumps(program.body("version")))[0] == 403


def test_a_program_leads_an_open_page_to_its_cards(server, open_context):
    page = open_context().new_page()
    with page.expect_response(lambda response: "/connections/news" in response.url):
        page.goto(server.url)
    program = server.program()
    note = program("addNote", note={"deckName": "Default", "modelName": "Basic", "fields": {"Front": "led", "Back": "here"}})
    assert program("guiEditNote", note=note) is None
    page.wait_for_url("**/cards/*")
    expect(page.locator("form.sheet")).to_contain_text("")
    page.goto(f"{server.url}/cards")
    assert program("guiAddCards", note={"deckName": "Default", "modelName": "Basic", "fields": {"Front": "draft", "Back": "b"}}) == 0
    page.wait_for_url("**/cards/new*")
    expect(page.locator("form.sheet textarea, form.sheet input").filter(visible=True).first).to_have_value("draft")


def test_the_port_is_opened_and_closed_in_the_settings(omena, open_context):
    page = open_context().new_page()
    page.goto(f"{omena.url}/settings")
    page.get_by_role("link", name="Set up which programs may use your cards").click()
    expect(page.get_by_text("Closed: no program can reach Omena.")).to_be_visible()
    port = free_port()
    page.get_by_label("Port").fill(str(port))
    page.get_by_role("button", name="Let programs in").click()
    expect(page.get_by_text(f"Open at http://localhost:{port}.")).to_be_visible()
    omena.anki_port = port
    from programs import Program

    program = Program(omena, key=None)
    assert program("requestPermission") == {"permission": "denied"}
    omena.stop()
    omena.start()
    assert Program(omena, key=None)("requestPermission") == {"permission": "denied"}
    page.goto(f"{omena.url}/settings/connections")
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_text("Closed: no program can reach Omena.")).to_be_visible()
    with pytest.raises(ConnectionRefusedError):
        Program(omena, key=None)("requestPermission")


def free_port():
    import socket

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]
