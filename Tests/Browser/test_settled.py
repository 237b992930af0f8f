"""Sessions with other settings: swapped sides, the answer under the prompt, no colour, less motion."""

import re

import pytest
from playwright.sync_api import expect
from table import BATCH


def test_right_can_mean_wrong(phone):
    phone.settle(right="wrong").learn()

    expect(phone.page.locator("#hint")).to_have_text("Swipe left if you remembered it, right if you didn’t.")
    phone.drag(120)
    expect(phone.scene.locator(".pull-label.wrong")).to_have_text("Wrong")
    expect(phone.scene).to_have_attribute("class", re.compile("pull-wrong"))
    phone.release()
    phone.shows_score(0)
    phone.shows_done(1)
    phone.swipe(-150)

    phone.shows_score(1)
    assert phone.saved_grades() == [1, 3]


def test_buttons_and_arrows_swap_sides_too(desktop):
    desktop.settle(right="wrong").learn()

    wrong, correct = (desktop.button(name).bounding_box()["x"] for name in ("Wrong", "Correct"))
    assert correct < wrong
    desktop.page.keyboard.press("ArrowLeft")

    desktop.shows_score(1)


def test_answer_can_appear_under_the_prompt(phone):
    phone.settle(style="reveal").learn()
    prompt = phone.card.inner_text().strip()
    expect(phone.scene.locator(".answer")).to_be_hidden()

    phone.press("Show answer")

    expect(phone.scene.locator(".front > .face-in .word").first).to_be_visible()
    expect(phone.scene.locator(".answer .word")).to_be_visible()
    expect(phone.scene.locator(".card")).to_have_css("transform", "none")
    expect(phone.card).to_have_accessible_name(re.compile(re.escape(prompt) + r"\s*, .+"))
    phone.page.keyboard.press("Space") if phone.side == "front" else phone.card.click()
    expect(phone.scene.locator(".answer")).to_be_hidden()


def test_without_colour_a_tick_and_a_cross_show_the_result(phone):
    phone.settle(differentiate=True).learn()

    phone.drag(120)

    expect(phone.scene.locator(".front .tint")).to_be_hidden()
    expect(phone.scene.locator(".pull-label.right use")).to_have_attribute("href", "#i-check")
    expect(phone.scene.locator(".pull-label.right")).to_be_visible()
    phone.release()


def test_less_motion_by_setting(phone):
    phone.settle(motion="reduced").learn()

    phone.tap()

    expect(phone.scene.locator(".card")).to_have_css("transform", "none")
    expect(phone.scene.locator(".front")).to_be_hidden()
    expect(phone.scene.locator(".back .word")).to_be_visible()


def test_single_keys_can_be_turned_off(desktop):
    desktop.settle(shortcuts=False).learn()

    for key in ("1", "3", "u", "?"):
        desktop.page.keyboard.press(key)
    desktop.shows_done(0)
    expect(desktop.page.get_by_role("dialog")).to_be_hidden()
    desktop.page.keyboard.press("ArrowRight")

    desktop.shows_done(1)


TONES = """
    window.tones = [];
    window.AudioContext = class { currentTime = 0; };
    window.GainNode = class { gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} }; connect() {} };
    window.OscillatorNode = class {
        constructor(context, { frequency }) { this.frequency = frequency; }
        connect(node) { return node; }
        start() { tones.push(this.frequency); }
        stop() {}
    };
"""


def test_answers_sound_only_if_the_setting_says_so(desktop):
    desktop.page.add_init_script(TONES)
    desktop.learn().answer(True, False)
    assert desktop.page.evaluate("tones") == []
    desktop.keeps(2)

    desktop.settle(sounds=True).reload().answer(True)
    assert desktop.page.evaluate("tones") == [660, 880]
    desktop.answer(False)
    assert desktop.page.evaluate("tones") == [660, 880, 330]


VOICES = """
    window.said = [];
    Object.defineProperty(window, "speechSynthesis", { value: {
        getVoices: () => [{ lang: "fi-FI", name: "Satu" }, { lang: "en_GB", name: "Ann" }],
        speak: ({ text, lang }) => window.said.push([text, lang]), cancel() {}, addEventListener() {},
    } });
    window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
"""


def test_speak_button_reads_the_visible_side_in_its_language(desktop):
    desktop.page.add_init_script(VOICES)
    desktop.learn("First words")
    prompt = desktop.prompt

    desktop.button("Play pronunciation in English").click()
    desktop.page.keyboard.press("r")
    desktop.press("Show answer")
    desktop.button("Play pronunciation in Finnish").click()

    answer = desktop.scene.locator(".back .word").inner_text()
    assert desktop.page.evaluate("said") == [[prompt, "en_GB"], [prompt, "en_GB"], [answer, "fi-FI"]]
    desktop.shows_done(0, total=BATCH)


def test_without_a_voice_there_is_no_speak_button(desktop):
    desktop.learn("First words")

    expect(desktop.page.locator(".speak:not([hidden])")).to_have_count(0)


READING = """
    window.reading = "";
    Object.defineProperty(window, "speechSynthesis", { value: {
        getVoices: () => [{ lang: "fi-FI", name: "Satu" }, { lang: "en-GB", name: "Ann" }], addEventListener() {},
        speak: ({ text }) => (window.reading = text),
        cancel() { window.reading = ""; sessionStorage.stopped = location.pathname; },
    } });
    window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
"""


@pytest.fixture
def reader(desktop):
    desktop.page.add_init_script(READING)
    return desktop


def reads(table):
    """Has the visible side read."""
    expect(table.page.locator("[data-depth='0'] .speak:visible").first).to_be_visible()
    table.page.keyboard.press("r")
    assert table.page.evaluate("reading") != ""


def test_reading_stops_when_the_card_is_answered(reader):
    reader.learn("First words")
    reads(reader)

    reader.answer(True)

    assert reader.page.evaluate("reading") == ""


def test_reading_stops_when_the_answer_is_shown(reader):
    reader.learn("First words")
    reads(reader)

    reader.press("Show answer")

    assert reader.page.evaluate("reading") == ""


def test_reading_stops_when_no_card_is_left_for_now(reader):
    reader.page.goto(f"{reader.omena.url}/study/review?query=omena")
    reader.is_ready()
    if reader.button("Got it").is_visible():
        reader.press("Got it")
    reader.page.keyboard.press("Space")
    reads(reader)

    reader.page.keyboard.press("1")

    expect(reader.page.locator("#wait-panel")).to_be_visible()
    assert reader.page.evaluate("reading") == ""


def test_reading_stops_when_the_page_is_left(reader):
    reader.learn("First words")
    reads(reader)

    reader.home()

    assert reader.page.evaluate("sessionStorage.stopped") == "/study/learn"


def test_nothing_is_asked_of_the_voices_where_nothing_is_read(reader):
    reader.learn("First words").answer(True, False)
    reader.home()

    assert reader.page.evaluate("sessionStorage.stopped") is None
