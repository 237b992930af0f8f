"""Several learners on one server, as they and their admin use it in browsers."""

import contextlib
import re
import sqlite3

import pytest
from accessibility import violations_in_schemes
from authenticator import Authenticator
from devices import DESKTOP, PHONE
from learners import PASSPHRASE, Learner
from playwright.sync_api import expect
from table import Table, wait_until, wait_until_cached

STORED = """async () => {
    const found = [...Object.keys(localStorage), ...(await caches.keys())];
    for (const { name } of await indexedDB.databases()) found.push(name);
    return found;
}"""

# The rows of Anna's database.
ROWS_OF_ANNA = """async () => {
    const open = indexedDB.open("omena /~anna");
    const database = await new Promise((done) => (open.onsuccess = () => done(open.result)));
    const rows = {};
    for (const name of ["session", "step", "event"]) {
        const count = database.transaction(name).objectStore(name).count();
        rows[name] = await new Promise((done) => (count.onsuccess = () => done(count.result)));
    }
    database.close();
    return rows;
}"""

# How much is stored of Anna: the rows of her database, her caches, and what is readable beside them.
OF_ANNA = f"""async () => {{
    const rows = await ({ROWS_OF_ANNA})();
    const cached = (await caches.keys()).filter((name) => !name.startsWith("shell"));
    return {{ ...rows, cached, named: Object.keys(localStorage).filter((key) => key.includes("put by")) }};
}}"""
FORGOTTEN = {"session": 0, "step": 0, "event": 1, "cached": [], "named": []}


def link(school, name, *options):
    """A link that invites somebody."""
    school.manage("add", name, *options, "--json")
    return f"{school.url}/join#{school.invite(name)}"


def join(page, address, passphrase=PASSPHRASE):
    page.goto(address)
    page.get_by_label("Or a new passphrase").fill(passphrase)
    page.get_by_label("The same passphrase again").fill(passphrase)
    page.get_by_role("button", name="Join").click()


def sign_in(page, name, passphrase=PASSPHRASE):
    page.get_by_label("Name for signing in").fill(name)
    page.get_by_label("Passphrase").fill(passphrase)
    page.get_by_role("button", name="Sign in", exact=True).click()


def crowd(school, count):
    """So many learners who were added and were never here."""
    rows = [(number, f"pupil{number}", f"Pupil Number {number}") for number in range(1, count + 1)]
    with contextlib.closing(sqlite3.connect(school.library / "accounts.omena")) as database, database:
        database.executemany(
            "INSERT INTO account (id, name, title, role, quota, made) VALUES (?, ?, ?, 'learner', 1 << 31, 1700000000)", rows
        )


def settle(page):
    """Introduces no words, so that studying begins with a question."""
    page.evaluate("(base) => fetch(`${base}/settings`, { method: 'POST', body: new URLSearchParams({ introduces: 'off' }) })", base(page))


def base(page):
    return page.evaluate("() => document.documentElement.dataset.base")


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_an_invited_learner_joins_studies_and_comes_back(open_context, school, screen):
    page = open_context(**screen).new_page()
    join(page, link(school, "anna", "--title", "Anna Ahonen"))
    expect(page).to_have_url(f"{school.url}/~anna/")
    # Nobody who looks at the browser's history finds the invitation.
    assert "#" not in page.evaluate("() => location.href")
    settle(page)
    page.goto(f"{school.url}/~anna/study/learn?deck=First%20questions")
    page.wait_for_function("() => document.querySelector('main')?.dataset.state === 'studying'")
    page.keyboard.press("Space")
    page.get_by_role("button", name="Correct").first.click()

    page.goto(f"{school.url}/~anna/settings")
    expect(page.get_by_text("Signed in as Anna Ahonen")).to_be_visible()
    page.get_by_role("link", name="Change who is learning").click()
    page.get_by_role("button", name="Sign out Anna Ahonen", exact=True).click()
    expect(page).to_have_url(re.compile("/sign-in$"))
    page.goto(f"{school.url}/~anna/cards")
    sign_in(page, "anna", "not the right one")
    expect(page.get_by_text("The name or the passphrase is wrong. Try again.")).to_be_visible()
    sign_in(page, "Anna")
    expect(page).to_have_url(f"{school.url}/~anna/cards")


def test_a_passkey_joins_and_signs_in_without_a_name(open_context, school):
    page = open_context(**PHONE).new_page()
    address = link(school, "ben")
    # It need not derive secrets, as for a lock.
    Authenticator(page, has_secret=False)
    page.goto(address)
    page.get_by_role("button", name="Use a passkey").click()
    expect(page).to_have_url(f"{school.url}/~ben/")
    page.goto(f"{school.url}/people")
    page.get_by_role("button", name="Sign out everywhere").click()
    expect(page).to_have_url(re.compile("/sign-in$"))
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page).to_have_url(f"{school.url}/~ben/")


def test_two_learners_on_one_tablet_store_nothing_together(open_context, school):
    context = open_context(**PHONE, service_workers="allow")
    page = context.new_page()
    for name in ("anna", "ben"):
        join(page, link(school, name, "--title", name.capitalize()))
        page.wait_for_url(f"{school.url}/~{name}/")
        settle(page)
        page.goto(f"{school.url}/~{name}/study/learn?deck=First%20questions")
        page.wait_for_function("() => document.querySelector('main')?.dataset.state === 'studying'")
        page.keyboard.press("Space")
        page.get_by_role("button", name="Correct").first.click()
        wait_until_cached(page)
    stored = page.evaluate(STORED)
    assert any("/~anna" in name for name in stored) and any("/~ben" in name for name in stored)
    assert [name for name in stored if "/~anna" not in name and "/~ben" not in name] == []
    scopes = page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname)")
    assert sorted(scopes) == ["/~anna/", "/~ben/"]
    manifests = [page.evaluate(f"async () => (await fetch('/~{name}/manifest.webmanifest')).json()") for name in ("anna", "ben")]
    assert [(m["id"], m["scope"], m["start_url"], m["name"]) for m in manifests] == [
        (f"/~{name}/", f"/~{name}/", f"/~{name}/", f"Omena {name}") for name in ("anna", "ben")
    ]

    # Each finds their own pages without the server.
    school.stop()
    for name in ("anna", "ben"):
        page.goto(f"{school.url}/~{name}/study/learn?deck=First%20questions")
        page.wait_for_function("() => document.querySelector('main')?.dataset.state === 'studying'")
        assert base(page) == f"/~{name}"
    school.start()

    page.goto(school.url)
    expect(page.get_by_role("heading", name="Who is learning?")).to_be_visible()
    page.get_by_role("link", name="Anna").click()
    expect(page).to_have_url(f"{school.url}/~anna/")


def test_what_is_refused_to_one_learner_signs_nobody_else_out(open_context, school):
    page = open_context(**PHONE, service_workers="allow").new_page()
    for name in ("anna", "ben"):
        join(page, link(school, name))
        page.wait_for_url(f"{school.url}/~{name}/")
        wait_until_cached(page)

    page.goto(f"{school.url}/people")
    page.get_by_role("button", name="Sign out ben", exact=True).click()
    expect(page.get_by_role("link", name="ben", exact=True)).to_have_count(0)
    # Ben's pages are deleted once the server has said that he isn't signed in.
    wait_until(page, "async () => !(await caches.keys()).includes('pages/~ben')")
    assert page.evaluate("async () => (await caches.keys()).includes('pages/~anna')")
    page.goto(f"{school.url}/~anna/")
    expect(page).to_have_url(f"{school.url}/~anna/")

    page.goto(f"{school.url}/people")
    page.get_by_role("link", name="Sign in as somebody else").click()
    sign_in(page, "ben", "not the right one")
    expect(page.get_by_text("The name or the passphrase is wrong. Try again.")).to_be_visible()
    page.goto(f"{school.url}/~anna/")
    expect(page).to_have_url(f"{school.url}/~anna/")


def test_an_invitation_is_opened_in_the_tab_of_another_or_pasted_as_a_whole(open_context, school):
    used = link(school, "anna")
    address = link(school, "ben")
    school.join("anna", used.split("#")[1])
    page = open_context(**PHONE).new_page()
    join(page, used)
    expect(page.get_by_text("This invitation isn’t valid any more.")).to_be_visible()
    # Only the fragment differs, so no page is loaded.
    page.goto(address)
    expect(page.get_by_label("Invitation")).to_have_value(address.split("#")[1])
    expect(page.get_by_text("This invitation isn’t valid any more.")).to_be_hidden()
    assert "#" not in page.evaluate("() => location.href")

    page.goto(f"{school.url}/join")
    page.get_by_label("Invitation").fill(f" {address}")
    page.get_by_label("Or a new passphrase").fill(PASSPHRASE)
    page.get_by_label("The same passphrase again").fill(PASSPHRASE)
    page.get_by_role("button", name="Join").click()
    expect(page).to_have_url(f"{school.url}/~ben/")


def leave_an_answer(page, school):
    """Anna studies on a tablet that caches her pages; her answer does not reach the server. Returns what a card asks."""
    join(page, link(school, "anna", "--title", "Anna"))
    page.wait_for_url(f"{school.url}/~anna/")
    settle(page)
    page.goto(f"{school.url}/~anna/study/learn?deck=First%20questions")
    page.wait_for_function("() => document.querySelector('main')?.dataset.state === 'studying'")
    page.route("**/reviews", lambda route: route.abort())
    prompt = Table(page, None).prompt
    page.keyboard.press("ArrowRight")
    wait_until_cached(page)
    wait_until(page, "async () => (await navigator.serviceWorker.ready).active?.state === 'activated'")
    wait_until(page, f"async () => (await ({OF_ANNA})()).named.length === 1")
    assert page.evaluate(OF_ANNA)["event"] == 1
    return prompt


def nothing_is_shown_offline(page, school, prompt):
    """Nobody who has the tablet reads Anna's cards or goes on answering for her; her own answer waits for her."""
    school.stop()
    for path in ("/", "/study/learn?deck=First%20questions"):
        page.goto(f"{school.url}/~anna{path}")
        expect(page.get_by_role("heading", name="Omena can’t be reached")).to_be_visible()
        assert prompt not in page.content() and "First questions" not in page.content()
    assert page.evaluate(OF_ANNA)["event"] == 1
    school.start()

    page.unroute("**/reviews")
    page.goto(f"{school.url}/~anna/")
    sign_in(page, "anna")
    page.wait_for_url(f"{school.url}/~anna/")
    learner = Learner(school, "anna", "")
    Table(page, learner).until(f"async () => (await ({OF_ANNA})()).event === 0")
    assert len(learner.log()) == 1


@pytest.mark.parametrize("button", ["Sign out Anna", "Sign out everywhere Anna"])
def test_signing_out_leaves_nothing_readable_on_a_shared_tablet(open_context, school, button):
    page = open_context(**PHONE, service_workers="allow").new_page()
    prompt = leave_an_answer(page, school)

    page.goto(f"{school.url}/people")
    page.get_by_role("button", name=button, exact=True).click()
    expect(page).to_have_url(re.compile("/sign-in$"))

    wait_until(page, f"async () => (await ({OF_ANNA})()).named.length === 0")
    wait_until(page, f"async () => (await ({OF_ANNA})()).session === 0")
    assert page.evaluate(OF_ANNA) == FORGOTTEN
    nothing_is_shown_offline(page, school, prompt)


def test_signing_out_empties_the_sessions_of_a_browser_that_refuses_caches(open_context, school):
    page = open_context(**PHONE).new_page()
    # As in a private window.
    page.add_init_script(
        "for (const name of ['open', 'keys', 'has', 'match', 'delete'])"
        " CacheStorage.prototype[name] = () => Promise.reject(new DOMException('insecure', 'SecurityError'));"
    )
    join(page, link(school, "anna", "--title", "Anna"))
    page.wait_for_url(f"{school.url}/~anna/")
    settle(page)
    page.goto(f"{school.url}/~anna/study/learn?deck=First%20questions")
    page.wait_for_function("() => document.querySelector('main')?.dataset.state === 'studying'")
    page.keyboard.press("ArrowRight")
    sessions = f"async () => (await ({ROWS_OF_ANNA})()).session"
    wait_until(page, f"async () => await ({sessions})() === 1")

    page.goto(f"{school.url}/people")
    page.get_by_role("button", name="Sign out Anna", exact=True).click()

    expect(page).to_have_url(re.compile("/sign-in$"))
    wait_until(page, f"async () => await ({sessions})() === 0")


def test_signing_out_empties_the_caches_of_a_browser_whose_database_fails(open_context, school):
    page = open_context(**PHONE).new_page()
    join(page, link(school, "anna", "--title", "Anna"))
    page.wait_for_url(f"{school.url}/~anna/")
    page.evaluate("async () => await (await caches.open('pages/~anna')).put('/~anna/', new Response('Anna'))")
    page.add_init_script("IDBDatabase.prototype.transaction = () => { throw new DOMException('closed', 'InvalidStateError'); };")

    page.goto(f"{school.url}/people")
    page.get_by_role("button", name="Sign out Anna", exact=True).click()

    expect(page).to_have_url(re.compile("/sign-in$"))
    wait_until(page, "async () => !(await caches.has('pages/~anna'))")


@pytest.mark.parametrize("cleaner", ["the worker", "the page for signing in"])
def test_a_tablet_that_was_signed_out_elsewhere_forgets_when_it_is_refused(open_context, school, cleaner):
    page = open_context(**PHONE, service_workers="allow").new_page()
    prompt = leave_an_answer(page, school)
    other = open_context(**PHONE).new_page()
    other.goto(f"{school.url}/sign-in")
    sign_in(other, "anna")
    other.wait_for_url(f"{school.url}/~anna/")
    other.goto(f"{school.url}/people")
    other.get_by_role("button", name="Sign out everywhere").click()
    expect(other).to_have_url(re.compile("/sign-in$"))
    # What the tablet has not been told, it cannot know.
    assert page.evaluate(OF_ANNA)["session"] == 1

    if cleaner == "the worker":
        page.route("**/signin.js", lambda route: route.abort())
        page.goto(f"{school.url}/~anna/")
        expect(page).to_have_url(re.compile("/sign-in"))
    else:
        page.goto(f"{school.url}/sign-in")

    wait_until(page, f"async () => (await ({OF_ANNA})()).session === 0")
    left = page.evaluate(OF_ANNA)
    assert left | {"named": []} == FORGOTTEN
    page.unroute_all()
    nothing_is_shown_offline(page, school, prompt)


def test_a_learner_who_was_signed_out_is_told_while_answering(open_context, school):
    page = open_context(**PHONE).new_page()
    join(page, link(school, "anna"))
    page.wait_for_url(f"{school.url}/~anna/")
    settle(page)
    page.goto(f"{school.url}/~anna/study/learn?deck=First%20questions")
    page.wait_for_function("() => document.querySelector('main')?.dataset.state === 'studying'")
    school.manage("close", "anna")
    school.manage("reopen", "anna")
    page.keyboard.press("Space")
    page.get_by_role("button", name="Correct").first.click()
    expect(page.get_by_role("link", name="Sign in")).to_have_attribute("href", "/sign-in?to=%2F~anna%2F")
    # The session is forgotten, and answers that are given all the same still count.
    wait_until(page, f"async () => (await ({OF_ANNA})()).session === 0")
    page.keyboard.press("ArrowRight")
    wait_until(page, f"async () => (await ({OF_ANNA})()).event === 2")
    assert page.evaluate(OF_ANNA)["step"] == 0
    page.get_by_role("link", name="Sign in").click()
    sign_in(page, "anna")
    page.wait_for_url(f"{school.url}/~anna/")
    # The answers waited in the browser.
    learner = Learner(school, "anna", "")
    Table(page, learner).until(f"async () => (await ({OF_ANNA})()).event === 0")
    assert len(learner.log()) == 2


def test_a_learner_who_was_signed_out_is_told_in_a_form(open_context, school):
    page = open_context(**PHONE).new_page()
    join(page, link(school, "anna"))
    page.wait_for_url(f"{school.url}/~anna/")
    page.goto(f"{school.url}/~anna/decks/new")
    page.get_by_label("Name").fill("Colours")
    school.manage("close", "anna")
    school.manage("reopen", "anna")
    page.keyboard.press("Enter")
    expect(page.get_by_text("You aren’t signed in any more. Sign in, then try again.")).to_be_visible()
    expect(page.get_by_label("Name")).to_have_value("Colours")


def test_a_link_on_another_site_leads_to_the_page_without_signing_in_again(open_context, school):
    page = open_context(**DESKTOP, learner=school.add("anna")).new_page()
    elsewhere = "http://localhost:1/"
    link = f'<a href="{school.url}/~anna/decks">Decks</a>'
    page.route(elsewhere, lambda route: route.fulfill(body=link, content_type="text/html"))
    page.goto(elsewhere)
    page.get_by_role("link").click()
    expect(page).to_have_url(f"{school.url}/~anna/decks")


def test_signing_in_works_without_a_script(open_context, school):
    page = open_context(**PHONE, java_script_enabled=False).new_page()
    school.add("anna")
    page.goto(f"{school.url}/~anna/decks")
    sign_in(page, "anna")
    expect(page).to_have_url(f"{school.url}/~anna/decks")


def test_everything_is_done_with_the_keyboard(open_context, school):
    page = open_context(**DESKTOP).new_page()
    page.goto(link(school, "anna"))
    page.get_by_label("Invitation").focus()
    for key in ["Tab", "Tab"]:
        page.keyboard.press(key)
    page.keyboard.type(PASSPHRASE)
    page.keyboard.press("Tab")
    page.keyboard.type(PASSPHRASE)
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{school.url}/~anna/")
    page.goto(f"{school.url}/people")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{school.url}/~anna/")


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "ja-JP", "ko-KR", "pa-IN", "uk-UA"])
def test_pages_are_accessible_and_fit(open_context, school, locale):
    page = open_context(**{**PHONE, "viewport": {"width": 320, "height": 640}}, locale=locale).new_page()
    secret = link(school, "anna", "--role", "admin").split("#")[1]
    for path in ("/sign-in", "/join"):
        page.goto(school.url + path)
        looks_right(page, locale)
    learner = school.join("anna", secret)
    page = open_context(**{**PHONE, "viewport": {"width": 320, "height": 640}}, locale=locale, learner=learner).new_page()
    school.manage("add", "a-name-of-thirty-two-letters-her", "--title", "Ein sehr langer Name, der nicht in eine Zeile passt", "--json")
    school.manage("close", "a-name-of-thirty-two-letters-her")
    crowd(school, 12)
    for path in ("/people", "/admin", "/admin?search=zebra"):
        page.goto(school.url + path)
        looks_right(page, locale)
    page.goto(f"{school.url}/admin")
    page.locator("button[value=invite]").first.click()
    expect(page.locator("svg.qr")).to_be_visible()
    page.evaluate("() => document.querySelectorAll('main details').forEach((details) => (details.open = true))")
    looks_right(page, locale)
    ben = school.add("ben")
    school.manage("close", "ben")
    page = open_context(**{**PHONE, "viewport": {"width": 320, "height": 640}}, locale=locale, learner=ben.in_another_browser()).new_page()
    page.goto(f"{ben.url}/")
    expect(page.locator(f"a[href^='{ben.base}/export']")).to_be_visible()
    looks_right(page, locale)


def looks_right(page, locale):
    """It fits; another language changes nothing that axe looks at."""
    fits(page)
    assert locale != "en-GB" or violations_in_schemes(page) == []


def fits(page):
    """No text is wider than the screen, at 200 % either."""
    # A page that was reached by a form may be seen before its style sheets have come.
    page.wait_for_load_state()
    for size in ("100%", "200%"):
        page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", size)
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), (page.url, size)
    page.evaluate("() => { document.documentElement.style.fontSize = ''; }")
