"""Quiz: choices, and typed answers."""

import pytest
from playwright.sync_api import expect
from table import BATCH

AGAIN, GOOD = 1, 3


def answers(table):
    """The answer to each prompt, from the page's data."""
    return dict(
        table.page.evaluate(
            """() => JSON.parse(document.getElementById("deal").textContent).cards
                .filter(({ front }) => front).map(({ front, back }) => [front.text, back.text])"""
        )
    )


def choices(table):
    expect(table.page.locator(".choice")).not_to_have_count(0)
    return table.page.locator(".choice .txt").all_inner_texts()


def choose(table, is_right):
    right = answers(table)[table.prompt]
    text = right if is_right else next(choice for choice in choices(table) if choice != right)
    table.page.locator(".choice", has=table.page.get_by_text(text, exact=True)).click()


@pytest.fixture
def quiz(phone):
    return phone.study("quiz", "First words")


@pytest.fixture
def typed(desktop):
    return desktop.settle(quiz="typed").study("quiz", "First words")


def field(table):
    return table.page.get_by_role("textbox", name="Your answer")


def write(table, text):
    field(table).fill(text)
    table.page.keyboard.press("Enter")


def test_four_answers_are_offered_and_one_is_right(quiz):
    offered = choices(quiz)

    assert len(set(offered)) == 4
    assert answers(quiz)[quiz.prompt] in offered


def test_single_card_is_offered_with_answers_of_others(desktop):
    desktop.page.goto(f"{desktop.omena.url}/study/quiz?query=omena")
    desktop.is_ready().shows_done(0, total=1)

    assert len(set(choices(desktop))) == 4


def test_right_choice_is_confirmed(quiz):
    choose(quiz, True)

    expect(quiz.page.locator("#verdict .head")).to_have_text("Correct")
    expect(quiz.page.locator(".choice.is-right .outcome")).to_have_text("Your answer")
    expect(quiz.button("Continue")).to_be_focused()
    quiz.shows_score(1, total=BATCH)
    quiz.press("Continue")
    expect(quiz.page.locator("#verdict")).to_be_hidden()
    quiz.shows_side("front")
    assert quiz.saved_grades() == [GOOD]


def test_wrong_choice_shows_the_right_one(quiz):
    right = answers(quiz)[quiz.prompt]
    choose(quiz, False)

    expect(quiz.page.locator("#verdict .head")).to_have_text("Not this time")
    expect(quiz.page.locator("#verdict .answer-line bdi")).to_have_text(right)
    expect(quiz.page.locator(".choice.is-right .txt")).to_have_text(right)
    expect(quiz.page.locator(".choice.is-wrong .outcome")).to_have_text("Your answer")
    quiz.shows_score(0, total=BATCH)
    quiz.keeps(1)
    assert quiz.saved_grades() == [AGAIN]


def test_answer_counts_once(quiz):
    choose(quiz, True)

    quiz.page.locator(".choice").first.click(force=True)
    quiz.page.keyboard.press("2")

    quiz.shows_done(1, total=BATCH)


def test_digits_choose_and_enter_goes_on(desktop):
    desktop.study("quiz", "First words")
    choices(desktop)

    for _ in range(3):
        desktop.page.keyboard.press("1")
        expect(desktop.button("Continue")).to_be_focused()
        desktop.page.keyboard.press("Enter")
        expect(desktop.page.locator("#verdict")).to_be_hidden()

    desktop.shows_done(3, total=BATCH)


def test_answer_that_is_shown_counts_as_missed(quiz):
    quiz.press("Show answer")

    quiz.shows_side("back")
    expect(quiz.page.locator("#verdict .head")).to_have_text("Not this time")
    quiz.keeps(1)
    assert quiz.saved_grades() == [AGAIN]


def test_swipe_goes_on_after_the_verdict(phone):
    phone.study("quiz", "First words")
    choose(phone, True)
    prompt = phone.prompt

    phone.swipe(150)

    expect(phone.page.locator("#verdict")).to_be_hidden()
    assert phone.prompt != prompt
    phone.shows_done(1, total=BATCH)


def test_undo_asks_again(quiz):
    prompt = quiz.prompt
    choose(quiz, False)

    quiz.page.locator("#undo").click()

    assert quiz.prompt == prompt
    quiz.shows_side("front")
    expect(quiz.page.locator("#verdict")).to_be_hidden()
    expect(quiz.page.locator(".choice[aria-disabled]")).to_have_count(0)
    quiz.shows_done(0, total=BATCH)
    choose(quiz, True)
    quiz.keeps(3)
    assert quiz.saved_grades() == [GOOD]


def test_reload_asks_the_same_question_with_the_same_answers(quiz):
    choose(quiz, True)
    quiz.press("Continue")
    quiz.keeps(1)
    prompt, offered = quiz.prompt, choices(quiz)

    quiz.reload()

    assert quiz.prompt == prompt
    assert choices(quiz) == offered
    quiz.shows_score(1, total=BATCH)


def test_quiz_ends_with_what_was_remembered(desktop):
    desktop.study("quiz")
    for number in range(10):
        desktop.press("Show answer") if number < 2 else choose(desktop, True)
        desktop.press("Continue")

    expect(desktop.page.get_by_role("heading", name="You remembered 8")).to_be_visible()
    desktop.press("Go through the 2 again")
    desktop.shows_done(0, total=2)
    assert len(choices(desktop)) >= 2


def test_keyboard_goes_to_the_field_in_its_language(typed):
    expect(field(typed)).to_be_focused()
    for name, value in {
        "lang": "fi",
        "autocapitalize": "off",
        "autocomplete": "off",
        "spellcheck": "false",
        "enterkeyhint": "done",
        "dir": "auto",
    }.items():
        expect(field(typed)).to_have_attribute(name, value)


def test_typed_answer_is_compared_leniently(typed):
    right = answers(typed)[typed.prompt]

    write(typed, f"  {right.upper()}! ")

    expect(typed.page.locator("#verdict .head")).to_have_text("Correct")
    typed.shows_side("back")
    typed.page.keyboard.press("Enter")
    expect(field(typed)).to_be_focused()
    expect(field(typed)).to_be_empty()
    assert typed.saved_grades() == [GOOD]


def test_shortcut_letters_can_be_typed(typed):
    field(typed).press_sequentially("u1re?")

    expect(field(typed)).to_have_value("u1re?")
    typed.shows_done(0, total=BATCH)


def test_near_miss_shows_the_difference_and_may_be_taken_as_correct(typed):
    right = long_answer(typed)

    write(typed, right[:2] + "q" + right[2:])

    expect(typed.page.locator("#verdict .head")).to_have_text("Nearly right")
    expect(typed.page.locator("#verdict del")).to_have_text(["q"])
    expect(typed.page.locator("#verdict")).to_contain_text("“q” doesn’t belong there.")
    expect(typed.button("Count as correct")).to_be_focused()
    typed.press("Count as correct")
    assert typed.saved_grades()[-1] == GOOD


def test_near_miss_may_be_taken_as_wrong(typed):
    right = long_answer(typed)
    done = typed.progress

    write(typed, "q" + right[1:])
    typed.shows_done(done, total=BATCH)
    typed.press("Count as wrong")

    typed.shows_done(done + 1, total=BATCH)
    typed.keeps(done + 1)
    assert typed.saved_grades()[-1] == AGAIN


def test_undoing_a_near_miss_allows_typing_again(typed):
    right = long_answer(typed)
    done = typed.progress
    write(typed, "q" + right[1:])

    typed.page.keyboard.press("Control+z")

    expect(field(typed)).to_be_focused()
    typed.shows_done(done, total=BATCH)
    write(typed, right)
    expect(typed.page.locator("#verdict .head")).to_have_text("Correct")


def test_other_word_is_wrong(typed):
    write(typed, "xyzzy plugh")

    expect(typed.page.locator("#verdict .head")).to_have_text("Not this time")
    expect(typed.button("Count as correct")).to_be_hidden()


def test_empty_input_is_no_answer(typed):
    typed.page.keyboard.press("Enter")

    expect(typed.page.locator("#verdict")).to_be_hidden()
    typed.shows_done(0, total=BATCH)


@pytest.mark.parametrize(("marks_count", "verdict"), [(False, "Correct"), (True, "Nearly right")])
def test_marks_count_if_the_setting_says_so(desktop, marks_count, verdict):
    desktop.omena.add_note(desktop.omena.make_deck("Rooms"), sv="rummet här", fi="tämä huone")
    desktop.settle(quiz="typed", marksCount=marks_count).study("quiz", "Rooms")

    write(desktop, answers(desktop)[desktop.prompt].replace("ä", "a", 1))

    expect(desktop.page.locator("#verdict .head")).to_have_text(verdict)


def long_answer(table):
    """Continues until a word is asked that is long enough to be nearly right."""
    while len(right := answers(table)[table.prompt]) < 4 or ";" in right or "/" in right or " " in right:
        table.press("Show answer")
        table.press("Continue")
    return right
