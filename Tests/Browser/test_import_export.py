"""Import and export in the browser: an import is previewed before it is done, and can be stopped."""

import re
import zipfile

import pytest
from accessibility import violations_in_schemes
from packages import Package
from playwright.sync_api import expect

WORDS = "front,back,tags\nkissa,cat,animals\nkoira,dog,animals\n"


# Presses Stop as soon as the server reports progress of the import: a click from outside might come when it is over.
STOP_WHEN_UNDER_WAY = """() => new MutationObserver((_, observer) => {
    const isImporting = document.getElementById("work-words").textContent === "Importing…";
    if (!isImporting || !document.querySelector("#work-bar[value]")) return;
    observer.disconnect();
    document.getElementById("stop").click();
}).observe(document.getElementById("work"), { attributes: true, childList: true, subtree: true })"""


def bring(page, omena, name, content):
    """Chooses a file on the import page."""
    page.goto(f"{omena.url}/import")
    page.get_by_label("File").set_input_files({"name": name, "mimeType": "", "buffer": content})


def notes(omena):
    return omena.read("SELECT count(*) FROM note WHERE binned IS NULL")


@pytest.fixture
def package(tmp_path):
    package = Package(tmp_path, "Animals::small")
    package.medium("cat.png", b"\x89PNG\r\n\x1a\n" + bytes(50))
    kind = package.kind("Picture", ["Word", "Picture"], "{{Word}}", "{{Picture}}")
    package.add(kind, "kissa", '<img src="cat.png">')
    package.add(kind, "koira", "dog")
    return package.exported()


def test_a_package_is_previewed_imported_and_removed_by_one_undo(device, package):
    omena, page = device.omena, device.page
    before = notes(omena)
    bring(page, omena, "Animals.apkg", package)

    expect(page.get_by_text("2 new cards, 1 picture or sound, 2 new decks")).to_be_visible()
    assert notes(omena) == before

    page.get_by_role("button", name="Import").click()
    expect(page.get_by_text("Imported Animals.apkg")).to_be_visible()
    assert notes(omena) == before + 2

    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Undone: Imported Animals.apkg")).to_be_visible()
    assert notes(omena) == before


def test_the_result_says_what_was_done_and_leads_to_study(desktop):
    omena, page = desktop.omena, desktop.page
    bring(page, omena, "Words.csv", WORDS.encode())
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_role("heading", name="Import finished")).to_be_visible()

    bring(page, omena, "Words.csv", (WORDS + ",fox,\ntalo,house,\n").encode())
    expect(page.get_by_text("1 refused", exact=True)).to_be_visible()
    page.get_by_role("button", name="Import").click()

    expect(page.locator(".tallies div")).to_have_text(["added1", "updated0", "unchanged2", "refused1"])
    expect(page.locator(".left-out li")).to_have_text(re.compile("Line 4"))
    assert violations_in_schemes(page) == []
    page.reload()
    expect(page.locator(".tallies div").first).to_have_text("added1")
    page.get_by_role("link", name="Study now").click()
    page.wait_for_url("**/study/review?deck=Words")


def test_a_stopped_import_changes_nothing(desktop):
    omena, page = desktop.omena, desktop.page
    before = notes(omena)
    many = "".join(f"word {number},meaning {number} of many\n" for number in range(60_000))
    bring(page, omena, "Many.csv", many.encode())
    expect(page.get_by_text("60,000 new cards")).to_be_visible()

    page.evaluate(STOP_WHEN_UNDER_WAY)
    page.get_by_role("button", name="Import").click()

    expect(page.get_by_text("Stopped. Nothing was changed.")).to_be_visible()
    assert notes(omena) == before
    assert omena.read("SELECT count(*) FROM deck WHERE name = 'Many'") == 0
    # The page is as ready as before.
    bring(page, omena, "Few.csv", WORDS.encode())
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_text("Imported Few.csv")).to_be_visible()
    assert notes(omena) == before + 2


def test_an_import_that_fails_is_tried_again_with_the_same_key(desktop):
    omena, page = desktop.omena, desktop.page
    bring(page, omena, "Words.csv", WORDS.encode())
    button = page.get_by_role("button", name="Import")
    expect(button).to_be_enabled()
    page.route("**/import?do=save*", lambda route: route.abort())

    button.press("Enter")

    expect(page.locator("#failure")).to_be_visible()
    expect(button).to_be_focused()
    page.unroute_all()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Imported Words.csv")).to_be_visible()


def test_columns_have_the_meaning_that_the_learner_chose(desktop):
    omena, page = desktop.omena, desktop.page
    bring(page, omena, "Words.csv", WORDS.encode())
    columns = page.get_by_role("columnheader")
    expect(columns).to_have_count(3)
    expect(page.get_by_role("cell", name="kissa")).to_be_visible()

    # Each choice is followed by a new preview, which replaces the columns.
    for column, meaning in enumerate(["Back", "Front", "Tags"]):
        with page.expect_response(lambda response: "do=preview" in response.url):
            columns.nth(column).get_by_role("combobox").select_option(label=meaning)
        expect(page.locator("#form[aria-busy]")).to_have_count(0)
    expect(page.locator("#found-words[data-ready]")).to_be_visible()
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_text("Imported Words.csv")).to_be_visible()

    texts = "SELECT fields ->> '$.1.text' || ' ' || (fields ->> '$.2.text') FROM note WHERE fields ->> '$.1.text' = 'cat'"
    assert omena.read(texts) == "cat kissa"
    assert omena.read("SELECT count(*) FROM note_tag WHERE tag = 'animals'") == 2


def test_columns_are_shown_as_the_learner_reads_them(open_context, omena):
    page = open_context(locale="fr-FR").new_page()
    page.goto(f"{omena.url}/import")
    content = "#separator:tab\n#html:true\n<b>koira</b> &amp; co<br>dog\tsana\n".encode()
    page.get_by_label("Fichier").set_input_files({"name": "Words.tsv", "mimeType": "", "buffer": content})

    expect(page.get_by_role("cell", name="koira & co dog", exact=True)).to_be_visible()
    expect(page.get_by_role("columnheader").first.locator("option:checked")).to_have_text("Recto")


def test_types_of_one_name_are_told_apart_and_each_can_be_chosen(desktop, tmp_path):
    omena, page = desktop.omena, desktop.page
    package = Package(tmp_path, "From Anki")
    package.add(package.kind("Basic", ["Front", "Back"], "{{Front}}", "<i>{{Back}}</i>"), "first", "one")
    package.exported()
    package.import_into(omena)
    bring(page, omena, "Words.csv", WORDS.encode())
    page.get_by_text("How to read the text").click()
    picker = page.get_by_label("Card type")
    expect(picker.locator("option:checked")).to_have_text("Basic")
    with page.expect_response(lambda response: "do=preview" in response.url):
        picker.select_option(label="Basic · Anki")
    expect(page.locator("#form[aria-busy]")).to_have_count(0)
    expect(page.locator("#found-words[data-ready]")).to_be_visible()
    expect(picker.locator("option:checked")).to_have_text("Basic · Anki")
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_text("Imported Words.csv")).to_be_visible()

    assert omena.read("SELECT count(*) FROM note WHERE note_type = (SELECT id FROM note_type WHERE name = 'Basic' AND id <> 1)") == 3


def test_a_list_is_pasted_with_the_keyboard_alone(desktop):
    omena, page = desktop.omena, desktop.page
    before = notes(omena)
    page.goto(f"{omena.url}/import")
    summary = page.get_by_text("Paste a list instead")
    summary.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.insert_text("talo – house\npuu – tree")
    expect(page.get_by_text("2 new cards")).to_be_visible()
    page.get_by_role("button", name="Import").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text(re.compile("^Imported "))).to_be_visible()
    assert notes(omena) == before + 2


def test_a_broken_file_is_explained_and_another_can_be_chosen(desktop, package):
    omena, page = desktop.omena, desktop.page
    before = notes(omena)
    bring(page, omena, "Animals.apkg", package[: len(package) // 2])
    expect(page.get_by_role("alert")).to_contain_text("Animals.apkg: ")
    expect(page.get_by_role("button", name="Import")).to_be_disabled()

    page.get_by_label("File").set_input_files({"name": "Animals.apkg", "mimeType": "", "buffer": package})
    expect(page.get_by_text("2 new cards")).to_be_visible()
    expect(page.get_by_role("alert")).to_be_hidden()
    assert notes(omena) == before


def test_a_deck_is_exported_in_the_chosen_format(desktop):
    omena, page = desktop.omena, desktop.page
    bring(page, omena, "Words.csv", WORDS.encode())
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_text("Imported Words.csv")).to_be_visible()

    page.goto(f"{omena.url}/export")
    page.get_by_label("Cards", exact=True).select_option("Words")
    with page.expect_download() as package:
        page.get_by_role("button", name="Export").click()
    assert package.value.suggested_filename == "Words.apkg"
    assert "collection.anki21" in zipfile.ZipFile(package.value.path()).namelist()

    page.get_by_role("radio", name="CSV (.csv)").check()
    with page.expect_download() as table:
        page.get_by_role("button", name="Export").click()
    assert table.value.suggested_filename == "Words.csv"
    lines = [line for line in table.value.path().read_text().splitlines() if not line.startswith("#")]
    assert sorted(line.split(",")[-4:-1] for line in lines) == [["Words", "kissa", "cat"], ["Words", "koira", "dog"]]


def test_places_of_all_decks_cannot_be_exported(desktop):
    omena, page = desktop.omena, desktop.page
    page.goto(f"{omena.url}/export")
    page.get_by_label("Cards", exact=True).select_option("")
    expect(page.get_by_role("radio", name="Places (.kml)")).to_be_hidden()
    expect(page.get_by_role("radio", name="Anki collection (.colpkg)")).to_be_visible()


def test_a_file_that_is_chosen_just_after_an_option_is_previewed_once(desktop, omena):
    """Another preview would replace what the learner is about to press."""
    page, previews = desktop.page, []
    page.on("request", lambda request: "do=preview" in request.url and previews.append(request.url))
    page.clock.install()
    page.goto(f"{omena.url}/import")

    page.get_by_label("Import into deck").fill("Cats")
    page.get_by_label("File").set_input_files({"name": "a.csv", "mimeType": "", "buffer": b"front,back\nkissa,cat\n"})
    expect(page.get_by_text("1 new card in a new deck")).to_be_visible()
    page.clock.run_for(1_000)
    page.evaluate("() => fetch('/manifest.webmanifest')")

    assert len(previews) == 1
