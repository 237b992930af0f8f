"""The first page, and what a first visit costs."""

from devices import DESKTOP, PHONE
from playwright.sync_api import expect
from table import Table

# What a first visit may cost until a card can be swiped.
LARGEST_FIRST_VISIT = 150_000


def test_newcomer_finds_decks_and_one_thing_to_do(device):
    device.home()

    expect(device.page.get_by_role("heading", name="Decks")).to_be_visible()
    expect(device.page.get_by_role("listitem").filter(has_text="First questions")).to_contain_text("10 cards")
    expect(device.page.get_by_role("listitem").filter(has_text="First words")).to_contain_text("100 cards")
    assert device.page.locator(".btn-primary").count() == 1
    device.page.get_by_role("link", name="Start", exact=True).click()
    device.is_ready().shows_done(0)


def test_home_shows_what_was_remembered_and_the_day(device):
    device.learn()
    device.answer(True, True, False)
    device.waits(0)

    device.home()

    expect(device.page.get_by_role("listitem").filter(has_text="First questions")).to_contain_text("2 of 10 remembered")
    expect(device.page.get_by_role("heading", name="8 cards to learn")).to_be_visible()
    expect(device.page.get_by_text("3 answers, under a minute")).to_be_visible()
    expect(device.page.locator(".week .leafdot")).to_have_count(1)


def test_navigation_leads_from_page_to_page(device):
    device.home()
    navigation = device.page.get_by_role("navigation", name="Main")

    navigation.get_by_role("link", name="Settings").click()
    expect(device.page.get_by_role("heading", name="Settings", level=1)).to_be_visible()
    expect(navigation.get_by_role("link", name="Settings")).to_have_attribute("aria-current", "page")
    navigation.get_by_role("link", name="Study").click()

    expect(device.page.get_by_role("heading", name="Decks")).to_be_visible()
    expect(navigation.locator("[aria-current]")).to_have_count(1)


def test_navigation_marks_where_one_is_on_a_desktop(desktop):
    desktop.home()

    navigation = desktop.page.get_by_role("navigation", name="Main")
    expect(navigation.get_by_role("link", name="Study")).to_have_attribute("aria-current", "page")


def test_skip_link_leads_past_the_navigation(desktop):
    desktop.home()

    desktop.page.keyboard.press("Tab")
    expect(desktop.page.get_by_role("link", name="Skip to content")).to_be_focused()
    desktop.page.keyboard.press("Enter")
    desktop.page.keyboard.press("Tab")

    expect(desktop.page.get_by_role("link", name="Start", exact=True)).to_be_focused()


def test_every_link_and_asset_of_the_pages_is_there(desktop):
    desktop.home()
    addresses = set(desktop.page.evaluate("[...document.querySelectorAll('a')].map((link) => link.href)"))
    addresses |= set(desktop.page.evaluate("[...document.querySelectorAll('link, script')].map((part) => part.href ?? part.src).filter(Boolean)"))
    manifest = desktop.page.request.get(f"{desktop.omena.url}/manifest.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    addresses |= {desktop.omena.url + icon["src"] for icon in manifest.json()["icons"]}

    assert len(addresses) > 15
    for address in addresses:
        assert desktop.page.request.get(address).status == 200, address


def test_lost_learner_is_led_home(device):
    response = device.page.goto(f"{device.omena.url}/study/learn?deck=Nothing")

    assert response.status == 404
    device.page.get_by_role("link", name="Go to your decks").click()
    expect(device.page).to_have_url(f"{device.omena.url}/")


def test_first_visit_is_light(open_context, omena, record_property):
    for name, screen in (("phone", PHONE), ("desktop", DESKTOP)):
        page = open_context(**screen).new_page()
        devtools = page.context.new_cdp_session(page)
        devtools.send("Network.enable")
        received = []
        devtools.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))

        table = Table(page, omena).home()
        page.wait_for_load_state("load")
        table.learn()

        total = sum(received)
        record_property(f"first visit, {name}", total)
        print(f"first visit until a card can be swiped, {name}: {total} bytes in {len(received)} answers")
        assert 10_000 < total < LARGEST_FIRST_VISIT
