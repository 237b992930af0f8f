"""Every page by keyboard alone: where Tab leads is in sight, and what disappears or is replaced hands its focus on."""

import re

import pytest
from devices import DESKTOP, PHONE
from held import Held
from playwright.sync_api import expect
from test_class_pages import publish
from test_layout_shift import LIBRARY_ROUTES, known, pages_of  # noqa: F401, one is a fixture
from test_school import crowd

# The most steps on one page; lists go on in the same way.
STEPS = 50
# Notes after each Tab what has the focus and what is wrong with it. Of its focus ring, and of the five points that are looked
# at, no more may be lost than a corner.
WATCH = """() => {
    globalThis.walked = [];
    const name = (element) => `${element.localName}#${element.id}.${element.getAttribute("class")} ${element.innerText?.slice(0, 30)}`;
    // The outline is that of the element, of what shows it, or of the switch beside it.
    const outlined = (focused) => {
        const candidates = [focused, focused.nextElementSibling];
        for (let around = focused.parentElement; around && candidates.length < 6; around = around.parentElement) candidates.push(around);
        return candidates.filter((one) => {
            if (!one) return false;
            const { outlineStyle, outlineWidth, opacity } = getComputedStyle(one);
            return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 && opacity !== "0";
        });
    };
    const clips = (element) => {
        const { overflowX, overflowY } = getComputedStyle(element);
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const isOpen = (overflow) => overflow === "visible";
        return [isOpen(overflowX) ? -Infinity : left, isOpen(overflowX) ? Infinity : right, isOpen(overflowY) ? -Infinity : top, isOpen(overflowY) ? Infinity : bottom];
    };
    const isCutOff = (element) => {
        const { outlineWidth, outlineOffset } = getComputedStyle(element);
        const reach = parseFloat(outlineWidth) + parseFloat(outlineOffset) - 2.6;
        const box = element.getBoundingClientRect();
        const edges = [[0, innerWidth, 0, innerHeight]];
        for (let around = element.parentElement; around !== document.body && around; around = around.parentElement) edges.push(clips(around));
        const isLow = box.height < innerHeight / 2;
        return edges.some(([left, right, top, bottom]) => box.left - reach < left || box.right + reach > right
            || (isLow && (box.top - reach < top || box.bottom + reach > bottom)));
    };
    // A bar that stays while the page scrolls.
    const barAt = (x, y) => {
        for (let at = document.elementFromPoint(x, y); at && at !== document.body; at = at.parentElement) {
            if (["fixed", "sticky"].includes(getComputedStyle(at).position)) return at;
        }
        return null;
    };
    const covered = (element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        const points = [[x, y], [x, top + 2], [x, bottom - 2], [left + 2, y], [right - 2, y]];
        return points.filter(([x, y]) => {
            const bar = barAt(x, y);
            return x < 0 || y < 0 || x >= innerWidth || y >= innerHeight || (bar && !bar.contains(element));
        }).length;
    };
    addEventListener("keyup", ({ key }) => {
        const focused = document.activeElement;
        if (key !== "Tab" || !focused) return;
        const rings = outlined(focused);
        const faults = [];
        if (focused !== document.body) {
            const lost = covered(focused);
            if (rings.length === 0) faults.push("has no ring");
            else if (rings.every(isCutOff)) faults.push("its ring is cut off");
            if (lost > (focused.offsetHeight > 100 ? 1 : 0)) faults.push("is out of sight");
        }
        walked.push([focused === document.body ? "" : name(focused), faults.join()]);
    });
}"""


def walk(page):
    """Presses Tab through a page; returns what has the focus after each, and what is wrong with it."""
    for step in range(STEPS):
        page.keyboard.press("Tab")
        if step % 10 == 9 and page.evaluate("() => walked.some(([name]) => name === '')"):
            break
    walked = page.evaluate("() => walked")
    names = [name for name, _ in walked]
    return walked[: names.index("")] if "" in names else walked


LOW = {"viewport": {"width": 1280, "height": 450}}


@pytest.mark.parametrize("screen", [PHONE, LOW], ids=["phone", "low"])
def test_where_tab_leads_is_in_sight_on_every_page(open_context, omena, known, screen):  # noqa: F811
    page = open_context(**screen).new_page()
    page.add_init_script(f"({WATCH})()")
    faults, seen = {}, 0
    for path in (path for routes in LIBRARY_ROUTES for path in pages_of(omena, known, routes)):
        page.goto(omena.url + path)
        # A session takes the focus when it begins.
        expect(page.locator("#controls[inert]")).to_have_count(0)
        walked = walk(page)
        seen += len(walked)
        if wrong := [step for step in walked if step[1]]:
            faults[path] = wrong

    assert seen > 300
    assert faults == {}


def faults_of(page, address):
    """What is wrong where Tab leads on a page with all its folded parts open."""
    page.goto(address)
    page.evaluate("() => document.querySelectorAll('main details').forEach((details) => (details.open = true))")
    walked = walk(page)
    assert len(walked) > 0, address
    return [(address, step) for step in walked if step[1]]


@pytest.mark.parametrize("screen", [PHONE, LOW], ids=["phone", "low"])
def test_where_tab_leads_is_in_sight_on_a_server_of_several_learners(open_context, school, screen):
    boss = school.add("boss", "--title", "Bettina Boss", "--role", "admin")
    teacher = school.add("tessa", "--role", "teacher")
    ben = school.add("ben", "--title", "Ben")
    crowd(school, 60)
    link = publish(open_context(**DESKTOP, learner=teacher).new_page(), teacher)
    made = teacher.get("/classes")[2].decode()
    faults = []

    page = open_context(**screen).new_page()
    page.add_init_script(f"({WATCH})()")
    for path in ("/sign-in", "/join", f"/join#{school.invite('pupil1')}", "/class"):
        faults += faults_of(page, school.url + path)
    for learner, paths in (
        (boss, ["/people", "/admin", "/~boss/classes"]),
        (teacher, ["/~tessa/classes", re.search(r'"(/~tessa/classes/\w+)"', made)[1]]),
        (ben, [link.removeprefix(school.url), "/~ben/classes"]),
    ):
        page = open_context(**screen, learner=learner).new_page()
        page.add_init_script(f"({WATCH})()")
        for path in paths:
            faults += faults_of(page, school.url + path)

    assert faults == []


def test_where_tab_leads_is_in_sight_on_the_pages_of_the_lock(lock):
    lock.page.add_init_script(f"({WATCH})()")
    faults = faults_of(lock.page, f"{lock.omena.url}/settings/lock")
    lock.turn_on()
    faults += faults_of(lock.page, f"{lock.omena.url}/unlock")
    lock.unlock().is_open()
    for path in ("", "/off", "/passphrase", "/recovery-code", "/history"):
        faults += faults_of(lock.page, f"{lock.omena.url}/settings/lock{path}")

    assert faults == []


def test_keys_act_after_a_grade_was_pressed(desktop):
    desktop.study("review").press("Show answer")
    desktop.button("Good").press("Enter")

    expect(desktop.page.get_by_role("main")).to_be_focused()
    for key in ("Space", "4"):
        desktop.page.keyboard.press(key)
    expect(desktop.page.locator("#score")).to_have_text("8")


def test_session_has_the_focus_when_the_offer_to_undo_ends(desktop):
    desktop.page.clock.install()
    desktop.learn().press("Show answer")
    desktop.button("Correct").click()
    desktop.page.clock.run_for(500)
    undo = desktop.page.locator("#taken button")
    undo.focus()
    expect(undo).to_be_focused()

    desktop.page.clock.run_for(6_000)

    expect(undo).to_be_hidden()
    expect(desktop.page.get_by_role("main")).to_be_focused()


def test_menu_closes_when_its_card_leaves_late(desktop):
    page = desktop.learn("First words").page
    desktop.press("More")
    sent = Held(page, "**/cards/actions")
    desktop.button("Suspend").press("Enter")
    sent.wait()
    desktop.button("More").press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()

    sent.release()

    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(desktop.button("More")).to_be_focused()


def test_add_has_the_focus_when_all_cards_found_are_deleted(desktop):
    page = desktop.page
    page.goto(f"{desktop.omena.url}/cards?select=on&query=kissa")
    page.get_by_label("All 1 card found").check()
    page.locator("#selection [value=delete]").press("Enter")

    expect(page.locator("#done")).to_be_visible()
    expect(page.locator("#add")).to_be_focused()


def test_open_filter_keeps_the_focus_when_the_search_is_answered_late(desktop):
    page = desktop.page
    page.goto(f"{desktop.omena.url}/cards")
    # The filters come with the count.
    count = Held(page, "**/cards?*", "GET", lambda request: request.headers.get("prefer") == "count")
    page.get_by_role("searchbox", name="Search cards").press_sequentially("k")
    count.wait()
    page.locator("#filters summary").first.press("Enter")
    page.keyboard.press("Tab")

    count.release()

    page.wait_for_function("() => document.querySelector('#filters a').dataset.query.includes('k')")
    expect(page.locator("#filters a").first).to_be_focused()


def test_fold_of_a_preview_keeps_the_focus_when_another_preview_comes(desktop):
    page = desktop.page
    page.goto(f"{desktop.omena.url}/import")
    page.locator("#file").set_input_files({"name": "Cats.csv", "mimeType": "", "buffer": b"front,back\nkissa,cat\n"})
    expect(page.get_by_text("1 new card")).to_be_visible()
    preview = Held(page, "**/import?*")
    page.get_by_label("If a card already exists").select_option("never")
    page.get_by_text("How to read the text").focus()
    preview.wait()

    preview.release()

    expect(page.get_by_role("button", name="Import")).to_be_enabled()
    expect(page.locator("#preview summary")).to_be_focused()


def test_setting_has_the_focus_when_trying_again_succeeds(desktop):
    page = desktop.page
    page.goto(f"{desktop.omena.url}/settings")
    page.route("**/settings", lambda route: route.abort())
    page.get_by_role("switch", name="Sounds").press("Space")
    again = page.get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    page.unroute_all()
    again.press("Enter")

    expect(page.locator("#saved")).to_contain_text("Saved")
    expect(page.get_by_role("switch", name="Sounds")).to_be_focused()


def test_deck_has_the_focus_when_the_selection_is_cleared(desktop):
    page = desktop.home().page
    deck = page.get_by_role("checkbox", name="Choose First questions")
    deck.press("Space")
    page.locator(".chosen button[type=reset]").press("Enter")

    expect(page.locator(".chosen")).to_be_hidden()
    expect(deck).to_be_focused()
