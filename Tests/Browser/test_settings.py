"""Settings: every change is saved at once, and they work without scripts."""

import json
import re
import time

import pytest
from accessibility import SCHEMES, lost, violations_in_schemes, violations_mirrored
from devices import DESKTOP, PHONE
from playwright.sync_api import expect
from table import WORDS

DEFAULTS = {
    "right": "correct", "style": "flip", "raceSeconds": 100, "newLimit": 20, "reviewLimit": 200, "retention": 0.9,
    "introduces": False, "twoButtons": False, "shortcuts": True, "sounds": False, "plays": False, "ruby": [], "differentiate": False, "motion": "system",
    "transparency": "system", "theme": "system", "quiz": "choice", "marksCount": False, "counts": [], "rollover": 4,
    "learningSteps": [60, 600], "relearningSteps": [600], "longestInterval": 36500, "leechLapses": 8, "lockMinutes": 5, "easyDays": [],
    "fitsAutomatically": True, "syncsAutomatically": True,
}  # fmt: skip


class Settings:
    def __init__(self, page, omena):
        self.page = page
        self.omena = omena

    def open(self):
        self.page.goto(f"{self.omena.url}/settings")
        return self

    def choose(self, name, choice):
        self.page.get_by_role("radiogroup", name=name).get_by_role("radio", name=choice).check()
        return self

    def turn(self, name):
        self.page.get_by_role("switch", name=name).click()
        return self

    def field(self, name):
        return self.page.get_by_role("textbox", name=name)

    def write(self, name, value):
        self.field(name).fill(value)
        self.field(name).press("Tab")
        return self

    def is_saved(self):
        expect(self.page.locator("#saved")).to_contain_text("Saved")
        expect(self.page.get_by_role("status")).to_have_text("Saved")
        return self

    def current(self):
        """The settings that a new session would get from the server."""
        body = self.omena.get("/study/learn?deck=First%20questions")[2].decode()
        return json.loads(re.search(r'id="settings">(.*?)</script>', body)[1])

    def are(self, **expected):
        """Waits until the server has these settings, and the defaults for all others."""
        end = time.monotonic() + 60
        while (current := self.current()) != DEFAULTS | expected and time.monotonic() < end:
            pass
        assert current == DEFAULTS | expected


@pytest.fixture
def settings(device):
    return Settings(device.page, device.omena).open()


@pytest.fixture
def plain(open_context, omena):
    """Settings in a browser without scripts."""
    return Settings(open_context(**PHONE, java_script_enabled=False).new_page(), omena).open()


CHOICES = [
    ("Showing the answer", "Reveal", {"style": "reveal"}),
    ("Swipe right means", "Wrong", {"right": "wrong"}),
    ("Grade buttons", "Two", {"twoButtons": True}),
    ("Quiz answers", "Type", {"quiz": "typed"}),
    ("Appearance", "Dark", {"theme": "dark"}),
    ("Motion", "Less", {"motion": "reduced"}),
    ("Transparency", "Solid", {"transparency": "reduced"}),
]
SWITCHES = [
    ("Race timer", {"raceSeconds": 0}),
    ("Require accents", {"marksCount": True}),
    ("Differentiate without colour", {"differentiate": True}),
    ("Single-key shortcuts", {"shortcuts": False}),
    ("Sounds", {"sounds": True}),
    ("Play recordings automatically", {"plays": True}),
    ("Learn counts as review", {"counts": ["learn"]}),
    ("Race counts as review", {"counts": ["learn", "race"]}),
    ("Quiz counts as review", {"counts": ["learn", "quiz", "race"]}),
]
FIELDS = [
    ("New cards per day", "5", {"newLimit": 5}),
    ("Reviews per day", "1,000", {"reviewLimit": 1000}),
    ("Start of the day", "0", {"rollover": 0}),
    ("Steps for new cards", "30 s, 5 min", {"learningSteps": [30, 300]}),
    ("Steps after forgetting", "", {"relearningSteps": []}),
    ("Maximum interval, in days", "365", {"longestInterval": 365}),
    ("Mark as leech", "4", {"leechLapses": 4}),
]


def everything():
    changes = {}
    for *_, change in [*CHOICES, *SWITCHES, *FIELDS]:
        changes |= change
    return changes


def test_each_change_is_saved_at_once(settings):
    settings.page.get_by_text("Advanced").click()

    for name, choice, _ in CHOICES:
        settings.choose(name, choice)
    for name, _ in SWITCHES:
        settings.turn(name)
    for name, value, _ in FIELDS:
        settings.write(name, value)
    settings.is_saved().are(**everything())

    settings.open()
    for name, choice, _ in CHOICES:
        group = settings.page.get_by_role("radiogroup", name=name)
        expect(group.get_by_role("radio", name=choice)).to_be_checked()
    expect(settings.field("Reviews per day")).to_have_value("1000")


def test_without_a_script_it_is_a_plain_form(plain):
    for name, choice, _ in CHOICES:
        plain.choose(name, choice)
    plain.page.get_by_text("Advanced").click()
    for name, _ in SWITCHES:
        plain.turn(name)
    for name, value, _ in FIELDS:
        plain.field(name).fill(value)
    expect(plain.page.get_by_role("button", name=re.compile("more|less"))).to_have_count(0)
    plain.page.get_by_role("button", name="Save").click()

    expect(plain.page.get_by_text("Saved", exact=True)).to_be_visible()
    plain.are(**everything())
    expect(plain.page.locator("html")).to_have_attribute("data-theme", "dark")


def test_without_a_script_nothing_typed_is_lost(plain):
    plain.page.get_by_text("Advanced").click()
    plain.field("New cards per day").fill("a few")
    plain.field("Steps for new cards").fill("soon")
    plain.field("Reviews per day").fill("50")
    plain.page.get_by_role("button", name="Save").click()

    expect(plain.field("New cards per day")).to_have_value("a few")
    expect(plain.field("New cards per day")).to_have_accessible_description(re.compile("Enter a whole number from 0 to 9,999."))
    expect(plain.field("Steps for new cards")).to_have_value("soon")
    expect(plain.page.get_by_text("Enter the steps like this: 1 min, 10 min, 1 d.")).to_be_visible()
    expect(plain.page.get_by_role("alert")).to_contain_text("Some settings weren’t saved")
    plain.are(reviewLimit=50)


def test_a_refused_value_is_explained_beside_its_field_and_affects_no_other(settings):
    settings.write("New cards per day", "many")

    field = settings.field("New cards per day")
    expect(settings.page.get_by_text("Enter a whole number from 0 to 9,999.").first).to_be_visible()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_value("many")
    settings.turn("Sounds").is_saved().are(sounds=True)
    settings.write("New cards per day", "7").are(sounds=True, newLimit=7)
    expect(field).not_to_have_attribute("aria-invalid", "true")
    expect(settings.page.locator("#newLimit-flaw")).to_be_hidden()


def test_buttons_step_up_and_down_within_limits(settings):
    settings.page.get_by_role("button", name="New cards per day: more").click()
    expect(settings.field("New cards per day")).to_have_value("25")
    for _ in range(6):
        settings.page.get_by_role("button", name="New cards per day: less").click()

    expect(settings.field("New cards per day")).to_have_value("0")
    settings.are(newLimit=0)


def test_slider_explains_its_value(settings):
    # What the target costs this learner is simulated, and then shown instead.
    settings.page.route("**/scheduler/outlook*", lambda route: route.abort())
    settings.open()
    slider = settings.page.get_by_role("slider", name="Target retention")
    expect(slider).to_have_accessible_description(re.compile("about 90 of 100 .* suits most people"))

    slider.focus()
    for _ in range(5):
        slider.press("ArrowRight")

    expect(slider).to_have_accessible_description(re.compile(r"about 95 of 100 .* \d+% more reviews than 90"))
    expect(slider).to_have_attribute("aria-valuetext", "95 of 100")
    settings.are(retention=0.95)
    settings.open()
    expect(slider).to_have_accessible_description(re.compile("about 95 of 100"))


def test_turning_the_clock_off_hides_and_keeps_its_length(settings):
    settings.write("Seconds in a race", "60").are(raceSeconds=60)
    settings.turn("Race timer").are(raceSeconds=0)
    expect(settings.field("Seconds in a race")).to_be_hidden()

    settings.turn("Race timer").are(raceSeconds=60)
    expect(settings.field("Seconds in a race")).to_be_visible()


def test_appearance_changes_apply_at_once_to_all_pages(settings):
    page = settings.page
    page.emulate_media(color_scheme="light")
    background = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(background)

    settings.choose("Appearance", "Dark").is_saved()
    assert page.evaluate(background) != light
    dark = page.evaluate(background)
    settings.choose("Motion", "Less").turn("Differentiate without colour").is_saved()
    settings.are(theme="dark", motion="reduced", differentiate=True)

    page.goto(f"{settings.omena.url}/")
    assert page.evaluate(background) == dark
    root = page.locator("html")
    expect(root).to_have_attribute("data-motion", "reduced")
    expect(root).to_have_attribute("data-differentiate", "true")
    settings.open().choose("Appearance", "Light")
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(background) == light
    settings.choose("Appearance", "Auto")
    assert page.evaluate(background) == dark


def test_unsent_change_is_reported_and_can_be_sent_again(settings):
    settings.page.route("**/settings", lambda route: route.abort())
    settings.turn("Sounds")
    expect(settings.page.get_by_text("Not saved: Omena can’t be reached right now.").last).to_be_visible()
    with settings.page.expect_event("requestfailed"):
        settings.turn("Require accents")
    settings.page.unroute("**/settings")

    settings.page.get_by_role("button", name="Try again").click()

    settings.is_saved().are(sounds=True, marksCount=True)


def test_text_being_typed_is_saved_when_the_page_is_left(settings):
    settings.field("New cards per day").fill("3")

    settings.page.goto(f"{settings.omena.url}/")

    settings.are(newLimit=3)


def test_settings_work_by_keyboard(desktop):
    settings = Settings(desktop.page, desktop.omena).open()
    keyboard = desktop.page.keyboard
    desktop.page.get_by_role("radio", name="Turn").focus()

    keyboard.press("ArrowRight")
    expect(desktop.page.get_by_role("radio", name="Reveal")).to_be_checked()
    for _ in range(2):
        keyboard.press("Tab")
    keyboard.press("ArrowRight")
    expect(desktop.page.get_by_role("radio", name="Two")).to_be_checked()
    keyboard.press("Tab")
    keyboard.press("Space")
    expect(desktop.page.get_by_role("switch", name="Introduce new cards")).to_be_checked()
    keyboard.press("Tab")
    keyboard.press("Enter")
    expect(settings.field("New cards per day")).to_have_value("15")
    desktop.page.get_by_role("switch", name="Sounds").focus()
    keyboard.press("Space")
    keyboard.press("Tab")
    keyboard.press("Space")
    keyboard.press("Tab")
    keyboard.press("Enter")
    expect(settings.field("Start of the day")).to_be_visible()

    settings.are(style="reveal", twoButtons=True, introduces=True, newLimit=15, sounds=True, plays=True)


def test_library_section_shows_its_content(settings):
    facts = settings.page.get_by_role("region", name="Your library")

    # On a server of several, the file is its operator's affair.
    file = [] if settings.omena.base else [("File", str(settings.omena.library))]
    for name, value in [("Decks", "2"), ("Cards", str(10 + WORDS)), ("Answers", "0"), *file]:
        row = facts.locator("div").filter(has=settings.page.locator("dt", has_text=name)).last
        expect(row.locator("dd")).to_have_text(value)


# Accessibility


def everyday(settings):
    settings.page.get_by_text("Advanced").click()


def refused(settings):
    everyday(settings)
    settings.write("New cards per day", "many").write("Steps for new cards", "soon")
    expect(settings.page.locator("#learningSteps-flaw")).to_be_visible()


def saved(settings):
    # An animation inside closed details never ends.
    everyday(settings)
    settings.turn("Sounds").is_saved()


STATES = [everyday, refused, saved]


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_axe_finds_nothing(open_context, omena, screen):
    page = open_context(**screen).new_page()
    for state in STATES:
        settings = Settings(page, omena).open()
        state(settings)
        assert violations_in_schemes(page, *SCHEMES, {"forced_colors": "active"}) == [], state.__name__
        page.emulate_media(color_scheme="light", forced_colors="none")
        assert violations_mirrored(page) == [], f"{state.__name__}, right to left"


def test_nothing_is_lost_on_small_screens_and_with_large_text(open_context, omena):
    page = open_context(**PHONE).new_page()
    for state in STATES:
        settings = Settings(page, omena).open()
        state(settings)
        for direction in ("ltr", "rtl"):
            page.evaluate(f"document.documentElement.dir = '{direction}'")
            assert lost(page) == [], f"{state.__name__}, {direction}"


def test_targets_are_large_enough(phone):
    settings = Settings(phone.page, phone.omena).open()
    everyday(settings)

    sizes = phone.page.evaluate("""() => [...document.querySelectorAll("a, button, input:not([type=hidden]), summary")]
        .filter((target) => target.checkVisibility() && !target.closest(".skip"))
        .map((target) => [target.name || target.innerText, target.getBoundingClientRect()])
        .map(([text, { width, height }]) => [text, width, height])""")

    assert len(sizes) > 40
    assert [size for size in sizes if size[1] < 44 or size[2] < 44] == []


def test_settings_lead_to_the_phone(phone):
    page = Settings(phone.page, phone.omena).open().page

    page.get_by_role("link", name="Study on your phone").click()

    expect(page).to_have_url(f"{phone.omena.url}/phone")
    expect(page.get_by_role("heading", name="Study on your phone")).to_be_visible()
