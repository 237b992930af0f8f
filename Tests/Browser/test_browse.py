"""All cards of a deck, forwards and backwards; nothing is recorded."""

from playwright.sync_api import expect


def shows(table, position, total=10):
    expect(table.page.locator("#position")).to_have_text(f"{position} of {total}")


def test_arrows_move_through_the_deck_and_back(device):
    device.study("browse")
    shows(device, 1)
    prompts = [device.prompt]
    for position in range(2, 11):
        device.press("Next card")
        shows(device, position)
        prompts.append(device.prompt)
    assert len(set(prompts)) == 10
    expect(device.button("Next card")).to_be_disabled()
    device.button("Next card").click(force=True)
    shows(device, 10)

    for position in range(9, 0, -1):
        device.press("Previous card")
        shows(device, position)
        assert device.prompt == prompts[position - 1]
    expect(device.button("Previous card")).to_be_disabled()


def test_keys_move_between_cards(desktop):
    desktop.study("browse")
    first = desktop.prompt

    desktop.page.keyboard.press("ArrowRight")
    desktop.page.keyboard.press("ArrowRight")
    shows(desktop, 3)
    desktop.page.keyboard.press("ArrowLeft")
    desktop.page.keyboard.press("ArrowLeft")
    desktop.page.keyboard.press("ArrowLeft")

    shows(desktop, 1)
    assert desktop.prompt == first


def test_swipes_move_between_cards(phone):
    phone.study("browse")
    first = phone.prompt

    phone.swipe(-150)
    shows(phone, 2)
    assert phone.prompt != first
    phone.wait_unlocked()
    phone.drag(120)
    expect(phone.scene.locator(".pull-label[data-direction=right]")).to_have_text("Previous")
    phone.release()

    shows(phone, 1)
    assert phone.prompt == first


def test_first_card_has_no_previous_card(phone):
    phone.study("browse")
    first = phone.prompt

    phone.swipe(150)

    shows(phone, 1)
    assert phone.prompt == first
    expect(phone.scene).to_have_css("translate", "none")


def test_card_turns(phone):
    phone.study("browse")

    phone.page.keyboard.press("Space")

    phone.shows_side("back")


def test_nothing_is_recorded(desktop):
    desktop.study("browse")
    for key in ("ArrowRight", "3", "1", "ArrowRight", "u"):
        desktop.page.keyboard.press(key)

    shows(desktop, 3)
    assert desktop.saved_grades() == []
    expect(desktop.button("Undo")).to_have_count(0)
    for name in ("Wrong", "Correct", "Good"):
        expect(desktop.button(name)).to_have_count(0)


def test_reload_stays_at_the_card(phone):
    phone.study("browse")
    phone.press("Next card")
    phone.press("Next card")
    prompt = phone.prompt

    phone.reload()

    shows(phone, 3)
    assert phone.prompt == prompt
