"""Nothing moves away from the finger: pages have their layout before their scripts, pictures and answers arrive."""

import json
import re

import pytest
from devices import DESKTOP, PHONE
from held import Held
from histories import study
from media import png
from models import ModelServer
from playwright.sync_api import expect
from routes import ROUTES
from test_generate import ask_model
from worlds import add

# What may move on a page while it loads, as browsers measure layout shifts. One line of text on a phone that moves by its
# height is as much; browsers call a hundred times that good.
MOST = 0.001
WATCH = """() => {
    globalThis.shifts = [];
    const name = ({ node }) => (node?.nodeType === Node.TEXT_NODE ? node.parentElement : node)?.outerHTML.slice(0, 80) ?? "";
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push([entry.value, ...entry.sources.map(name)]);
    }).observe({ type: "layout-shift", buffered: true });
}"""
PAINTED = "() => performance.getEntriesByType('paint').some(({ name }) => name === 'first-contentful-paint')"
# What comes later than the page itself, in this order.
LATER = (("script", "fetch", "xhr"), ("image", "media"))


class SlowNetwork:
    """Holds what a page loads until the page is painted, and then its pictures until its scripts have run."""

    def __init__(self, page):
        self.page = page
        self._held = []
        self._kinds = ()
        page.add_init_script(f"({WATCH})()")
        page.route("**/*", self._receive)

    def _receive(self, route):
        if route.request.resource_type in self._kinds:
            self._held.append(route)
        else:
            route.continue_()

    def _release(self, *still):
        self._kinds = still
        held, self._held = self._held, []
        for route in held:
            self._receive(route)

    def open(self, address):
        """Opens a page; returns what moved."""
        scripts, pictures = LATER
        self._kinds = (*scripts, *pictures)
        self.page.goto(address, wait_until="commit")
        self.page.wait_for_function(PAINTED)
        self._release(*pictures)
        self.page.wait_for_load_state("domcontentloaded")
        self.page.evaluate("() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
        self._release()
        self.page.wait_for_load_state("networkidle")
        return self.page.evaluate("() => shifts")


@pytest.fixture
def known(omena):
    """A library that is used; what addresses in the table of routes stand for there."""
    study(omena, days=60)
    deck = omena.make_deck("Pictures")
    picture = picture_of(omena)
    fields = {"f-1": "", "media-1": picture, "caption-1": "An apple", "f-2": "omena"}
    omena.post_form("/cards/new", type=1, deck=deck, tags="t", **fields)
    note = omena.read("SELECT id FROM note WHERE deck = ?", deck)
    place = add(omena, "Suva", -18.14, 178.44)
    return {
        r"deck=a\b|query=a\b": "deck=Pictures",
        r"^/cards/1\b": f"/cards/{note}",
        r"^/cards/drafts$": f"/cards/drafts?notes={note}",
        r"^/decks/1\b": f"/decks/{deck}",
        r"^/places/1\b": f"/places/{place}",
    }


def picture_of(omena):
    """A picture, as it is written in a field."""
    return json.loads(omena.request("POST", "/media?name=a.png", png(), {"Accept": "application/json"})[2])["source"]


# Those of a server with one library.
LIBRARY_ROUTES = [name for name in ROUTES if name not in ("AccountsRoute", "ClassesRoute")]


def pages_of(omena, known, routes):
    """The addresses of the pages among some routes, as they are in the library."""
    for path in " ".join(ROUTES[routes].values()).split():
        for pattern, real in known.items():
            path = re.sub(pattern, real, path)
        status, headers, _ = omena.get(path)
        if status == 200 and headers["Content-Type"].startswith("text/html"):
            yield path


@pytest.mark.parametrize("routes", LIBRARY_ROUTES)
def test_no_page_moves_while_it_loads(open_context, omena, known, routes):
    network = SlowNetwork(open_context(**PHONE).new_page())
    moved, seen = {}, 0
    for path in pages_of(omena, known, routes):
        shifts = network.open(omena.url + path)
        seen += 1
        if sum(value for value, *_ in shifts) > MOST:
            moved[path] = shifts

    assert seen > 0
    assert moved == {}


def place(locator):
    """Where an element is on the screen."""
    return locator.bounding_box()


def block(locator):
    """Where an element begins and how high it is."""
    box = locator.bounding_box()
    return box["y"], box["height"]


def save_button(page):
    return page.locator("#save")


def test_buttons_stay_where_they_are_when_a_question_exists_already(open_context, omena):
    page = open_context(**DESKTOP).new_page()
    deck = omena.make_deck("Twins")
    omena.post_form("/cards/new", type=1, deck=deck, tags="", **{"f-1": "Twin", "f-2": "a"})
    page.goto(f"{omena.url}/cards/new?type=1")
    before = place(save_button(page))

    page.get_by_label("Front").fill("Twin")

    expect(page.get_by_role("alert").filter(has_text="with this question already exists")).to_be_visible()
    assert place(save_button(page)) == before


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_links_stay_where_they_are_when_no_place_is_found(open_context, omena, screen):
    page = open_context(**screen).new_page()
    add(omena, "Suva", -18.14, 178.44)
    page.goto(f"{omena.url}/places")
    page.get_by_role("searchbox").fill("nowhere")
    expect(page.get_by_text("0 places found")).to_be_visible()
    link = page.get_by_role("main").get_by_role("link", name="Import")
    before = place(link), page.evaluate("scrollY")

    page.get_by_role("searchbox").press("Enter")

    expect(page.get_by_text("No place with that name was found")).to_be_visible()
    assert (place(link), page.evaluate("scrollY")) == before


@pytest.mark.parametrize("mode", ["learn", "quiz", "review"])
@pytest.mark.parametrize("text", ["", "An apple a day"], ids=["picture", "text"])
def test_a_card_stays_as_it_is_when_its_picture_arrives(open_context, omena, mode, text):
    page = open_context(**PHONE).new_page()
    omena.post_form("/settings", introduces="off")
    deck = omena.make_deck("Pictures")
    for word in ("omena", "päärynä", "kirsikka"):
        fields = {"f-1": text and f"{text}: {word}", "media-1": picture_of(omena), "caption-1": word, "f-2": word}
        omena.post_form("/cards/new", type=1, deck=deck, tags="", **fields)
    pictures = Held(page, "**/media/*", "GET")
    page.goto(f"{omena.url}/study/{mode}?deck=Pictures")
    parts = page.locator("[data-depth='0'] .front .word" if text else "[data-depth='0'] .front .pictures")
    expect(page.locator("[data-depth='0'] .front img[src]")).to_have_count(1)
    page.wait_for_function("() => document.querySelector('main').dataset.state === 'studying'")
    before = block(parts)

    pictures.release()

    page.wait_for_function("() => document.querySelector('[data-depth=\"0\"] .front img').naturalWidth > 0")
    assert block(parts) == before


SMALL = {**PHONE, "viewport": {"width": 320, "height": 568}}


@pytest.mark.parametrize("how", ["choice", "typed"])
def test_a_quiz_does_not_move_on_a_small_screen(open_context, omena, how):
    omena.post_form("/settings", quiz=how)
    shifts = SlowNetwork(open_context(**SMALL).new_page()).open(f"{omena.url}/study/quiz?deck=First%20words")

    assert sum(value for value, *_ in shifts) <= MOST


@pytest.mark.parametrize("screen", [SMALL, PHONE, DESKTOP], ids=["small", "phone", "desktop"])
def test_a_card_stays_as_it_is_when_its_map_arrives(open_context, omena, screen):
    page = open_context(**screen).new_page()
    for name, *at in [("Suva", -18.14, 178.44), ("Helsinki", 60.17, 24.94)]:
        add(omena, name, *at)
    scripts = Held(page, "**/chart.js", "GET")
    page.goto(f"{omena.url}/study/learn?deck=Places")
    scripts.wait()
    parts = [page.locator(f"[data-depth='0'] {name}") for name in (".chart", ".found", ".four-ask")]
    before = [block(part) for part in parts]

    scripts.release()

    expect(page.locator("[data-depth='0'] .credit")).to_be_visible()
    assert [block(part) for part in parts] == before


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_options_of_an_import_stay_where_they_are_while_it_is_previewed(open_context, omena, screen):
    page = open_context(**screen).new_page()
    page.goto(f"{omena.url}/import")
    page.locator("#file").set_input_files({"name": "Cats.csv", "mimeType": "", "buffer": b"front,back\nkissa,cat\n"})
    expect(page.get_by_text("1 new card")).to_be_visible()
    column = page.locator(".column-table select").first
    held = []
    page.route("**/import?*", lambda route: held.append(route))

    page.get_by_label("If a card already exists").select_option("never")
    before = place(column), place(save_button(page))
    expect(page.locator("#work")).to_be_visible()

    assert (place(column), place(save_button(page))) == before
    held.pop().continue_()
    expect(page.locator("#work")).to_be_hidden()
    assert (place(column), place(save_button(page))) == before


def test_button_of_a_replacement_stays_where_it_is_when_its_preview_comes(open_context, omena):
    page = open_context(**DESKTOP).new_page()
    page.goto(f"{omena.url}/cards/replace")
    before = place(save_button(page))["y"]

    page.get_by_label("Find", exact=True).fill("Baum")

    expect(page.locator(".changes li").first).to_be_visible()
    assert place(save_button(page))["y"] == before


def test_button_stays_where_it_is_when_saving_fails(open_context, omena):
    page = open_context(**DESKTOP).new_page()
    page.goto(f"{omena.url}/decks/new")
    page.get_by_label("Name").first.fill("Trees")
    page.route("**/decks/new", lambda route: route.abort())
    before = place(save_button(page))

    save_button(page).click()

    expect(page.get_by_text("Not saved: Omena can’t be reached right now.")).to_be_visible()
    assert place(save_button(page)) == before


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_slider_stays_under_the_finger_while_its_sentence_changes(open_context, omena, screen, locale):
    page = open_context(**screen, locale=locale).new_page()
    # Not simulated, so that only the sentences of the page come.
    page.route("**/statistics/scheduler/outlook", lambda route: route.abort())
    page.goto(f"{omena.url}/settings")
    slider = page.locator("[name=retention]")
    slider.focus()
    before = place(slider)

    places = []
    for _ in range(20):
        page.keyboard.press("ArrowLeft")
        places.append(place(slider))

    assert places == [before] * 20


# Voices that load when the test says so, as browsers load them late.
VOICES = """() => {
    const later = { voices: [] };
    const anna = { name: "Anna", lang: "fi-FI", voiceURI: "Anna" };
    globalThis.loadVoices = () => { later.voices = [anna]; later.tell?.(); };
    Object.defineProperty(globalThis, "speechSynthesis", { value: {
        getVoices: () => later.voices, addEventListener(_, tell) { later.tell = tell; }, cancel() {}, speak() {},
    } });
}"""


def test_settings_stay_where_they_are_when_voices_load(open_context, omena):
    page = open_context(**DESKTOP).new_page()
    page.add_init_script(f"({VOICES})()")
    page.goto(f"{omena.url}/settings")
    link = page.get_by_role("link", name="Set up sync")
    before = place(link)

    page.evaluate("() => loadVoices()")

    expect(page.locator("#voices")).to_be_visible()
    assert place(link) == before


def moves_nothing(page, notice, button):
    """Whether a button is where it was before a notice was shown."""
    button = page.locator(button).first
    after = place(button)
    page.locator(notice).evaluate("(notice) => { notice.hidden = true; }")
    return place(button) == after


@pytest.mark.parametrize("where", ["home", "deck"])
def test_button_of_today_stays_where_it_is_when_answers_cannot_be_sent(phone, where):
    phone.page.route("**/reviews", lambda route: route.abort())
    phone.learn().answer(True)
    getattr(phone, where)()
    expect(phone.page.get_by_text("1 answer not yet saved")).to_be_in_viewport(ratio=1)

    assert moves_nothing(phone.page, "#unsaved", ".today-card .btn")


def test_buttons_of_the_end_stay_where_they_are_when_answers_are_not_saved(phone):
    phone.page.route("**/reviews", lambda route: route.abort())
    phone.learn().answer(*[True] * 10)
    expect(phone.page.locator(".finish-head").get_by_text("10 answers not yet saved")).to_be_visible()

    assert moves_nothing(phone.page, "#unsaved", "#done")


def test_stop_stays_under_the_finger_while_text_is_written(open_context, omena):
    page = open_context(**PHONE).new_page()
    with ModelServer() as model:
        model.text = '{"sentences": ["' + "An apple is a round fruit. " * 9 + '", "' + "I eat one. " * 9 + '"]}'
        ask_model(page, omena, model)
        model.go_on.clear()
        page.goto(f"{omena.url}/cards/new?type=1")
        page.get_by_label("Front").fill("apple")
        page.locator("#generate").scroll_into_view_if_needed()
        before = place(page.locator("#generate button"))["y"]
        page.get_by_role("button", name="Generate").click()
        expect(page.get_by_label("Back")).to_have_value(re.compile("round fruit"))

        assert abs(place(page.get_by_role("button", name="Stop"))["y"] - before) < 1
        model.go_on.set()
        expect(page.get_by_role("button", name="Generate")).to_be_visible()
        assert abs(place(page.get_by_role("button", name="Generate"))["y"] - before) < 1


def test_button_stays_where_it_is_when_the_wait_for_another_try_ends(lock):
    lock.turn_on()
    page = lock.page
    page.clock.install()
    says = {"state": "locked", "says": "That passphrase is wrong.", "retryAfter": 5}
    page.route("**/unlock/passphrase", lambda route: route.fulfill(status=403, json=says))
    page.goto(f"{lock.omena.url}/unlock")
    page.get_by_label("Passphrase", exact=True).fill("wrong")
    button = page.locator("form", has=page.get_by_label("Passphrase", exact=True)).locator("button[type=submit]")
    button.click()
    expect(button).to_have_text(re.compile("Try again in"))
    before = place(button)

    page.clock.run_for(6_000)

    expect(button).to_have_text("Unlock")
    # A button that waits is drawn as if it were pressed.
    assert abs(place(button)["y"] - before["y"]) <= 4
