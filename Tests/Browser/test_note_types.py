"""Note types: their fields and templates, with a live preview."""

import json
import re

from accessibility import violations, violations_in_schemes
from devices import DESKTOP, PHONE
from media import png
from playwright.sync_api import expect


def test_note_type_is_changed_with_a_warning_and_restored(open_context, omena):
    page = open_context(**PHONE).new_page()
    page.goto(f"{omena.url}/cards")
    page.get_by_role("link", name="Card types", exact=True).click()
    assert violations(page) == []
    page.get_by_role("link", name="Edit Basic", exact=True).click()

    # A renamed field is renamed in the templates at once.
    page.get_by_label("Name of field 1").fill("Question")
    page.get_by_label("Front of card 1").fill("Q: {{Front}}")
    expect(page.locator("#preview .plain-side").first).to_contain_text("Q: ")
    page.get_by_role("button", name="Move field 2 up").click()
    expect(page.get_by_label("Name of field 1")).to_have_value("Back")
    page.get_by_role("button", name="Add a field").click()
    expect(page.get_by_label("Name of field 3")).to_be_focused()
    page.keyboard.type("back")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_label("Name of field 3")).to_have_accessible_description("A field with this name already exists.")
    page.get_by_role("button", name="Remove field 3").click()
    expect(page.get_by_label("Name of field 3")).to_have_count(0)
    page.get_by_role("button", name="Remove field 1").click()
    expect(page.locator("#losses")).to_contain_text("10 cards lose the content of “Back”.")
    page.get_by_label("Back of card 1").fill("{{FrontSide}}")
    assert violations_in_schemes(page) == []
    page.get_by_role("button", name="Save anyway", exact=True).click()
    expect(page.locator("#done")).to_contain_text("Changed card type “Basic”")
    page.locator("#done").get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Front, Back", exact=False).first).to_be_visible()


def test_what_was_typed_before_the_script_ran_is_previewed_and_not_lost(open_context, omena):
    page = open_context(**DESKTOP).new_page()
    held = []
    page.route(re.compile(r"/js/form.*\.js"), lambda route: held.append(route))
    page.goto(f"{omena.url}/types/1", wait_until="commit")
    page.get_by_label("Front of card 1").fill("Q: {{Front}}")
    held.pop().continue_()
    expect(page.locator("#preview .plain-side").first).to_contain_text("Q: ")
    page.get_by_role("link", name="Cancel").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_a_preview_shows_pictures(open_context, omena):
    page = open_context(**PHONE).new_page()
    picture = page.request.post(
        f"{omena.url}/media?name=apple.png", data=png(1200, 40), headers={"Accept": "application/json"}
    ).json()
    fields = {"f-1": "What is this?", "media-1": picture["source"], "caption-1": "A red apple", "f-2": "An apple"}
    omena.post_form("/cards/new", type=1, deck=omena.make_deck("Fruit"), tags="", **fields)
    page.goto(f"{omena.url}/types/1")
    front = page.locator("#preview .plain-side").first
    expect(front).to_have_text("What is this?")
    shown = front.get_by_role("img", name="A red apple")
    expect(shown).to_be_visible()
    assert shown.bounding_box()["width"] < page.viewport_size["width"]


def test_note_type_is_created_from_another(open_context, omena):
    page = open_context(**DESKTOP).new_page()
    page.goto(f"{omena.url}/types")
    page.get_by_role("link", name="Create a copy of Word", exact=True).click()
    page.get_by_label("Name", exact=True).fill("Plural")
    page.get_by_role("button", name="Add a card").click()
    expect(page.get_by_label("Name of card 2")).to_have_value("Card 2")
    page.get_by_label("Front of card 2").fill("{{Definition}}")
    page.get_by_label("Back of card 2").fill("{{Word}}")
    page.get_by_label("Language").first.fill("Finnish")
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Leave without saving?")).to_be_visible()
    page.get_by_role("button", name="Keep editing").click()
    page.get_by_role("button", name="Create", exact=True).click()
    expect(page.locator("#done")).to_contain_text("Created card type “Plural”")
    page.goto(f"{omena.url}/cards/new")
    page.get_by_label("Card type").select_option("Plural")
    expect(page.get_by_role("textbox", name="Word", exact=True)).to_have_attribute("lang", "fi")


def test_built_in_names_are_in_the_language_of_the_page_and_stay_as_they_are(open_context, omena):
    page = open_context(**PHONE, locale="fr-FR").new_page()
    definition = omena.read("SELECT definition FROM note_type WHERE id = 1")
    page.goto(f"{omena.url}/types/1")
    expect(page.locator("#name")).to_have_value("De base")
    expect(page.locator("#field-name-0")).to_have_value("Recto")
    expect(page.get_by_label("Recto de la carte 1")).to_have_value("{{Recto}}")

    page.locator("#field-name-1").fill("Réponse")
    page.get_by_role("button", name="Enregistrer", exact=True).click()

    expect(page.locator("#done")).to_contain_text("« De base »")
    assert omena.read("SELECT name FROM note_type WHERE id = 1") == "Basic"
    assert omena.read("SELECT definition FROM note_type WHERE id = 1") == definition.replace("Back", "Réponse")


def test_built_in_names_stay_as_they_are_if_another_language_is_chosen_meanwhile(desktop):
    page, omena = desktop.page, desktop.omena
    definition = omena.read("SELECT definition FROM note_type WHERE id = 1")
    desktop.settle(language="fr")
    page.goto(f"{omena.url}/types/1")
    expect(page.locator("#field-name-0")).to_have_value("Recto")
    desktop.settle(language="ja")

    # Shown again in Japanese, the form still has French names.
    page.get_by_role("button", name="Ajouter un champ").click()
    page.locator("#field-name-2").fill("Note")
    page.locator("#field-language-2").fill("finnois")
    page.get_by_role("button", name="保存", exact=True).click()

    expect(page.locator("#done")).to_be_visible()
    assert omena.read("SELECT name FROM note_type WHERE id = 1") == "Basic"
    stored = omena.read("SELECT definition FROM note_type WHERE id = 1")
    assert json.loads(stored)["fields"][:2] == json.loads(definition)["fields"]
    assert json.loads(stored)["fields"][2]["language"] == "fi"
    assert json.loads(stored)["cards"] == json.loads(definition)["cards"]
