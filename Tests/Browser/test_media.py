"""Pictures and sounds on cards: added in every way a browser has, shown, played, and available without a network."""

import base64
import shutil

import pytest
from accessibility import LOST, violations
from devices import DESKTOP, PHONE
from media import png, wav
from playwright.sync_api import expect
from table import Table

PICTURE = {"name": "my cat (1).png", "mimeType": "image/png", "buffer": png()}
SOUND = {"name": "meow.wav", "mimeType": "audio/wav", "buffer": wav()}

# Passes a file to a field like the clipboard or a drop.
GIVE = """([selector, kind, name, type, data]) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], name, { type }));
    const event = kind === "paste"
        ? new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true, cancelable: true })
        : new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true });
    return !document.querySelector(selector).dispatchEvent(event);
}"""
# Plays without a loudspeaker and records what is played.
LISTEN = """window.heard = [];
HTMLMediaElement.prototype.play = function () {
    window.heard.push(this.src);
    return fetch(this.src, { headers: { Range: "bytes=0-" } }).then((part) => {
        if (part.status !== 206) throw new Error(`Status ${part.status}`);
        this.dispatchEvent(new Event("ended"));
    });
};"""
FITS = """() => {
    const face = document.querySelector("[data-depth='0'] .face:not([inert]) .face-in");
    const picture = face.querySelector("img").getBoundingClientRect();
    const card = face.getBoundingClientRect();
    return face.querySelector("img").complete && picture.width > 40 && picture.height > 40
        && face.scrollHeight <= face.clientHeight + 1 && picture.bottom <= card.bottom && picture.right <= card.right
        && document.documentElement.scrollHeight <= innerHeight;
}"""


class MediaForm:
    def __init__(self, page, omena):
        self.page = page
        self.omena = omena

    def open(self, path="/cards/new?type=1"):
        self.page.goto(self.omena.url + path)
        return self

    def choose(self, field, *files):
        with self.page.expect_file_chooser() as chooser:
            self.button("Add a picture or sound", field).click()
        chooser.value.set_files(list(files))
        return self

    def button(self, name, field):
        """The one that the accessibility tree assigns to this field."""
        return self.page.locator(".field", has=self.page.get_by_text(field, exact=True)).get_by_role("button", name=name)

    def give(self, field, kind, file):
        data = base64.b64encode(file["buffer"]).decode()
        what = [f"#f-{field}", kind, file["name"], file["mimeType"], data]
        assert self.page.evaluate(GIVE, what), "The browser would open the file itself."
        return self

    def has(self, *names):
        for name in names:
            expect(self.page.get_by_role("button", name=f"Remove {name}", exact=True)).to_be_visible()
        return self

    def write(self, **fields):
        for name, text in fields.items():
            self.page.get_by_role("textbox", name=name, exact=True).fill(text)
        return self

    def add(self):
        self.page.get_by_role("button", name="Add card", exact=True).click()
        expect(self.page.locator("#done")).to_contain_text("Added")
        return self

    def texts(self):
        return self.omena.read("SELECT fields FROM note ORDER BY id DESC LIMIT 1")


@pytest.fixture
def form(open_context, omena):
    return MediaForm(open_context(**PHONE).new_page(), omena)


def picture_card(omena, page, deck, back="apple", **more):
    """Adds a card with a picture and a sound on its front."""
    names = []
    for file in (PICTURE, SOUND):
        answer = page.request.post(
            f"{omena.url}/media", params={"name": file["name"]}, data=file["buffer"], headers={"Accept": "application/json"}
        )
        names.append(answer.json()["source"])
    fields = {"f-1": "", "media-1": names[0], "caption-1": "A red apple", "f-2": back + (names[1] if more.get("sound") else "")}
    omena.post_form("/cards/new", type=1, deck=deck, tags="", **fields)


def test_form_accepts_pictures_and_sounds_in_every_way(form):
    form.open().choose("Front", PICTURE, SOUND).has("my-cat-1.png", "meow.wav")
    form.give(2, "paste", {**PICTURE, "name": "image.png"}).has("image.png")
    form.give(2, "drop", {**SOUND, "name": "late meow.wav"}).has("late-meow.wav")
    form.page.get_by_role("button", name="Remove meow.wav").click()
    expect(form.page.get_by_role("textbox", name="Front", exact=True)).to_be_focused()
    form.page.get_by_role("textbox", name="Description of my-cat-1.png").fill('A "cat" & <b>mat</b>')
    assert violations(form.page) == [] and form.page.evaluate(LOST) == []
    form.write(Back="kissa").add()

    assert form.texts() == (
        '{"1":{"text":"<img src=\\"my-cat-1.png\\" alt=\\"A &quot;cat&quot; &amp; &lt;b&gt;mat&lt;/b&gt;\\">"},'
        '"2":{"text":"kissa\\n<img src=\\"image.png\\">\\n[sound:late-meow.wav]"}}'
    )
    # The same picture came twice and is stored once.
    assert form.omena.read("SELECT count(DISTINCT digest) FROM media") == 2

    # The attachments are there again, and untouched ones stay as they are.
    before = form.texts()
    form.page.goto(form.omena.url + "/cards")
    expect(form.page.locator("a.open-card img").first).to_be_visible()
    expect(form.page.get_by_role("link", name='A "cat" & <b>mat</b>')).to_be_visible()
    assert violations(form.page) == []
    form.page.locator("a.open-card").first.click()
    expect(form.page.get_by_role("dialog").get_by_role("img")).to_be_visible()
    form.page.get_by_role("link", name="Edit", exact=True).click()
    form.has("my-cat-1.png", "image.png", "late-meow.wav")
    expect(form.page.get_by_role("textbox", name="Back", exact=True)).to_have_value("kissa")
    form.page.get_by_role("button", name="Save", exact=True).click()
    expect(form.page.get_by_role("heading", name="Cards")).to_be_visible()
    assert form.texts() == before


def test_a_name_from_right_to_left_is_isolated_in_sentences_and_stored_plainly(form):
    form.open().choose("Front", {**PICTURE, "name": "כלב.png"})
    expect(form.page.locator(".media .remove")).to_have_attribute("aria-label", "Remove \u2068כלב.png\u2069")
    expect(form.page.get_by_role("textbox", name="Description of")).to_have_attribute("title", "כלב.png")
    form.write(Back="dog").add()

    assert form.texts() == '{"1":{"text":"<img src=\\"כלב.png\\">"},"2":{"text":"dog"}}'


def test_form_explains_refusals_and_loses_nothing(form, tmp_path):
    large = tmp_path / "a.png"
    large.write_bytes(png(2, 2) + bytes(20_000_000))
    drawing = {"name": "a.png", "mimeType": "image/png", "buffer": b"<svg onload='alert(1)'>"}
    for file, words in [
        (large, "Pictures and sounds can have at most 20 MB"),
        (drawing, "SVG and HTML files can contain programs"),
        ({**drawing, "buffer": b"Just words."}, "Not every browser can show or play this file"),
        ({**drawing, "buffer": png()[:20]}, "It may be damaged"),
    ]:
        form.open().write(Front="typed").choose("Front", file)

        expect(form.page.get_by_role("alert").filter(has_text=words)).to_be_visible()
        expect(form.page.get_by_role("textbox", name="Front", exact=True)).to_have_value("typed")
        expect(form.page.locator(".medium")).to_have_count(0)
        form.page.goto("about:blank")
    assert form.omena.read("SELECT count(*) FROM media") == 0


HEARS = "() => Number(document.querySelector('.level')?.style.getPropertyValue('--level')) > 0.02"


def test_form_records_a_sound(chromium, omena):
    """The browser's fake microphone, which beeps; then one that it has not allowed yet, and one that it denies."""
    flags = ["--no-sandbox", "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
    browser = chromium.browser_type.launch(executable_path=shutil.which("chromium-headless-shell"), args=flags)
    context = browser.new_context(**PHONE)
    form = MediaForm(context.new_page(), omena).open()
    form.button("Record a sound", "Front").click()
    expect(form.page.locator(".recording")).to_be_visible()
    assert violations(form.page) == []
    form.page.wait_for_function(HEARS)
    form.page.get_by_role("button", name="Stop", exact=True).click()
    form.has("recording.webm")
    for microphone in ("open", "asking"):
        if microphone == "asking":
            form.page.evaluate("() => { navigator.mediaDevices.getUserMedia = () => new Promise(() => {}); }")
        form.button("Record a sound", "Back").click()
        if microphone == "open":
            form.page.wait_for_function(HEARS)
        form.page.get_by_role("button", name="Cancel recording").click()
        expect(form.page.locator(".recording")).to_have_count(0)
    form.write(Back="a beep").add()
    assert form.texts() == '{"1":{"text":"[sound:recording.webm]"},"2":{"text":"a beep"}}'

    form.open().page.evaluate(
        "() => { navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError')); }"
    )
    form.button("Record a sound", "Front").click()
    expect(form.page.get_by_text("This page isn’t allowed to use the microphone.")).to_be_visible()
    browser.close()


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_card_shows_its_picture_and_plays_its_sound(open_context, omena, screen):
    page = open_context(**screen).new_page()
    page.add_init_script(LISTEN)
    deck = omena.make_deck("Fruit")
    picture_card(omena, page, deck, sound=True)
    table = Table(page, omena).study("browse", "Fruit")

    expect(page.get_by_role("button", name="A red apple")).to_be_visible()
    table.until(FITS)
    assert violations(page) == [] and page.evaluate(LOST) == []
    page.locator("[data-depth='0'] img").first.click()
    expect(page.get_by_role("button", name="A red apple, apple")).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("() => heard.length === 1")
    page.keyboard.press("r")
    page.wait_for_function("() => heard.length === 2")
    assert violations(page) == []

    omena.post_form("/settings", plays="on")
    table.study("learn", "Fruit")
    page.keyboard.press(" ")
    page.wait_for_function("() => heard.length === 1")
    for mode in ("review", "quiz", "race"):
        table.study(mode, "Fruit").until(FITS)


def test_pictures_are_there_without_a_network(open_context, omena):
    page = open_context(**PHONE, service_workers="allow").new_page()
    page.add_init_script(LISTEN)
    picture_card(omena, page, omena.make_deck("Fruit"), sound=True)
    table = Table(page, omena).home()
    table.until("() => navigator.serviceWorker.controller?.state === 'activated'")
    table.study("review", "Fruit")
    table.until("async () => (await (await caches.open('media' + (document.documentElement.dataset.base ?? ''))).keys()).length === 2")

    omena.stop()
    table.reload()
    table.until(FITS)
    page.keyboard.press(" ")
    page.keyboard.press("r")
    page.wait_for_function("() => heard.length === 1")
    omena.start()


def test_media_are_served_with_their_type_and_run_nothing(open_context, omena):
    page = open_context(**DESKTOP).new_page()
    script = b"window.pwned = 1"
    # The header of a picture followed by a script, with a name that says HTML.
    disguised = png(2, 2) + b"<script>" + script + b"</script>"
    answer = page.request.post(f"{omena.url}/media?name=%22%3E%3Cscript%3E.html", data=disguised).json()
    assert answer["name"] == "script.png"
    status, headers, body = omena.get(answer["address"])
    assert (status, headers["Content-Type"], headers["X-Content-Type-Options"]) == (200, "image/png", "nosniff")
    assert "immutable" in headers["Cache-Control"] and "sandbox" in headers["Content-Security-Policy"]
    assert body == disguised
    status, headers, body = omena.get(answer["address"], Range="bytes=1-3")
    assert (status, body, headers["Content-Range"]) == (206, b"PNG", f"bytes 1-3/{len(disguised)}")
    assert omena.get(answer["address"], **{"If-None-Match": headers["ETag"]})[0] == 304

    page.goto(omena.origin + answer["address"])
    assert page.evaluate("() => [window.pwned, document.contentType]") == [None, "image/png"]
    elsewhere = omena.request("POST", "/media", png(2, 2), {"Origin": "https://evil.example"})
    assert elsewhere[0] == 403
    assert omena.request("POST", "/media?name=a.png", b"", {"Content-Length": "20000001"})[0] == 413
    # A name that looks like markup stays a name, and an unknown reference stays text.
    deck = omena.make_deck("Hostile")
    text = '<img src="x.png" onerror="window.pwned=1"> <img src=\'script.png\' onload="window.pwned=1" alt="<b>">'
    omena.post_form("/cards/new", type=1, deck=deck, tags="", **{"f-1": text, "f-2": "[sound:javascript:alert(1)]"})
    Table(page, omena).study("browse", "Hostile")
    expect(page.locator("[data-depth='0'] .front img")).to_have_count(1)
    expect(page.locator("[data-depth='0'] .front .word")).to_have_text('<img src="x.png" onerror="window.pwned=1">')
    assert page.evaluate("() => [window.pwned, document.querySelector('[onerror], [onload]')]") == [None, None]


# A keyboard over the lower part of the page, as browsers report it.
KEYBOARD = """(height) => {
    Object.defineProperty(visualViewport, "height", { configurable: true, get: () => innerHeight - height });
    visualViewport.dispatchEvent(new Event("resize"));
}"""
POSITIONS = """() => [...document.querySelectorAll("main *")].filter((element) => element.checkVisibility())
    .filter((element) => !element.closest(".sheet-foot, .controls > .answers"))
    .map((element) => { const { top, left } = element.getBoundingClientRect(); return [Math.round(top), Math.round(left)]; })"""


def test_phone_keyboard_does_not_shift_the_page(open_context, omena):
    page = open_context(**PHONE).new_page()
    page.goto(omena.url + "/cards/new?type=1")
    page.get_by_role("textbox", name="Back", exact=True).click()
    before = page.evaluate(POSITIONS)
    page.evaluate(KEYBOARD, 336)

    assert page.evaluate(POSITIONS) == before and page.evaluate("() => scrollY") == 0
    save = page.get_by_role("button", name="Add card").last.bounding_box()
    assert save["y"] + save["height"] <= 844 - 336
    # The last field can also be scrolled above it.
    page.get_by_role("textbox", name="Tags").scroll_into_view_if_needed()
    page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    tags = page.get_by_role("textbox", name="Tags").bounding_box()
    save = page.get_by_role("button", name="Add card").last.bounding_box()
    assert tags["y"] + tags["height"] <= save["y"]

    omena.post_form("/settings", quiz="typed")
    for height, keyboard in ((844, 336), (667, 260), (568, 253)):
        page.set_viewport_size({"width": 375, "height": height})
        table = Table(page, omena).study("quiz", "First words")
        field = page.get_by_role("textbox", name="Your answer")
        expect(field).to_be_focused()
        before = page.evaluate("() => document.querySelector('.study-bar').getBoundingClientRect().top")
        page.evaluate(KEYBOARD, keyboard)
        box = field.bounding_box()
        assert box["y"] + box["height"] <= height - keyboard, f"{height} px high"
        assert page.evaluate("() => [scrollY, document.querySelector('.study-bar').getBoundingClientRect().top]") == [0, before]
        if height == 844:
            page.evaluate(KEYBOARD, 0)
            positions = page.evaluate(POSITIONS)
            page.evaluate(KEYBOARD, keyboard)
            assert page.evaluate(POSITIONS) == positions
        table.home()
