"""The Generate button: with the local dictionaries, and with a language model."""

import json
import re

import pytest
from accessibility import finish_animations, violations
from devices import PHONE
from models import APPLE, ModelServer
from playwright.sync_api import expect
from test_hostile_text import LEAKED

BASIC, LANGUAGES = 1, 5


@pytest.fixture
def page(open_context):
    return open_context(**PHONE).new_page()


@pytest.fixture
def model():
    with ModelServer() as model:
        yield model


def open_form(page, omena, kind=BASIC):
    page.goto(f"{omena.url}/cards/new?type={kind}")
    return page


def generate_type(page, word, word_type):
    """Generates for a word whose type the dictionary knows."""
    page.get_by_label("Front").fill(word)
    page.get_by_role("button", name="Generate").click()
    expect(page.get_by_role("radio", name=word_type, exact=True)).to_be_checked()


def ask_model(page, omena, model, key=""):
    """Sets up the model as a learner does; the page lists the models of the server."""
    page.goto(f"{omena.url}/settings")
    page.get_by_role("link", name="Set up sources for Generate").click()
    page.get_by_label("Language model address").fill(model.url)
    page.get_by_label("Model", exact=True).fill("small")
    if key:
        page.get_by_label("Key", exact=True).fill(key)
    page.get_by_role("button", name="Save").last.click()
    expect(page.get_by_role("status").first).to_have_text(re.compile("Saved. The server offers small, large"))


def said(page):
    return page.locator("#generate p")


def test_dictionary_defines_a_word_in_two_sentences_and_gives_its_type(page, omena):
    open_form(page, omena)
    button = page.get_by_role("button", name="Generate")
    expect(button).to_be_disabled()

    page.get_by_label("Front").fill("mice")
    button.click()

    expect(said(page)).to_have_text("From WordNet 3.0.")
    back = page.get_by_label("Back").input_value()
    assert back.startswith("Any of numerous small rodents") and len(re.findall(r"\.(?: |$)", back)) == 2
    expect(page.get_by_role("radio", name="noun", exact=True)).to_be_checked()
    finish_animations(page)
    assert violations(page) == []


def test_unknown_word_is_reported_and_nothing_is_lost(page, omena):
    open_form(page, omena)
    page.get_by_label("Front").fill("omenapuu")
    page.get_by_label("Back").fill("mine")

    page.get_by_role("button", name="Generate").click()

    expect(said(page)).to_contain_text("“omenapuu” isn’t in the dictionary. Set up a language model")
    assert page.get_by_label("Back").input_value() == "mine"


def test_dictionaries_translate_into_the_languages_of_a_note(page, omena):
    open_form(page, omena, LANGUAGES)
    page.get_by_label("English", exact=True).fill("dog")

    page.get_by_role("button", name="Generate").click()

    expect(page.get_by_label("Finnish", exact=True)).to_have_value("koira")


def test_model_output_appears_as_it_is_written(page, omena, model):
    ask_model(page, omena, model, key="sk-secret")
    assert "sk-secret" not in page.content()
    open_form(page, omena)
    page.get_by_label("Front").fill("apple")
    page.get_by_label("Back").fill("My own words")
    model.go_on.clear()

    page.get_by_role("button", name="Generate").click()
    expect(said(page)).to_have_text("Generating…")
    expect(page.get_by_label("Back")).to_have_value(re.compile("My own words\nAn apple"))
    model.go_on.set()

    expect(page.get_by_label("Back")).to_have_value("My own words\n" + " ".join(APPLE["sentences"]))
    expect(said(page)).to_have_text("From small.")
    assert {key for _, key in model.asked} == {"Bearer sk-secret"}
    page.goto(f"{omena.url}/cards?query=own")
    expect(page.get_by_text("Nothing found")).to_be_visible()  # nothing is saved without asking


def test_model_output_is_text(page, omena, model):
    ask_model(page, omena, model)
    hostile = ["<script>window.pwned=1</script><img src=x onerror=window.pwned=1>.", "</textarea><svg onload=window.pwned=1>."]
    model.text = json.dumps({"sentences": hostile, "wordType": "noun"})
    open_form(page, omena)
    page.get_by_label("Front").fill("apple")
    page.get_by_role("button", name="Generate").click()
    expect(page.get_by_label("Back")).to_have_value(" ".join(hostile))
    assert page.evaluate(LEAKED) == []
    page.get_by_role("button", name="Add card", exact=True).click()
    expect(page.locator("#done")).to_contain_text("Added “apple”")

    page.goto(f"{omena.url}/cards?query=front:apple")
    expect(page.locator("#rows .a")).to_contain_text("onerror")
    page.locator(".open-card").first.click()
    expect(page.locator("dialog .scene")).to_be_visible()
    page.keyboard.press("Enter")

    assert page.evaluate(LEAKED) == []


def generate_half(page, omena, model):
    """Generates a definition of “apple” until its first words have come."""
    ask_model(page, omena, model)
    open_form(page, omena)
    page.get_by_label("Front").fill("apple")
    model.go_on.clear()
    page.get_by_role("button", name="Generate").click()
    expect(page.get_by_label("Back")).to_have_value(re.compile("An apple"))


def test_cancelled_in_the_middle_leaves_the_form_as_it_was(page, omena, model):
    generate_half(page, omena, model)

    page.get_by_role("button", name="Stop").click()

    expect(said(page)).to_have_text("Stopped. Nothing was changed.")
    expect(page.get_by_label("Back")).to_have_value("")
    expect(page.get_by_label("Front")).to_have_value("apple")


def test_words_written_meanwhile_stay(page, omena, model):
    generate_half(page, omena, model)

    page.get_by_label("Back").fill("A fruit.")
    model.go_on.set()

    expect(said(page)).to_have_text("From small.")
    expect(page.get_by_label("Back")).to_have_value("A fruit.")


def test_failure_is_explained_in_words(page, omena, model):
    ask_model(page, omena, model)
    open_form(page, omena)
    page.get_by_label("Front").fill("omenapuu")

    model.status, model.text = 500, "out of memory"
    page.get_by_role("button", name="Generate").click()
    expect(said(page)).to_contain_text("failed: out of memory")
    model.status, model.text = 200, json.dumps({"word": "<img src=x onerror=alert(1)>"})
    page.get_by_role("button", name="Generate").click()
    expect(said(page)).to_contain_text("can’t be used: “wordType” is not one of the ten")

    expect(page.get_by_label("Back")).to_have_value("")
    expect(page.get_by_label("Front")).to_have_value("omenapuu")


def test_dictionary_answers_where_the_model_fails(page, omena, model):
    ask_model(page, omena, model)
    open_form(page, omena)
    page.get_by_label("Front").fill("apple")

    model.status, model.text = 500, "out of memory"
    page.get_by_role("button", name="Generate").click()

    expect(said(page)).to_contain_text("From WordNet 3.0. The language model at")
    expect(said(page)).to_contain_text("failed: out of memory")
    expect(page.get_by_label("Back")).to_have_value(re.compile("^Fruit with red"))


def test_refused_translations_do_not_stay_in_their_fields(page, omena, model):
    ask_model(page, omena, model)
    # Japanese is not written in Latin letters, so that this translation is refused in the end.
    model.text = json.dumps({"translations": {"ja": "an apple, in English", "fi": "omena", "fr": "pomme"}, "wordType": "noun"})
    open_form(page, omena, LANGUAGES)
    page.get_by_label("English", exact=True).fill("apple")
    model.go_on.clear()
    page.get_by_role("button", name="Generate").click()
    expect(page.get_by_label("Japanese", exact=True)).to_have_value(re.compile("an apple"))
    model.go_on.set()

    expect(page.get_by_label("Finnish", exact=True)).to_have_value("omena")
    expect(said(page)).to_contain_text("It returned nothing for")
    expect(page.get_by_label("Japanese", exact=True)).to_have_value("")


def test_generated_word_type_follows_the_word_and_a_chosen_one_stays(page, omena):
    open_form(page, omena)
    generate_type(page, "went", "verb")

    generate_type(page, "happy", "adjective")
    expect(page.get_by_label("Back")).to_have_value(re.compile("^Enjoying or showing"))

    page.locator("label", has=page.get_by_role("radio", name="verb", exact=True)).last.click()
    page.get_by_label("Front").fill("dog")
    page.get_by_role("button", name="Generate").click()
    expect(page.get_by_label("Back")).to_have_value(re.compile("^Go after with the intent to catch"))
    expect(page.get_by_role("radio", name="verb", exact=True)).to_be_checked()


def test_generated_content_is_replaced_after_the_form_was_rejected(page, omena):
    open_form(page, omena)
    generate_type(page, "went", "verb")
    page.get_by_label("Front").fill("")
    page.get_by_role("button", name="Add card", exact=True).click()
    expect(page.get_by_text("Enter the question.")).to_be_visible()

    generate_type(page, "happy", "adjective")

    expect(page.get_by_label("Back")).to_have_value(re.compile("^Enjoying or showing"))


def test_the_type_of_an_earlier_word_goes_when_nothing_is_generated(page, omena):
    open_form(page, omena)
    generate_type(page, "went", "verb")

    page.get_by_label("Front").fill("omenapuu")
    page.get_by_role("button", name="Generate").click()

    expect(said(page)).to_contain_text("isn’t in the dictionary")
    expect(page.locator("[name=word-type]:checked")).to_have_value("")


def test_generated_text_removes_the_error_of_its_field(page, omena):
    open_form(page, omena)
    page.get_by_label("Front").fill("apple")
    page.get_by_role("button", name="Add card", exact=True).click()
    expect(page.get_by_text("Enter the answer.")).to_be_visible()

    page.get_by_role("button", name="Generate").click()

    expect(page.get_by_label("Back")).to_have_value(re.compile("^Fruit"))
    expect(page.get_by_text("Enter the answer.")).to_have_count(0)


@pytest.mark.parametrize("word", ["he", "may"])
def test_function_words_are_not_taken_for_other_words(page, omena, word):
    open_form(page, omena)
    page.get_by_label("Front").fill(word)

    page.get_by_role("button", name="Generate").click()

    expect(said(page)).to_contain_text(f"WordNet doesn’t define function words such as “{word}”.")
    expect(page.get_by_label("Back")).to_have_value("")


def test_invalid_address_is_refused_and_stays_in_its_field(page, omena):
    page.goto(f"{omena.url}/settings/generate")

    page.get_by_label("Language model address").fill("localhost")
    page.get_by_role("button", name="Save").last.click()

    expect(page.get_by_role("alert").first).to_contain_text("Start with http:// or https://")
    expect(page.get_by_label("Language model address")).to_have_value("localhost")
    finish_animations(page)
    assert violations(page) == []


def test_drafts_for_many_cards_are_read_before_any_is_saved(page, omena):
    open_form(page, omena, LANGUAGES)
    deck = page.get_by_label("Deck").input_value()
    for word in ("marmot", "omenapuu", "walrus"):
        fields = {"do": "save", "type": LANGUAGES, "deck": deck, "f-en": word, "f-ko": f"{word} 말"}
        assert page.request.post(f"{omena.url}/cards/new", form=fields, headers={"Origin": omena.url}).ok
    page.goto(f"{omena.url}/cards?query=marmot or omenapuu or walrus&select=on")
    page.get_by_label(re.compile("^All")).check()
    page.get_by_role("button", name="Generate").click()

    expect(page.locator("#progress")).to_have_text("2 drafts for 3 cards. Review them, then save.")
    rows = page.locator(".drafts li")
    expect(rows.filter(has_text="omenapuu")).to_contain_text("“omenapuu” isn’t in the dictionary")
    expect(page.get_by_label("Finnish of marmot")).to_have_value("murmeli")
    page.get_by_label("Finnish of walrus").fill("mursu!")
    page.get_by_label("marmot", exact=True).uncheck()
    finish_animations(page)
    assert violations(page) == []
    page.get_by_role("button", name="Save 1 draft").last.click()

    expect(page.locator("#done")).to_contain_text("Filled in “walrus”")
    page.goto(f"{omena.url}/cards?query=mursu or murmeli")
    expect(page.locator(".open-card")).to_have_count(1)
