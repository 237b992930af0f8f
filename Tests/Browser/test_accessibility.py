"""Everybody can study: axe finds nothing, text may be large and screens small, and the accessibility tree is complete."""

import pytest
from accessibility import lost, violations_in_schemes
from devices import DESKTOP, PHONE
from playwright.sync_api import expect
from table import Table


def home(table):
    table.home()


def front(table):
    table.learn()


def answer(table):
    table.learn("First words").press("Show answer")


def dragging(table):
    table.learn()
    x, y = table.middle()
    table.page.mouse.move(x, y)
    table.page.mouse.down()
    table.page.mouse.move(x - 120, y, steps=3)


def unsaved(table):
    table.learn()
    table.page.route("**/reviews", lambda route: route.abort())
    table.answer(True, False)
    expect(table.page.get_by_text("2 answers not yet saved")).to_be_visible()


def refused(table):
    table.learn()
    table.page.route(
        "**/reviews",
        lambda route: route.fulfill(
            json={
                "results": [
                    {"id": event["id"], "outcome": "refused", "why": "Its card is gone."}
                    for event in route.request.post_data_json["events"]
                ]
            }
        ),
    )
    table.answer(True)
    expect(table.page.get_by_text("1 answer wasn’t accepted: Its card is gone.")).to_be_visible()


def end(table):
    table.learn()
    table.answer(*[True] * 8, False, False)
    expect(table.page.get_by_role("heading", name="You remembered 8")).to_be_visible()


def shortcuts(table):
    table.learn().page.keyboard.press("?")
    expect(table.page.get_by_role("dialog")).to_be_visible()


def elsewhere(table):
    Table(table.page.context.new_page(), table.omena).learn()
    table.learn()
    expect(table.page.get_by_role("button", name="Continue here")).to_be_visible()


def pairing(table):
    table.page.goto(f"{table.omena.url}/pair")


def nothing_here(table):
    table.page.goto(f"{table.omena.url}/nothing")


STATES = [home, front, answer, dragging, unsaved, refused, end, shortcuts, elsewhere, pairing, nothing_here]


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_axe_finds_nothing_and_nothing_is_lost_in_any_state(open_context, omena, screen):
    for state in STATES:
        page = open_context(**screen).new_page()
        state(Table(page, omena))
        assert violations_in_schemes(page) == [], state.__name__
        # A card that is dragged sticks out of the screen.
        assert screen == DESKTOP or state is dragging or lost(page) == [], state.__name__


def test_targets_are_large_enough(phone):
    for state in (home, front, end):
        state(phone)
        sizes = phone.page.evaluate("""() => [...document.querySelectorAll("a, button")]
            .filter((target) => target.checkVisibility() && !target.closest("[inert], .skip"))
            .map((target) => [target.innerText, target.getBoundingClientRect()])
            .map(([text, { width, height }]) => [text, width, height])""")
        assert [size for size in sizes if size[1] < 44 or size[2] < 44] == []


def test_only_the_top_card_is_exposed_to_a_screen_reader(device):
    device.learn()
    prompt = device.prompt

    region = device.page.get_by_role("region", name="Card 1 of 10")
    expect(region.get_by_role("button")).to_have_count(1)
    expect(region.get_by_role("button")).to_have_accessible_name(prompt)
    assert tree(device)["Card 1 of 10"] == [prompt]

    device.press("Show answer")
    answer = device.scene.locator(".back .word").inner_text()
    expect(region.get_by_role("button")).to_have_accessible_name(f"{prompt}, {answer}")
    device.press("Correct")
    expect(device.page.get_by_role("region", name="Card 2 of 10").get_by_role("button")).to_have_count(1)


def tree(table):
    """The buttons in each region of the accessibility tree."""
    devtools = table.page.context.new_cdp_session(table.page)
    nodes = {node["nodeId"]: node for node in devtools.send("Accessibility.getFullAXTree")["nodes"]}

    def buttons(node):
        for child in (nodes[identity] for identity in node.get("childIds", []) if identity in nodes):
            if not child["ignored"] and child["role"]["value"] == "button":
                yield child["name"]["value"]
            yield from buttons(child)

    regions = [node for node in nodes.values() if not node["ignored"] and node["role"]["value"] == "region"]
    return {node["name"]["value"]: list(buttons(node)) for node in regions}


def test_status_announces_milestones_only(desktop):
    desktop.learn()
    status = desktop.page.get_by_role("status")
    spoken = []
    for _ in range(9):
        desktop.answer(True)
        spoken.append(status.text_content())

    assert set(spoken) == {"", "Halfway: 5 of 10 cards done."}
    desktop.page.keyboard.press("u")
    expect(status).to_have_text("Answer undone.")


def test_halfway_through_a_review_is_half_of_what_was_to_go(desktop):
    desktop.study("review")
    status = desktop.page.get_by_role("status")
    spoken = []
    for _ in range(9):
        desktop.page.keyboard.press("Space")
        desktop.page.keyboard.press("3")
        spoken.append(status.text_content())

    assert spoken == [""] * 4 + ["Halfway: 5 of 10 cards done."] * 5


def test_deck_links_name_their_deck(device):
    device.home()

    for name in ("First questions", "Study First questions", "First words", "Study First words"):
        expect(device.page.get_by_role("link", name=name, exact=True)).to_be_visible()


def test_right_to_left_text_reads_from_the_right(desktop):
    desktop.page.route("**/study/**", with_text("front", {"text": "כלב, 3!", "lang": "he"}))
    desktop.learn()

    word = desktop.scene.locator(".front .word")
    assert word.evaluate("word => word.matches(':dir(rtl)')")
    assert word.get_attribute("lang") == "he"
    # Correct stays on the right, whatever the direction of the text.
    assert desktop.button("Wrong").bounding_box()["x"] < desktop.button("Correct").bounding_box()["x"]


def test_text_of_a_card_is_only_text(desktop):
    hostile = "<img src=x onerror=\"document.title='taken'\"></script><b>&amp;"
    desktop.page.route("**/study/**", with_text("front", {"text": hostile}))
    desktop.learn()

    assert desktop.prompt == hostile
    assert desktop.page.title() == "Learn First questions · Omena"


def test_very_long_text_scrolls_inside_its_card(phone):
    phone.page.route("**/study/**", with_text("front", {"text": "A long story. " * 120, "lang": "en"}))
    phone.learn()

    inside = phone.scene.locator(".front .face-in")
    assert inside.evaluate("face => face.scrollHeight > face.clientHeight")
    assert phone.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def with_text(side, text):
    """Gives every card of a page this text, as if the library contained it."""
    import json
    import re

    def give(route):
        response = route.fetch()

        def replace(match):
            deal = json.loads(match[2])
            for card in deal["cards"]:
                card[side] = text
            return match[1] + json.dumps(deal).replace("<", "\\u003c") + match[3]

        pattern = r'(<script type="application/json" id="deal">)(.*?)(</script>)'
        route.fulfill(response=response, body=re.sub(pattern, replace, response.text(), flags=re.S))

    return give
