"""Every state of a study page, each reached as a learner reaches it."""

from playwright.sync_api import expect


def easy(table, count):
    for _ in range(count):
        table.page.keyboard.press("Space")
        table.page.keyboard.press("4")


def race(table):
    table.study("race")


def race_paused(table):
    table.study("race").press("Pause the clock")
    expect(table.page.get_by_role("heading", name="Paused")).to_be_visible()


def race_end(table):
    table.study("race").answer(False, *[True] * 10)
    expect(table.page.get_by_role("heading", name="You remembered 10")).to_be_visible()


def review(table):
    table.study("review")


def review_grades(table):
    table.study("review").press("Show answer")
    expect(table.button("Good")).to_be_visible()


def review_waiting(table):
    table.study("review")
    for grade in ("1", *["4"] * 9):
        table.page.keyboard.press("Space")
        table.page.keyboard.press(grade)
    expect(table.page.get_by_role("heading", name="1 card comes back at")).to_be_visible()


def review_end(table):
    table.study("review")
    easy(table, 10)
    expect(table.page.get_by_role("heading", name="Done for today")).to_be_visible()


def browse(table):
    table.study("browse", "First words").press("Next card")


def quiz(table):
    table.study("quiz", "First words")
    expect(table.page.locator(".choice")).to_have_count(4)


def quiz_verdict(table):
    quiz(table)
    table.page.keyboard.press("1")
    expect(table.button("Continue")).to_be_visible()


def typed(table):
    table.settle(quiz="typed").study("quiz", "First words")
    expect(table.page.get_by_role("textbox", name="Your answer")).to_be_focused()


def typed_verdict(table):
    typed(table)
    while True:
        right = table.page.evaluate(
            """(prompt) => JSON.parse(document.getElementById("deal").textContent).cards
                .find(({ front }) => front?.text === prompt).back.text""",
            table.prompt,
        )
        if len(right) >= 4 and not {";", "/", " "} & set(right):
            break
        table.press("Show answer")
        table.press("Continue")
    table.page.get_by_role("textbox", name="Your answer").fill("q" + right[1:])
    table.page.keyboard.press("Enter")
    expect(table.button("Count as correct")).to_be_visible()
    table.settle(quiz="choice")


def under_the_prompt(table):
    table.settle(style="reveal").learn("First words").press("Show answer")
    table.settle(style="flip")


def menu(table):
    table.learn().press("More")
    expect(table.page.get_by_role("dialog", name="This card")).to_be_visible()


def suspended(table):
    table.study("learn", "First words").press("More")
    table.button("Suspend").click()
    expect(table.page.get_by_text("Suspended 1 card")).to_be_visible()


RIGHT_TO_LEFT = [
    {"ar": "تفاحة", "he": "תפוח", "pa-Arab": "سیب"},
    {"ar": "كلب, 3!", "he": "כלב", "pa-Arab": "کتا"},
    {"ar": "السلام عليكم ورحمة الله وبركاته", "he": "שלום לכולם", "pa-Arab": "تہاڈا کیہ حال اے؟"},
    {"ar": "ماء", "he": "מים", "pa-Arab": "پانی"},
    {"ar": "المسؤولية", "he": "אחריות", "pa-Arab": "ذمہ داری"},
]


def study_right_to_left(table, mode):
    """Studies notes in right-to-left languages, added with their form."""
    deck = table.omena.make_deck("Right to left")
    for texts in RIGHT_TO_LEFT:
        table.omena.add_note(deck, **texts)
    return table.study(mode, "Right to left")


def review_right_to_left(table):
    study_right_to_left(table, "review").press("Show answer")
    expect(table.button("Good")).to_be_visible()


def quiz_right_to_left(table):
    study_right_to_left(table, "quiz")
    expect(table.page.locator(".choice")).to_have_count(4)
    table.page.keyboard.press("1")
    expect(table.button("Continue")).to_be_visible()


def end_right_to_left(table):
    study_right_to_left(table, "learn").answer(True, False, True, False, True)
    expect(table.page.get_by_role("heading", name="You remembered 3")).to_be_visible()


STUDY_STATES = [
    *(race, race_paused, race_end, review, review_grades, review_waiting, review_end),
    *(browse, quiz, quiz_verdict, typed, typed_verdict, under_the_prompt, menu, suspended),
    *(review_right_to_left, quiz_right_to_left, end_right_to_left),
]
