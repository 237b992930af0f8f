"""In every language each text has its place: nothing is cut off, overlaps or sticks out, on small screens and with large text."""

import re
from urllib.parse import urljoin, urlparse

import pytest
from accessibility import FINISH, LOST
from playwright.sync_api import expect
from table import Table
from worlds import add

LANGUAGES = ["en", "fr", "ja", "ko", "pa", "uk"]
SMALL = {"width": 320, "height": 640}

# Windows and sizes of text in percent at which texts are most likely to be too long.
# In the last, parts of pages are opened, too.
WINDOWS = ((390, 844, 200), (320, 640, 100))

# Texts in a part of a page that another one covers, and those longer than their button or field.
CROWDED = """(root) => {
    const hidden = "[inert], [aria-hidden=true], .vh, .sprite, template, .skip, .leaflet-container";
    const shown = (element) => element !== null && !element.closest(hidden) && element.checkVisibility({ visibilityProperty: true });
    // What stays in place while the rest scrolls may lie over it.
    const layerOf = (element) => {
        for (let one = element; one !== document.body; one = one.parentElement) {
            if (["fixed", "sticky"].includes(getComputedStyle(one).position)) return one;
        }
        return document.body;
    };
    const clipOf = (element) => {
        const clip = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };
        for (let one = element; one !== document.body; one = one.parentElement) {
            if (getComputedStyle(one).overflowX === "visible") continue;
            const { left, right, top, bottom } = one.getBoundingClientRect();
            clip.left = Math.max(clip.left, left);
            clip.right = Math.min(clip.right, right);
            clip.top = Math.max(clip.top, top);
            clip.bottom = Math.min(clip.bottom, bottom);
        }
        return clip;
    };
    const crowded = [], lines = [], walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const text = walker.currentNode, owner = text.parentElement;
        if (text.data.trim() === "" || !shown(owner) || owner.closest("script, style, svg, option, ruby, textarea")) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const box = owner.closest("button, .btn, .chip, .badge, summary, label, th")?.getBoundingClientRect();
        const layer = layerOf(owner), clip = clipOf(owner);
        for (const line of range.getClientRects()) {
            const left = Math.max(line.left, clip.left), right = Math.min(line.right, clip.right);
            const top = Math.max(line.top, clip.top), bottom = Math.min(line.bottom, clip.bottom);
            if (right - left < 2 || bottom - top < 2) continue;
            if (box && (left < box.left - 1 || right > box.right + 1)) crowded.push(`“${text.data.trim()}” sticks out of its ${owner.tagName}.${owner.className}`);
            lines.push({ text, layer, left, right, top: top + (bottom - top) * 0.3, bottom: bottom - (bottom - top) * 0.3 });
        }
    }
    lines.sort((one, other) => one.top - other.top);
    for (let first = 0; first < lines.length; first++) {
        const one = lines[first];
        for (let next = first + 1; next < lines.length && lines[next].top < one.bottom; next++) {
            const other = lines[next];
            if (other.text === one.text || other.layer !== one.layer) continue;
            if (other.left < one.right - 2 && one.left < other.right - 2) crowded.push(`“${one.text.data.trim()}” overlaps “${other.text.data.trim()}”`);
        }
    }
    const ink = document.createElement("canvas").getContext("2d");
    // With large text a field may be shorter than its hint; its label says the same.
    const isEnlarged = parseFloat(getComputedStyle(document.documentElement).fontSize) > 16;
    for (const field of isEnlarged ? [] : root.querySelectorAll("input[placeholder], select")) {
        if (!shown(field) || getComputedStyle(field).color === "rgba(0, 0, 0, 0)" || field.value !== "" && field.tagName === "INPUT") continue;
        const style = getComputedStyle(field);
        // The shorthand is empty where it cannot say everything, such as how digits are set.
        ink.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
        const text = field.tagName === "SELECT" ? field.selectedOptions[0]?.text ?? "" : field.placeholder;
        const space = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
        if (ink.measureText(text).width > space + 1) crowded.push(`“${text}” is longer than its ${field.tagName} ${field.name}`);
    }
    return [...new Set(crowded)];
}"""

# Boxes that scroll sideways, and fields, whose text scrolls.
SCROLLS = ("[inert]", ".leaflet-container", ".heat-scroll", ".figure-table", "input")

STICKS_OUT = LOST.replace("[inert]", ", ".join(SCROLLS))

LINKS = "() => [...document.querySelectorAll('a[href]:not([download]):not([target])')].map(({ href }) => href)"

# Waits until a study page is complete, which it is only when its script has dealt the cards. A locator would first load
# Playwright's own script into the page.
IS_COMPLETE = """() => new Promise((resolve) => {
    const look = () => document.querySelector("main:not([data-state=loading])") ? resolve() : setTimeout(look, 10);
    look();
})"""

# What can be opened on a page.
CLOSED = "dialog:not([open], :empty), details:not([open])"

# What is wrong on a page, with only the texts in a part of it. One script does all of it, because each call costs as much as its
# work.
FAULTS = f"""async (root) => {{
    await ({FINISH})();
    return [...({STICKS_OUT})(), ...({CROWDED})(root)];
}}"""

# The same with each part of a page opened in turn, except for those whose words were seen; and the words of those that are not
# in a closed part.
FAULTS_OPENED = f"""async (seen) => {{
    const found = [], words = [];
    for (const part of document.querySelectorAll("{CLOSED}")) {{
        const text = part.textContent, isDialog = part.localName === "dialog";
        if (seen.includes(text) || words.includes(text)) continue;
        if (isDialog) part.showModal(); else part.open = true;
        // The page learns of it later.
        await new Promise((resolve) => setTimeout(resolve));
        if (part.checkVisibility()) {{
            found.push(...await ({FAULTS})(part));
            words.push(text);
        }}
        if (isDialog) part.close(); else part.open = false;
    }}
    return [found, words];
}}"""

# The same with a size of text, with all figures laid out: those out of sight have no size of their own.
FAULTS_ENLARGED = f"""(text) => {{
    document.documentElement.style.fontSize = `${{text}}%`;
    for (const figure of document.querySelectorAll(".figure")) figure.style.contentVisibility = "visible";
    return ({FAULTS})(document.body);
}}"""

# The rows of the tab bar.
ROWS = "() => new Set([...document.querySelectorAll('.nav li')].map((section) => section.getBoundingClientRect().top)).size"


def kind(address):
    """Addresses that differ only by ids and queries are the same page."""
    parts = urlparse(address)
    path = re.sub(r"/[0-9]+(?=/|$)", "/#", parts.path)
    return re.sub(r"^/help/.*", "/help/#", path), parts.query.partition("=")[0]


def walk(page, start):
    """Opens one page of each kind that links lead to, from the first."""
    known, waiting = {kind(start)}, [start]
    while waiting:
        address = waiting.pop(0)
        page.goto(address)
        page.evaluate(IS_COMPLETE)
        yield address
        for link in page.evaluate(LINKS):
            link = urljoin(address, link)
            if link.startswith(start) and kind(link) not in known and not re.search(r"/(export|media|backup)\b.*\?", link):
                known.add(kind(link))
                waiting.append(link)


def speak(page, language):
    page.set_extra_http_headers({"Accept-Language": language})


def faults(page, part="body"):
    """What is wrong on a page as it is now, with only the texts in a part of it."""
    page.wait_for_load_state()
    return page.evaluate(f"(part) => ({FAULTS})(document.querySelector(part))", part)


def faults_of_opened(page, seen):
    """What is wrong in the sheets, dialogs and folded parts of a page, each of which is opened once."""
    found, words = page.evaluate(FAULTS_OPENED, list(seen))
    seen.update(words)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_text_fits_its_place(open_context, omena, language):
    page = open_context(viewport=SMALL).new_page()
    speak(page, language)
    found, addresses, seen = [], [], set()
    for address in walk(page, f"{omena.url}/"):
        addresses.append(address)
        for width, height, text in WINDOWS:
            page.set_viewport_size({"width": width, "height": height})
            wrong = page.evaluate(FAULTS_ENLARGED, text)
            found += [f"{address.removeprefix(omena.url)} {width} px, {text} %: {fault}" for fault in wrong]
        assert page.evaluate(ROWS) < 2, address
        found += [f"{address.removeprefix(omena.url)}, opened: {fault}" for fault in faults_of_opened(page, seen)]
    assert len(addresses) > 40
    assert found == []


def first_words(table):
    """The end of the first visit, with a word that comes back later."""
    table.home().page.locator(".welcome [type=submit]:not([name])").click()
    table.page.wait_for_url("**/welcome/words/*")
    press(table.is_ready(), "Space 3" + " Space 4" * 6)
    expect_state(table, "waiting")


def first_words_end(table):
    table.page.locator("#show-now").click()
    press(table, "Space 4")
    expect_state(table, "finished")


def review_waiting(table):
    press(table.study("review"), "Space 1" + " Space 4" * 9)
    expect_state(table, "waiting")


def review_end(table):
    table.page.locator("#show-now").click()
    press(table, "Space 4")
    expect_state(table, "finished")


def learn_end(table):
    press(table.learn(), "ArrowLeft" + " ArrowRight" * 9)
    expect_state(table, "finished")


def race_paused(table):
    table.study("race").page.locator("#pause").click()
    expect_state(table, "paused")


def race_end(table):
    press(table.study("race"), "ArrowLeft" + " ArrowRight" * 10)
    expect_state(table, "finished")


def quiz_verdict(table):
    press(table.study("quiz"), "1")
    expect(table.page.locator("#continue")).to_be_visible()


def card_menu(table):
    table.learn().page.locator("#more").click()
    expect(table.page.locator("#menu")).to_be_visible()


def card_sheet(table):
    table.page.goto(f"{table.omena.url}/cards")
    table.page.locator(".open-card").first.click()
    expect(table.page.locator("#sheet .facts")).to_be_visible()


def place_sheet(table):
    table.page.goto(f"{table.omena.url}/places/{add(table.omena, 'Suomenlinna', 60.1454, 24.9881)}")
    table.page.locator("#later").click()
    expect(table.page.locator("#near-ask")).to_be_visible()


def deleted_place(table):
    table.page.locator("#details [value=delete]").click()
    expect(table.page.locator("#done")).to_be_visible()


def press(table, keys):
    for key in keys.split():
        table.page.keyboard.press(key)


def expect_state(table, state):
    expect(table.page.locator("main")).to_have_attribute("data-state", state)


# What no link leads to, in the order in which it is reached, and by keys and parts that are the same in every language.
STATES = [
    *(first_words, first_words_end, review_waiting, review_end, learn_end, race_paused, race_end, quiz_verdict),
    *(card_menu, card_sheet, place_sheet, deleted_place),
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_text_of_a_state_fits_its_place(open_context, omena, language):
    table = Table(open_context(viewport=SMALL).new_page(), omena)
    speak(table.page, language)
    found = []
    for state in STATES:
        state(table)
        part = "dialog[open]" if table.page.locator("dialog[open]").count() else "body"
        found += [f"{state.__name__}: {fault}" for fault in faults(table.page, part)]
    assert found == []


def test_each_text_about_the_lock_fits_its_place(open_lock):
    lock = open_lock(viewport=SMALL)
    page, found = lock.page, []

    def look(*paths):
        for language in LANGUAGES:
            speak(page, language)
            for path in paths:
                lock.open(path)
                assert page.evaluate(ROWS) < 2, f"{language} {path}"
                found.extend(f"{language} {path}: {fault}" for fault in faults(page))
        speak(page, "en")

    look("/settings/lock")
    lock.turn_on()
    look("/unlock")
    lock.open("/unlock").unlock().is_open()
    look("/", *(f"/settings/lock{page}" for page in ("", "/off", "/passphrase", "/key", "/recovery-code", "/history")))
    assert found == []
