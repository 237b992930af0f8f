"""The page on which an admin adds, invites and closes learners."""

import json
import pathlib
import re

import pytest
from devices import DESKTOP, PHONE
from playwright.sync_api import expect
from test_class_pages import tab_on
from test_school import crowd, join, link, sign_in


def test_the_admin_adds_invites_and_closes(open_context, school):
    page = open_context(**DESKTOP).new_page()
    join(page, link(school, "anna", "--role", "admin"))
    page.wait_for_url(f"{school.url}/~anna/")
    page.goto(f"{school.url}/people")
    page.get_by_role("link", name="Learners on this server").click()
    page.get_by_label("Name to show").fill("Чарлі")
    page.get_by_label("Name for signing in").fill("charlie")
    page.get_by_label("Role").select_option(label="Teacher")
    page.get_by_role("button", name="Add and invite").click()
    address = page.get_by_label("Invitation").input_value()
    assert re.fullmatch(re.escape(school.url) + r"/join#[\w-]{22}", address)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("() => navigator.clipboard.readText()") == address
    expect(page.locator("svg.qr")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Чарлі")).to_contain_text("Invited, but hasn’t joined yet")

    other = open_context(**PHONE).new_page()
    join(other, address)
    other.wait_for_url(f"{school.url}/~charlie/")
    page.goto(f"{school.url}/admin")
    row = page.get_by_role("listitem").filter(has_text="Чарлі")
    row.get_by_text("Close account…").click()
    expect(row).to_contain_text("For 30 days they can sign in to download everything")
    row.get_by_role("button", name="Close account").click()
    expect(row).to_contain_text("Closed.")
    other.goto(f"{school.url}/~charlie/")
    expect(other).to_have_url(re.compile("/sign-in"))
    sign_in(other, "charlie")
    expect(other.get_by_role("heading", name="This account was closed")).to_be_visible()
    with other.expect_download() as download:
        other.get_by_role("link", name="Download everything").click()
    file = json.loads(pathlib.Path(download.value.path()).read_text())
    assert {"First questions", "First words"} <= {deck["name"] for deck in file["decks"]}
    row.get_by_role("button", name="Reopen").click()
    expect(row.get_by_role("button", name="Invite")).to_be_visible()


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_an_admin_of_hundreds_finds_a_learner_without_a_script(open_context, school, screen):
    admin = school.add("anna", "--role", "admin")
    page = open_context(**screen, java_script_enabled=False, learner=admin).new_page()
    page.goto(f"{school.url}/admin")
    rows = page.locator(".rows > li")
    field = page.get_by_role("searchbox", name="Search learners")
    expect(rows).to_have_count(1)
    expect(field).to_have_count(0)

    crowd(school, 120)
    page.reload()
    first = rows.first.locator(".set-name")
    name = ""
    for count in (50, 50, 21):
        # The first two pages have the same number of rows.
        expect(first).not_to_have_text(name)
        expect(rows).to_have_count(count)
        name = first.inner_text()
        if count == 50:
            page.get_by_role("link", name="Show more").click()
    expect(page.get_by_role("link", name="Show more")).to_have_count(0)

    field.fill("NUMBER 77")
    page.keyboard.press("Enter")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Pupil Number 77")
    # Every button leads back to what was found.
    rows.get_by_text("Close account…").click()
    rows.get_by_role("button", name="Close account").click()
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Closed.")
    rows.get_by_role("button", name="Reopen").click()
    rows.get_by_role("button", name="Invite").click()
    expect(page.get_by_text("Give this link to Pupil Number 77, and to nobody else.")).to_be_visible()
    expect(rows).to_have_count(1)

    field.fill("zebra")
    page.keyboard.press("Enter")
    expect(page.get_by_text("No learners match “zebra”.")).to_be_visible()
    page.get_by_role("link", name="Back").click()
    expect(rows).to_have_count(50)
    page.get_by_role("link", name="Back").click()
    expect(page).to_have_url(f"{school.url}/people")


def test_the_keyboard_goes_on_where_the_admin_changed_something(open_context, school):
    page = open_context(**DESKTOP, learner=school.add("anna", "--role", "admin")).new_page()
    crowd(school, 30)
    page.goto(f"{school.url}/admin")
    row = page.get_by_role("listitem").filter(has_text="Pupil Number 17")

    row.locator("summary").press("Enter")
    row.get_by_role("button", name="Close account").press("Enter")
    expect(row).to_contain_text("Closed.")
    tab_on(page)
    expect(row.get_by_role("button", name="Reopen")).to_be_focused()
    page.keyboard.press("Enter")
    expect(row).not_to_contain_text("Closed.")
    tab_on(page)
    expect(row.get_by_role("button", name="Invite")).to_be_focused()

    page.keyboard.press("Enter")

    expect(page.get_by_label("Invitation")).to_be_focused()
