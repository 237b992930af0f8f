"""A session from start to end, with undo, reload and several tabs."""

import pytest
from devices import DESKTOP
from playwright.sync_api import expect
from table import BATCH, DECK, Table

AGAIN, GOOD = 1, 3


def test_deck_leads_into_its_practice(device):
    device.deck()

    device.page.get_by_role("link", name="Learn").click()
    device.is_ready()

    assert device.page.title() == f"Learn {DECK} · Omena"
    device.shows_score(0)


def test_end_shows_what_was_remembered(device):
    device.learn()

    device.answer(True, False, True, True, False, True, True, True, False, True)

    heading = device.page.get_by_role("heading", name="You remembered 7")
    expect(heading).to_be_visible()
    expect(heading).to_be_focused()
    expect(device.page.locator("#tally-remembered")).to_have_text("7")
    expect(device.page.locator("#tally-missed")).to_have_text("3")
    expect(device.page.locator("#remembered li")).to_have_count(7)
    expect(device.page.locator("#missed li")).to_have_count(3)
    expect(device.button("Show answer")).to_be_hidden()
    assert device.saved_grades() == [3, 1, 3, 3, 1, 3, 3, 3, 1, 3]


def test_missed_cards_can_be_repeated(phone):
    phone.learn()
    phone.answer(True, False, True, True, False, True, True, True, False, True)
    missed = set(phone.page.locator("#missed li b").all_inner_texts())

    phone.press("Go through the 3 again")
    phone.shows_score(0, total=3)
    phone.shows_done(0, total=3)
    seen = set()
    for is_correct in (True, False, True):
        seen.add(phone.prompt)
        phone.answer(is_correct)

    assert seen == missed
    expect(phone.page.get_by_role("heading", name="You remembered 2")).to_be_visible()
    phone.press("Go through that one again")
    phone.shows_score(0, total=1)
    phone.answer(True)
    expect(phone.page.get_by_role("heading", name="You remembered it")).to_be_visible()
    expect(phone.page.get_by_role("button", name="again")).to_be_hidden()


# Presses a button as a tap does, and returns what on the screen that comes a second tap could press.
REACHABLE = """(id) => {
    const click = new MouseEvent("click", { detail: 1, bubbles: true, cancelable: true });
    document.getElementById(id).dispatchEvent(click);
    const buttons = [...document.querySelectorAll(".finish :is(a, button), .interruption :is(a, button)")];
    return buttons.filter((button) => {
        if (!button.checkVisibility()) return false;
        button.scrollIntoView({ block: "center" });
        const { x, y, width, height } = button.getBoundingClientRect();
        return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }).map(({ id }) => id);
}"""


@pytest.mark.parametrize(
    ("mode", "keys", "last"),
    [("learn", ["ArrowRight"], "right"), ("quiz", ["1", "Enter"], "continue"), ("review", ["Space", "1"], "grade-1")],
)
def test_a_second_tap_on_the_last_answer_presses_nothing(phone, mode, keys, last):
    phone.study(mode)
    for n in range(9):
        for key in keys:
            phone.page.keyboard.press(key)
    if mode != "learn":
        phone.page.keyboard.press(keys[0])

    assert phone.page.evaluate(REACHABLE, last) == []

    way_on = phone.page.get_by_role("link", name="Done" if mode != "review" else "Done for now", exact=True)
    expect(way_on).to_be_visible()
    way_on.click()
    expect(phone.page).to_have_url(f"{phone.omena.url}/")


def test_a_second_tap_on_continue_leaves_the_next_question_alone(phone):
    phone.study("quiz", "First words")
    phone.page.locator(".choice").first.click()

    phone.page.locator("#continue").dblclick()

    expect(phone.page.locator("#verdict")).to_be_hidden()
    phone.shows_done(1, total=BATCH)
    phone.keeps(1)
    assert len(phone.saved_grades()) == 1


def test_done_leads_home_and_the_next_session_is_new(phone):
    phone.learn()
    phone.answer(*[True] * 10)

    phone.page.get_by_role("link", name="Done").click()
    expect(phone.page.get_by_text("10 answers, under a minute")).to_be_visible()
    phone.learn()

    phone.is_ready().shows_done(0)


def test_undo_goes_back_to_the_start(phone):
    phone.learn()
    prompts = []
    for is_correct in [True, False] * 5:
        prompts.append(phone.prompt)
        phone.answer(is_correct)
    assert phone.state == "finished"

    for prompt in reversed(prompts):
        phone.button("Undo").click()
        assert phone.prompt == prompt

    phone.shows_score(0)
    phone.shows_done(0)
    expect(phone.button("Undo")).to_be_disabled()
    assert phone.saved_grades() == []
    assert len(phone.omena.log()) == 20


def test_undo_goes_back_across_rounds(desktop):
    desktop.learn()
    desktop.answer(*[True] * 8, False, False)
    desktop.press("Go through the 2 again")
    desktop.answer(True)

    for _ in range(2):
        desktop.page.keyboard.press("u")

    desktop.shows_score(8)
    desktop.shows_done(9)
    desktop.keeps(13)
    assert desktop.saved_grades() == [GOOD] * 8 + [AGAIN]


def test_reload_resumes_the_session(phone):
    phone.learn()
    phone.answer(True, False, True)
    phone.page.locator("#undo").click()
    phone.answer(False, True)
    prompt = phone.prompt
    phone.waits(0)

    phone.reload()

    phone.shows_score(2)
    phone.shows_done(4)
    assert phone.prompt == prompt
    phone.page.keyboard.press("u")
    phone.shows_done(3)
    assert phone.saved_grades() == [GOOD, AGAIN, AGAIN]


def test_leaving_and_returning_resumes_the_session(phone):
    phone.learn()
    phone.answer(True, True)
    prompt = phone.prompt
    phone.waits(0)

    phone.page.get_by_role("link", name="Leave session").click()
    phone.page.get_by_role("link", name=DECK, exact=True).click()
    phone.page.get_by_role("link", name="Learn").click()
    phone.is_ready()

    phone.shows_done(2)
    assert phone.prompt == prompt


def test_reload_at_the_end_shows_the_end(desktop):
    desktop.learn()
    desktop.answer(*[True] * 9, False)
    desktop.waits(0)

    desktop.reload()

    expect(desktop.page.get_by_role("heading", name="You remembered 9")).to_be_visible()
    desktop.press("Go through that one again")
    desktop.shows_score(0, total=1)


def test_each_session_is_shuffled(desktop):
    orders = set()
    for _ in range(3):
        desktop.learn()
        order = []
        for _ in range(10):
            order.append(desktop.prompt)
            desktop.answer(True)
        assert len(set(order)) == 10
        orders.add(tuple(order))
        desktop.waits(0)

    assert len(orders) > 1


def test_second_tab_offers_to_continue_here(open_context, omena):
    context = open_context(**DESKTOP)
    first = Table(context.new_page(), omena).learn()
    first.answer(True, True)
    prompt = first.prompt
    first.waits(0)

    second = Table(context.new_page(), omena).learn()
    expect(second.page.get_by_role("heading", name="This session is open in another tab")).to_be_visible()
    expect(second.button("Show answer")).to_be_hidden()
    second.press("Continue here")
    second.is_ready().shows_done(2)

    assert second.prompt == prompt
    expect(first.page.get_by_role("heading", name="This session is open in another tab")).to_be_visible()
    first.answer(True)
    second.answer(True)
    second.shows_done(3)
    first.press("Continue here")
    first.shows_done(3)
    expect(second.page.get_by_role("button", name="Continue here")).to_be_visible()
    assert first.saved_grades() == [GOOD] * 3


def test_a_lease_that_is_granted_too_late_is_not_mistaken_for_another_tabs(open_context, omena):
    page = open_context(**DESKTOP).new_page()
    page.add_init_script(
        """const request = navigator.locks.request.bind(navigator.locks);
        navigator.locks.request = (name) => {
            navigator.locks.request = request;
            request(name, () => new Promise((release) => setTimeout(release, 600)));
            return Promise.reject(new DOMException("given up", "AbortError"));
        };"""
    )

    Table(page, omena).learn().answer(True)

    Table(page, omena).shows_done(1)


def test_slow_browser_is_not_mistaken_for_another_tab(open_context, omena):
    page = open_context(**DESKTOP).new_page()
    page.add_init_script(
        """const request = navigator.locks.request.bind(navigator.locks);
        navigator.locks.request = (name, options, action) => {
            navigator.locks.request = request;
            return new Promise((resolve) => setTimeout(resolve, 600)).then(() => request(name, options, action));
        };"""
    )

    Table(page, omena).learn().answer(True)

    Table(page, omena).shows_done(1)


def test_two_decks_in_two_tabs_do_not_disturb_each_other(open_context, omena):
    context = open_context(**DESKTOP)
    questions = Table(context.new_page(), omena).learn()
    words = Table(context.new_page(), omena).learn("First words")

    words.answer(True)
    questions.answer(False)

    questions.shows_done(1)
    words.shows_done(1, total=BATCH)
    words.waits(0)
    assert sorted(words.saved_grades()) == [AGAIN, GOOD]


@pytest.mark.parametrize("missing", ["indexedDB", "WebAssembly"])
def test_page_reports_that_the_cards_cannot_be_shown(chromium, omena, missing):
    page = chromium.new_page()
    page.add_init_script(f"Object.defineProperty(window, '{missing}', {{ value: undefined }})")

    table = Table(page, omena).learn()

    expect(page.get_by_role("heading", name="The cards couldn’t be loaded")).to_be_visible()
    expect(page.get_by_role("button", name="Reload")).to_be_visible()
    assert table.state == "failed"
    page.close()


def test_page_reports_missing_javascript(open_context, omena):
    page = open_context(java_script_enabled=False).new_page()

    page.goto(f"{omena.url}/study/learn?deck=First%20questions")

    words = page.locator(".needs-script")  # Playwright does not search for text inside noscript
    expect(words).to_be_visible()
    assert "Studying needs JavaScript" in words.text_content()
