"""Review of due cards: the answer is shown, then graded, and the interval on the pressed button is stored."""

import re
import sqlite3
import time

import pytest
from devices import DESKTOP
from playwright.sync_api import expect
from serving import practice
from table import Table

GRADES = {"Again": 1, "Hard": 2, "Good": 3, "Easy": 4}


@pytest.fixture
def review(device):
    return device.study("review")


def interval_on(table, name):
    return table.button(name).locator("small").inner_text()


def reviews(table, steps):
    """The reviews in the log that are not retracted, oldest first: grade, and minutes until the due moment."""
    table.keeps(steps)
    database = sqlite3.connect(f"file:{table.omena.library}?mode=ro", uri=True)
    try:
        rows = database.execute(
            """SELECT grade, (due - moment) / 60000.0 FROM event AS answer WHERE retracted IS NULL AND due IS NOT NULL
            AND NOT EXISTS (SELECT * FROM event AS later WHERE later.retracted = answer.id) ORDER BY moment, id"""
        )
        return rows.fetchall()
    finally:
        database.close()


def to_go(table, count):
    expect(table.page.locator(".study-line")).to_contain_text(f"{count} to go")


def test_answer_is_shown_before_it_is_graded(review):
    to_go(review, 10)
    for name in GRADES:
        expect(review.button(name)).to_be_hidden()

    review.press("Show answer")

    expect(review.button("Show answer")).to_be_hidden()
    for name in GRADES:
        expect(review.button(name)).to_be_visible()


def test_buttons_say_when_the_card_comes_back(review):
    review.press("Show answer")

    assert interval_on(review, "Again") == "1 min"
    assert interval_on(review, "Good") == "10 min"
    assert interval_on(review, "Easy").endswith(" d")
    assert review.button("Good").text_content().strip().startswith("Good · 10 min")
    expect(review.button("Good")).to_have_accessible_description("Comes back in 10 minutes.")


@pytest.mark.parametrize("name", GRADES)
def test_interval_shown_on_a_button_is_stored(desktop, name):
    desktop.study("review").press("Show answer")
    number, unit = interval_on(desktop, name).split(" ")

    desktop.press(name)

    [(grade, minutes)] = reviews(desktop, 1)
    assert grade == GRADES[name]
    if unit == "min":
        # Half a minute is rounded up.
        assert int(minutes + 0.5) == int(number)
    else:
        # A day counts from its beginning, so that the due moment may be up to a day earlier than this many times 24
        # hours.
        assert int(number) - 1 <= minutes / 1440 <= int(number) + 1


@pytest.mark.parametrize(
    ("steps", "hard", "good"),
    [
        ("1 min, 10 min", "6 min", "10 min"),
        ("1 min, 2 min", "90 s", "2 min"),
        ("90 min, 150 min", "2 h", "150 min"),
        ("10 min, 14 h", "7 h", "14 h"),
    ],
)
def test_intervals_are_whole_numbers(open_context, omena, steps, hard, good):
    # Where it is about noon, because steps end with the day.
    zone = f"Etc/GMT{time.gmtime().tm_hour - 12:+d}"
    table = Table(open_context(**DESKTOP, timezone_id=zone).new_page(), omena)
    table.settle(learningSteps=steps).study("review").press("Show answer")

    assert [interval_on(table, "Hard"), interval_on(table, "Good")] == [hard, good]


@pytest.mark.parametrize(
    ("dx", "dy", "grade"), [(150, 0, 3), (-150, 0, 1), (0, -150, 4), (0, 150, 2)], ids=["right", "left", "up", "down"]
)
def test_swipes_grade_once_the_answer_is_shown(phone, dx, dy, grade):
    phone.study("review")
    phone.press("Show answer")
    phone.until("() => document.querySelector('.scene[data-depth=\"0\"]').classList.contains('is-vertical')")

    phone.swipe(dx, dy)

    assert [row[0] for row in reviews(phone, 1)] == [grade]


@pytest.mark.parametrize(("dx", "dy"), [(150, 0), (-150, 0), (0, -150)])
def test_swipe_before_the_answer_reveals_it(phone, dx, dy):
    phone.study("review")
    first = phone.prompt
    phone.until("() => document.querySelector('.scene[data-depth=\"0\"]').classList.contains('is-vertical')")

    phone.swipe(dx, dy)

    phone.shows_side("back")
    # The front is hidden by now, and still holds its text.
    expect(phone.page.locator(".scene[data-depth='0'] .front .word")).to_have_text(first)
    phone.shows_done(0)


def test_digit_before_the_answer_reveals_it_and_grades_after(desktop):
    desktop.study("review")

    desktop.page.keyboard.press("4")
    desktop.shows_side("back")
    desktop.shows_done(0)
    desktop.page.keyboard.press("4")

    desktop.shows_done(1)
    assert [row[0] for row in reviews(desktop, 1)] == [4]


def test_label_of_a_drag_shows_the_grade(phone):
    phone.study("review").press("Show answer")
    phone.until("() => document.querySelector('.scene[data-depth=\"0\"]').classList.contains('is-vertical')")

    phone.drag(0, -120)

    label = phone.scene.locator(".pull-label.easy")
    expect(label).to_be_visible()
    expect(label).to_have_text("Easy")
    phone.release()


def test_card_that_was_turned_back_can_still_be_graded(desktop):
    desktop.study("review")

    desktop.page.keyboard.press("Space")
    desktop.page.keyboard.press("Space")
    desktop.shows_side("front")
    desktop.page.keyboard.press("ArrowRight")

    desktop.shows_done(1, total=11)


def test_two_buttons_instead_of_four(phone):
    phone.settle(twoButtons=True).study("review")
    phone.press("Show answer")

    assert interval_on(phone, "Wrong") == "1 min"
    assert interval_on(phone, "Correct") == "10 min"
    for name in GRADES:
        expect(phone.button(name)).to_have_count(0)
    expect(phone.button("Wrong")).to_have_accessible_description(
        "Mark your answer as being incorrect. Comes back in 1 minute."
    )
    phone.press("Correct")
    assert [row[0] for row in reviews(phone, 1)] == [3]


def test_learning_cards_come_back_and_progress_always_moves(desktop):
    desktop.page.clock.install()
    desktop.study("review")
    first = desktop.prompt
    shares = []
    for grade in ("1", *["4"] * 9):
        desktop.page.keyboard.press("Space")
        desktop.page.keyboard.press(grade)
        shares.append(
            float(desktop.page.locator("#progress").evaluate("stem => stem.style.getPropertyValue('--p')"))
        )
    assert shares == sorted(shares) and len(set(shares)) == 10

    expect(desktop.page.get_by_role("heading", name=re.compile(r"^1 card comes back at \d+:\d\d$"))).to_be_visible()
    expect(desktop.page.locator("#wait-words")).to_contain_text("Next one in 0:")
    desktop.page.clock.fast_forward(61_000)

    assert desktop.state == "studying"
    assert desktop.prompt == first


def test_the_button_promises_what_is_to_go(desktop):
    desktop.study("review")
    desktop.press("Show answer")
    desktop.press("Good")
    desktop.keeps(1)

    page = desktop.deck().page
    expect(page.get_by_role("heading", name="9 cards for today")).to_be_visible()
    page.get_by_role("link", name="Study now").click()

    to_go(desktop.is_ready(), 9)


def test_waiting_card_is_shown_at_once_if_asked(phone):
    phone.study("review")
    first = phone.prompt
    for grade in ("1", *["4"] * 9):
        phone.page.keyboard.press("Space")
        phone.page.keyboard.press(grade)

    phone.press("Show next card now")

    assert phone.prompt == first
    phone.press("Show answer")
    phone.press("Easy")
    expect(phone.page.get_by_role("heading", name="Done for today")).to_be_visible()


def test_end_lists_longer_intervals_and_cards_due_tomorrow(phone):
    phone.study("review")
    for _ in range(10):
        phone.page.keyboard.press("Space")
        phone.page.keyboard.press("4")

    expect(phone.page.get_by_role("heading", name="Done for today")).to_be_focused()
    expect(phone.page.locator("#remembered li")).to_have_count(10)
    expect(phone.page.locator("#remembered li .to").first).to_contain_text("new")
    expect(phone.page.locator("#tally-remembered")).to_have_text("10")
    expect(phone.page.locator("#tally-tomorrow")).to_have_text("0")
    assert [row[0] for row in reviews(phone, 10)] == [4] * 10


def test_number_for_tomorrow_is_that_after_the_last_answer(phone):
    asked = []
    phone.page.route("**/study/tomorrow*", lambda route: asked.append(route))
    phone.study("review")
    phone.page.evaluate(
        """() => {
            const { json } = Response.prototype;
            Response.prototype.json = function () {
                if (this.url.includes("/study/tomorrow")) setTimeout(() => (globalThis.read = (globalThis.read ?? 0) + 1));
                return json.call(this);
            };
        }"""
    )
    for _ in range(10):
        easy(phone)
    while len(asked) < 1:
        phone.page.evaluate("0")
    phone.page.keyboard.press("u")
    easy(phone)
    while len(asked) < 2:
        phone.page.evaluate("0")

    asked[1].fulfill(json={"cards": 2})
    phone.until("() => globalThis.read === 1")
    asked[0].fulfill(json={"cards": 1})
    phone.until("() => globalThis.read === 2")

    expect(phone.page.locator("#tally-tomorrow")).to_have_text("2")


def easy(table):
    table.page.keyboard.press("Space")
    table.page.keyboard.press("4")


def test_number_for_tomorrow_is_right_if_the_browser_can_store_nothing(phone):
    phone.study("review")
    for _ in range(9):
        easy(phone)
    phone.keeps(9)
    phone.page.evaluate(
        """() => {
            addEventListener("unhandledrejection", (event) => event.preventDefault());
            IDBDatabase.prototype.transaction = () => { throw new DOMException("", "UnknownError"); };
        }"""
    )

    easy(phone)

    expect(phone.page.get_by_role("heading", name="Done for today")).to_be_visible()
    # The last answer was sent without having been stored: the server tells the number once it has all answers.
    expect(phone.page.locator("#tally-tomorrow")).to_have_text("0")


def test_ten_more_new_cards_are_offered(desktop):
    desktop.study("review", "First words")
    for _ in range(20):
        desktop.page.keyboard.press("Space")
        desktop.page.keyboard.press("4")
    expect(desktop.page.get_by_role("heading", name="Done for today")).to_be_visible()
    desktop.keeps(20)
    expect(desktop.page.locator("#tally-tomorrow")).to_have_text("20")

    desktop.press("10 more new cards")

    to_go(desktop, 10)
    desktop.press("Show answer")
    desktop.press("Easy")
    desktop.shows_done(21, total=30)


def test_more_cards_are_offered_while_all_wait(phone):
    phone.settle(newLimit="2").study("review")
    for _ in range(2):
        phone.page.keyboard.press("Space")
        phone.page.keyboard.press("3")
    waiting = phone.page.get_by_role("heading", name=re.compile(r"^2 cards come back at"))
    expect(waiting).to_be_visible()
    expect(phone.button("8 more new cards")).to_be_visible()
    expect(phone.button("Study ahead")).to_be_hidden()
    phone.keeps(2).home().page.get_by_role("link", name="Study more").click()
    expect(waiting).to_be_visible()

    phone.page.route(re.compile(r"/study/review\?"), lambda route: route.abort())
    phone.press("10 more new cards")
    expect(phone.page.locator("#wait-note")).to_contain_text("can’t be reached")
    phone.page.unroute_all()
    phone.press("10 more new cards")

    to_go(phone, 10)
    phone.press("Show answer")
    expect(phone.button("Good")).to_be_visible()


def test_work_ahead_deals_the_next_due_cards(desktop, omena):
    deal = omena.deal(mode="review")
    earlier = int(time.time() * 1000) - 2 * 24 * 3_600_000
    due = earlier + 8 * 24 * 3_600_000
    reviews = [
        practice(card, "easy", kind="review", mode="review", moment=earlier, due=due, reviews=0)
        for card in deal["cards"][:3]
    ]
    assert [answer["outcome"] for answer in omena.post_reviews(deal, reviews)[1]["results"]] == ["stored"] * 3
    desktop.study("review")
    for _ in range(7):
        desktop.page.keyboard.press("Space")
        desktop.page.keyboard.press("4")
    desktop.keeps(7)

    desktop.press("Study ahead")

    to_go(desktop, 3)
    prompts = set()
    for _ in range(3):
        prompts.add(desktop.prompt)
        desktop.page.keyboard.press("Space")
        desktop.page.keyboard.press("3")
    assert prompts == {card["front"]["text"] for card in deal["cards"][:3]}
    expect(desktop.page.locator("#finish-title")).to_have_text("Done for today")
    expect(desktop.page.locator("#finish-words")).to_contain_text("You’ll remember 10 cards for longer · 10 cards in")
    expect(desktop.button("Study ahead")).to_be_hidden()


def test_undo_restores_card_intervals_and_progress(phone):
    phone.study("review")
    first = phone.prompt
    phone.press("Show answer")
    before = [interval_on(phone, name) for name in GRADES]
    phone.press("Good")

    phone.page.locator("#undo").click()

    assert phone.prompt == first
    to_go(phone, 10)
    phone.shows_done(0)
    phone.press("Show answer")
    assert [interval_on(phone, name) for name in GRADES] == before
    assert reviews(phone, 2) == []


def test_undo_brings_a_waiting_card_back(phone):
    phone.study("review")
    for grade in (*["4"] * 9, "1"):
        last = phone.prompt
        phone.page.keyboard.press("Space")
        phone.page.keyboard.press(grade)
    assert phone.state == "waiting"

    phone.button("Undo").click()

    assert phone.state == "studying"
    assert phone.prompt == last


def test_keys_act_at_once_after_an_undo_at_the_end(phone):
    phone.study("review")
    for _ in range(10):
        easy(phone)
    expect(phone.page.get_by_role("heading", name="Done for today")).to_be_focused()

    focused = phone.page.evaluate(
        """async () => {
            document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "u", code: "KeyU", bubbles: true }));
            // Where the next key goes, though no frame was painted in between.
            await null;
            return document.activeElement.localName;
        }"""
    )

    assert focused == "main"
    assert phone.state == "studying"


def test_reload_resumes_the_review(phone):
    phone.study("review")
    phone.press("Show answer")
    phone.press("Again")
    phone.press("Show answer")
    phone.press("Easy")
    prompt = phone.prompt
    phone.keeps(2)

    phone.reload()

    assert phone.prompt == prompt
    phone.shows_done(2, total=11)
    phone.page.keyboard.press("u")
    phone.shows_done(1, total=11)


def test_reviewed_cards_are_not_due_again_today(desktop):
    desktop.study("review")
    for _ in range(10):
        desktop.page.keyboard.press("Space")
        desktop.page.keyboard.press("4")
    desktop.keeps(10)

    desktop.page.reload()
    expect(desktop.page.get_by_role("heading", name="Done for today")).to_be_visible()
    desktop.home()
    desktop.page.goto(f"{desktop.omena.url}/study/review?deck=First%20questions")

    expect(desktop.page.get_by_role("heading", name="Done for today")).to_be_visible()


def test_right_means_wrong_if_the_setting_says_so(phone):
    phone.settle(right="wrong").study("review")
    phone.press("Show answer")

    phone.swipe(-150)

    assert [row[0] for row in reviews(phone, 1)] == [3]


@pytest.mark.parametrize("mode", ["learn", "race", "quiz"])
def test_first_answer_of_the_day_counts_if_the_setting_says_so(desktop, mode):
    desktop.settle(**{f"counts{mode.capitalize()}": True}).study(mode)
    first = desktop.prompt
    for is_right in (False, *[True] * 9):
        answer(desktop, mode, is_right)
    if mode != "race":  # where a missed card comes back by itself
        desktop.press("Go through that one again")
    assert desktop.prompt == first
    answer(desktop, mode, True)

    assert sorted(row[0] for row in reviews(desktop, 11)) == [1] + [3] * 9
    assert len(desktop.saved_grades()) == 11


def answer(table, mode, is_right):
    if mode != "quiz":
        table.answer(is_right)
        return
    right = table.page.evaluate(
        """(prompt) => JSON.parse(document.getElementById("deal").textContent).cards
            .find(({ front }) => front.text === prompt).back.text""",
        table.prompt,
    )
    choices = table.page.locator(".choice")
    expect(choices).to_have_count(4)
    offered = choices.locator(".txt").all_inner_texts()
    table.page.keyboard.press(str(1 + next(n for n, text in enumerate(offered) if (text == right) == is_right)))
    table.press("Continue")


def test_practice_does_not_change_the_schedule(desktop):
    desktop.study("learn")

    desktop.answer(*[True] * 10)

    assert reviews(desktop, 10) == []
    assert desktop.saved_grades() == [3] * 10
