"""From a session to the forms and back: changes made in the forms appear in the session."""

import re

from playwright.sync_api import expect


def edit(table):
    """Opens the form of the top card; returns its fields."""
    table.page.keyboard.press("e")
    expect(table.page.get_by_role("heading", name="Edit card")).to_be_visible()
    return table.page.locator("textarea")


def is_back(table, mode):
    expect(table.page).to_have_url(re.compile(f"/study/{mode}"))
    return table.is_ready()


def test_changed_card_changes(desktop):
    desktop.learn()
    desktop.answer(True, False)
    desktop.keeps(2)

    edit(desktop).first.fill("What changed?")
    desktop.press("Save")
    is_back(desktop, "learn")

    assert desktop.prompt == "What changed?"
    desktop.shows_done(2)
    desktop.page.keyboard.press("u")
    desktop.shows_done(1)


def test_deleted_card_leaves(desktop):
    desktop.learn()
    desktop.answer(True)
    gone = desktop.prompt
    desktop.keeps(1)

    edit(desktop)
    desktop.press("Delete")
    is_back(desktop, "learn")

    desktop.shows_done(1, total=9)
    prompts = []
    for _ in range(8):
        prompts.append(desktop.prompt)
        desktop.answer(True)
    assert gone not in prompts
    assert desktop.state == "finished"


def test_new_card_joins(desktop):
    desktop.learn()
    desktop.answer(True)
    desktop.keeps(1)

    desktop.press("More")
    desktop.page.get_by_role("link", name="Add card").click()
    fields = desktop.page.locator("textarea")
    fields.nth(0).fill("What joined?")
    fields.nth(1).fill("A new card")
    desktop.page.locator("#save").click()
    expect(fields.nth(0)).to_be_empty()
    desktop.page.locator("#close").click()
    is_back(desktop, "learn")

    desktop.shows_done(1, total=11)
    prompts = []
    for _ in range(10):
        prompts.append(desktop.prompt)
        desktop.answer(True)
    assert prompts[-1] == "What joined?"


def test_race_starts_again_when_a_card_changed(desktop):
    desktop.page.clock.install()
    desktop.study("race")
    desktop.page.clock.run_for(30_000)
    desktop.answer(True, False)
    desktop.keeps(2)

    edit(desktop).first.fill("What changed?")
    desktop.press("Save")
    is_back(desktop, "race")

    for name, figure in {"score": 0, "strikes": 0, "left": 10}.items():
        expect(desktop.page.locator(f"#{name}")).to_have_text(str(figure))
    assert re.fullmatch(r"Time: (100|9\d)", desktop.page.get_by_role("timer").inner_text())


def test_race_goes_on_when_nothing_changed(desktop):
    desktop.page.clock.install()
    desktop.study("race")
    desktop.answer(True, False)
    desktop.keeps(2)
    time = int(desktop.page.get_by_role("timer").inner_text().removeprefix("Time: "))

    edit(desktop)
    desktop.page.clock.fast_forward(50_000)
    desktop.page.locator("#close").click()
    is_back(desktop, "race")

    assert time - 10 < int(desktop.page.get_by_role("timer").inner_text().removeprefix("Time: ")) <= time

    for name, figure in {"score": 1, "strikes": 1, "left": 9}.items():
        expect(desktop.page.locator(f"#{name}")).to_have_text(str(figure))


def test_session_follows_its_renamed_deck_and_moved_cards(desktop):
    desktop.study("race")
    gone = desktop.prompt
    desktop.press("More")
    desktop.page.get_by_role("link", name="Edit deck").click()
    desktop.page.get_by_label("Name").fill("Renamed")
    desktop.press("Save")

    is_back(desktop, "race\\?deck=Renamed")
    desktop.press("More")
    desktop.page.get_by_role("link", name="Cards in this deck").click()
    row = desktop.page.get_by_role("listitem").filter(has_text=gone)
    row.get_by_role("link", name=gone).click()
    desktop.press("Delete")
    expect(desktop.page.get_by_text("9 cards found", exact=True)).to_be_visible()
    desktop.study("race", "Renamed")

    expect(desktop.page.locator("#left")).to_have_text("9")


def test_review_asks_the_changed_card_with_the_same_intervals(desktop):
    desktop.study("review")
    desktop.press("Show answer")
    easy = desktop.button("Easy").locator("small").inner_text()

    edit(desktop).first.fill("What changed?")
    desktop.press("Save")
    is_back(desktop, "review")

    assert desktop.prompt == "What changed?"
    desktop.press("Show answer")
    assert desktop.button("Easy").locator("small").inner_text() == easy
