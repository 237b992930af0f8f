"""Each script has its own font and direction: on cards, in the list, in the form and in the quiz."""

import sqlite3

import pytest
from playwright.sync_api import expect

DECK = "Scripts"
# Long enough to show whether a line fits; some contain numbers and Latin names.
TEXTS = {
    "en": "Good morning, my friend",
    "ur": "پیچیدہ گھڑیوں میں خوشگوار لمحے",
    "pa-Arab": "ست سری اکال، سنگیت دی گل",
    "pa-Guru": "ਸਤਿ ਸ੍ਰੀ ਅਕਾਲ, ਪਿਆਰੇ ਮਿੱਤਰ ਜੀ",
    "hi": "सुप्रभात, मेरे प्यारे मित्र",
    "ar": "صَبَاحُ الخَيْرِ يَا Omena رقم 42",
    "fa": "صبح بخیر، دوست من",
    "he": "בֹּקֶר טוֹב, Omena (42)",
    "ja": "お早うございます、友達よ",
    "zh-Hans": "早上好，我的朋友们",
    "ko": "좋은 아침입니다, 친구여",
    "el": "Καλημέρα, αγαπητέ μου φίλε ᾧ",
    "uk": "Доброго ранку, мій друже! Їжак",
    "th": "สวัสดีตอนเช้าเพื่อนที่รัก",
}
RIGHT_TO_LEFT = {"ur", "pa-Arab", "ar", "fa", "he"}
FAMILIES = {
    "ur": "Noto Nastaliq Urdu",
    "pa-Arab": "Noto Nastaliq Urdu",
    "pa-Guru": "Noto Sans Gurmukhi",
    "hi": "Noto Sans Devanagari",
    "ar": "Noto Naskh Arabic",
    "ja": "Noto Sans CJK JP",
    "ko": "Noto Sans CJK KR",
}

# How a text is set, and by how many pixels its box cuts it off. Lines of sloping scripts may overlap a little; no
# others may.
LINE = """(element) => {
    const style = getComputedStyle(element);
    const context = document.createElement("canvas").getContext("2d");
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const ink = context.measureText(element.value ?? element.textContent);
    const height = parseFloat(style.lineHeight);
    const inked = ink.actualBoundingBoxAscent + ink.actualBoundingBoxDescent;
    const slopes = style.fontFamily.includes("Nastaliq");
    const around = (height - ink.fontBoundingBoxAscent - ink.fontBoundingBoxDescent) / 2;
    const above = ink.actualBoundingBoxAscent - ink.fontBoundingBoxAscent - around - parseFloat(style.paddingBlockStart);
    const below = ink.actualBoundingBoxDescent - ink.fontBoundingBoxDescent - around - parseFloat(style.paddingBlockEnd);
    return {
        lacks: inked * (slopes ? 0.8 : 1) - height,
        cuts: style.overflow === "visible" ? 0 : Math.max(above, below),
        families: style.fontFamily,
        direction: style.direction,
        spacing: style.letterSpacing,
        size: parseFloat(style.fontSize),
    };
}"""


@pytest.fixture
def choose(omena):
    """Creates the deck; the returned function sets which languages it asks."""
    deck = omena.make_deck(DECK)
    omena.add_note(deck, **TEXTS)

    def choose(text):
        library = sqlite3.connect(omena.library)
        library.execute("UPDATE deck SET settings = json_set(settings, '$.languageChoice', ?) WHERE name = ?", [text, DECK])
        library.commit()
        library.close()

    return choose


def is_well_set(line, tag):
    assert line["lacks"] <= 0, f"{tag} lacks {line['lacks']:.1f} px"
    assert line["cuts"] < 1, f"{tag} is cut by {line['cuts']:.1f} px"
    assert line["direction"] == ("rtl" if tag in RIGHT_TO_LEFT else "ltr"), tag
    if tag in FAMILIES:
        assert FAMILIES[tag] in line["families"], tag
    if tag in {*RIGHT_TO_LEFT, "hi", "pa-Guru", "th"}:
        # Joined letters are not separated.
        assert line["spacing"] in ("normal", "0px"), tag


def test_each_script_fits_on_the_card(phone, choose):
    for tag, text in TEXTS.items():
        if tag == "en":
            continue
        choose(f"oneToOne:{tag}:en")
        phone.study("browse", DECK)
        word = phone.scene.locator(".front .word")
        expect(word).to_have_text(text)
        assert word.get_attribute("lang") == tag
        is_well_set(word.evaluate(LINE), tag)
        # On the answer's side it is above the answer, and smaller.
        phone.page.keyboard.press("Space")
        asked = phone.scene.locator(".back .asked b")
        expect(asked).to_have_text(text)
        is_well_set(asked.evaluate(LINE), tag)
        english = phone.scene.locator(".back .word")
        assert english.get_attribute("lang") == "en"
        assert english.evaluate(LINE)["direction"] == "ltr"


def test_each_script_fits_in_the_list(phone, omena, choose):
    for tag, text in TEXTS.items():
        if tag == "en":
            continue
        choose(f"oneToOne:{tag}:en")
        phone.page.goto(f"{omena.url}/cards?query=deck:{DECK}")
        row = phone.page.locator(".card-row")
        expect(row.locator(".p")).to_have_text(text)
        is_well_set(row.locator(".p").evaluate(LINE), tag)
        is_well_set(row.locator(".a").evaluate(LINE), "en")
        choose(f"oneToOne:en:{tag}")
        phone.page.goto(f"{omena.url}/cards?query=deck:{DECK}")
        is_well_set(row.locator(".a").evaluate(LINE), tag)


def test_each_field_of_the_form_is_written_in_its_own_direction(desktop, omena, choose):
    note = omena.read("SELECT id FROM note ORDER BY id DESC LIMIT 1")
    page = desktop.page
    page.goto(f"{omena.url}/cards/{note}")
    for tag, text in TEXTS.items():
        field = page.locator(f"[name='f-{tag}']")
        expect(field).to_have_value(text)
        assert field.get_attribute("lang") == tag
        is_well_set(field.evaluate(LINE), tag)

    # Typed text has its own direction, even where another was expected.
    hebrew = page.locator("[name='f-he']")
    hebrew.fill("Omena בוקר")
    assert hebrew.evaluate(LINE)["direction"] == "ltr"
    hebrew.fill("בוקר Omena")
    assert hebrew.evaluate(LINE)["direction"] == "rtl"


def test_a_long_text_is_no_larger_in_one_script_than_in_another(phone, omena):
    page = phone.page
    sizes = {}
    for tag in ("ur", "en"):
        deck = omena.make_deck(f"Long {tag}")
        other = "en" if tag == "ur" else "ur"
        omena.add_note(deck, **{tag: f"{TEXTS[tag]} " * 6, other: f"{TEXTS[other]} ({tag})"})
        library = sqlite3.connect(omena.library)
        choice = f"oneToOne:{tag}:{other}"
        library.execute("UPDATE deck SET settings = json_set(settings, '$.languageChoice', ?) WHERE name = ?", [choice, f"Long {tag}"])
        library.commit()
        library.close()
        phone.study("browse", f"Long {tag}")
        sizes[tag] = phone.scene.locator(".front .word").evaluate(LINE)["size"]
    assert sizes["ur"] <= sizes["en"]
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def test_answers_in_two_directions_stand_side_by_side_in_a_quiz(desktop, omena, choose):
    deck = omena.read("SELECT id FROM deck WHERE name = ?", DECK)
    omena.add_note(deck, ur="سیب", he="תפוח (1)", en="a sour apple", ar="تفاحة")
    omena.add_note(deck, ur="پانی", he="מים", en="cold water", ar="ماء 2")
    for choice, asked, answered in [("oneToOne:ur:he", "ur", "he"), ("oneToOne:he:en", "he", "en"), ("oneToOne:en:ar", "en", "ar")]:
        choose(choice)
        desktop.study("quiz", DECK)
        texts = desktop.page.locator(".choice .txt")
        expect(texts).not_to_have_count(0)
        for text in texts.all():
            assert text.evaluate("(text) => text.closest('[lang]').lang") == answered
            is_well_set(text.evaluate(LINE), answered)
        prompt = desktop.scene.locator(".front .word")
        assert prompt.get_attribute("lang") == asked
        is_well_set(prompt.evaluate(LINE), asked)


def test_a_corrected_romanisation_is_no_longer_marked_as_generated(desktop, omena):
    deck = omena.make_deck("Kyiv")
    omena.add_note(deck, en="a small house", uk="хата")
    library = sqlite3.connect(omena.library)
    settings = "json_set(settings, '$.languageChoice', 'oneToOne:en:uk', '$.scriptChoice', 'uk:Latn')"
    library.execute(f"UPDATE deck SET settings = {settings} WHERE name = 'Kyiv'")
    library.commit()
    library.close()
    page = desktop.page
    answer = desktop.scene.locator(".back .word")

    desktop.study("browse", "Kyiv")
    desktop.page.keyboard.press("Space")
    expect(answer).to_contain_text("khata")
    assert answer.get_attribute("lang") == "uk-Latn"
    expect(desktop.scene.locator(".back")).to_contain_text("automatic transliteration")

    note = omena.read("SELECT id FROM note WHERE deck = ?", deck)
    page.goto(f"{omena.url}/cards/{note}")
    page.get_by_label("Another language").fill("uk-Latn")
    page.get_by_role("button", name="Add language").click()
    page.locator("[name='f-uk-Latn']").fill("chata")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url(lambda url: "/cards/" not in url)

    desktop.study("browse", "Kyiv")
    desktop.page.keyboard.press("Space")
    expect(answer).to_have_text("chata")
    expect(desktop.scene.locator(".back .made")).to_have_count(0)
    expect(desktop.scene.locator(".back")).not_to_contain_text("automatic transliteration")


# The horizontal extent of an element's letters, whatever box they are in.
LETTERS = """(element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { left, right } = range.getBoundingClientRect();
    return [left, right];
}"""


def test_names_in_another_direction_are_aligned_with_the_others(desktop, omena):
    page = desktop.page
    for name in ("Arboles", "العربية"):
        omena.post_form("/cards/new", type=1, deck=omena.make_deck(name), tags="", **{"f-1": f"from {name}", "f-2": "so"})

    def letters(place, text):
        return place.get_by_text(text, exact=True).evaluate(LETTERS)

    page.goto(f"{omena.url}/decks")
    rows = page.locator(".change-row")
    assert letters(rows, "العربية")[0] == pytest.approx(letters(rows, "Arboles")[0], abs=3)

    page.goto(f"{omena.url}/cards")
    page.locator(".filter summary").first.click()
    menu = page.locator(".filter[open] .menu")
    assert letters(menu, "العربية")[0] == pytest.approx(letters(menu, "Arboles")[0], abs=3)

    page.goto(f"{omena.url}/cards?query=from")
    page.locator(".card-row", has_text="from العربية").get_by_role("link").click()
    facts = page.get_by_role("dialog").locator(".facts")
    assert letters(facts, "العربية")[1] == pytest.approx(letters(facts, "Basic")[1], abs=3)
