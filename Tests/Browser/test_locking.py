"""The lock as a learner uses it: turned on, unlocked by passkey, passphrase and code, changed, and turned off."""

import base64
import json
import re

from accessibility import lost, violations_in_schemes
from authenticator import Authenticator
from devices import DESKTOP, PHONE
from lock import PASSPHRASE, Lock
from playwright.sync_api import expect
from serving import Omena


def test_passphrase_locks_unlocks_and_is_refused(lock):
    lock.open("/settings").page.get_by_role("link", name="Set up the lock").click()
    lock.heading("A lock for your library")
    lock.fill_passphrase("short").button("Turn on with this passphrase").click()
    expect(lock.page.get_by_text("Use at least eight characters")).to_be_visible()
    lock.fill_passphrase(again="something else").button("Turn on with this passphrase").click()
    expect(lock.page.get_by_text("The two don’t match")).to_be_in_viewport()
    expect(lock.page.get_by_label("The same passphrase again")).to_be_focused()

    code = lock.turn_on()
    assert re.fullmatch(r"([0-9A-Z]{4}-){6}[0-9A-Z]{4}", code)
    status, headers, _ = lock.omena.get("/cards")
    assert status == 303 and headers["Location"].startswith(f"{lock.omena.base}/unlock?to=")
    assert lock.omena.library.read_bytes()[:16] != b"SQLite format 3\0"

    lock.unlock("not this one").says("Wrong passphrase")
    expect(lock.page.get_by_label("Passphrase", exact=True)).to_be_focused()
    lock.unlock().is_open()
    expect(lock.ways).to_have_count(2)
    # The code is for emergencies; the everyday way to unlock stays.
    expect(lock.ways.filter(has_text="Memorised").get_by_role("link", name="Remove")).to_have_count(0)

    lock.lock()
    lock.page.get_by_text("Use the recovery code").click()
    lock.page.get_by_label("Recovery code").fill(code[:-1] + ("0" if code[-1] != "0" else "1"))
    lock.page.get_by_label("Recovery code").press("Enter")
    lock.says("has a typo")
    lock.page.get_by_label("Recovery code").fill(code.lower().replace("-", " "))
    lock.page.get_by_label("Recovery code").press("Enter")
    expect(lock.page).to_have_url(lock.omena.url + "/")


def test_passkey_locks_and_unlocks(lock):
    device = Authenticator(lock.page)
    lock.turn_on("passkey")
    lock.unlock_by_passkey()
    lock.is_open()
    row = lock.ways.filter(has_text="Passkey at localhost")
    expect(row).to_contain_text("used just now")

    # The learner chooses its name.
    row.get_by_role("link", name="Rename").click()
    lock.page.get_by_label("Name").fill("<b>My phone</b>")
    lock.button("Save").click()
    lock.confirm_by_passkey().is_open()
    expect(lock.ways.filter(has_text="<b>My phone</b>")).to_have_count(1)
    expect(lock.ways.filter(has_text="My phone").get_by_role("link", name="Remove")).to_have_count(0)

    # A used response cannot unlock again: neither replayed, nor for another challenge.
    lock.lock()
    sent = []
    lock.page.on("request", lambda request: request.url.endswith("/unlock/passkey") and sent.append(request.post_data))
    lock.unlock_by_passkey()
    lock.is_open()
    lock.lock()
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    # With 401 a browser would forget that a learner of several is signed in.
    refused = 403 if lock.omena.base else 401
    assert len(sent) == 1 and len(device.credentials()) == 1
    status, _, body = lock.omena.request("POST", "/unlock/passkey", sent[0], headers)
    assert (status, json.loads(body)["why"]) == (refused, "otherChallenge")
    challenge = json.loads(lock.omena.request("POST", "/unlock/challenge", "", headers)[2])["publicKey"]["challenge"]
    forged = json.loads(sent[0])
    client = json.loads(base64.urlsafe_b64decode(forged["clientDataJSON"] + "=="))
    client["challenge"] = challenge
    forged["clientDataJSON"] = base64.urlsafe_b64encode(json.dumps(client).encode()).decode().rstrip("=")
    status, _, body = lock.omena.request("POST", "/unlock/passkey", json.dumps(forged), headers)
    assert (status, json.loads(body)["why"]) == (refused, "wrongSignature")


def test_passkeys_belong_to_the_address_at_which_they_were_added(lock):
    Authenticator(lock.page)
    lock.turn_on("passkey")
    lock.omena.stop()
    with Omena(lock.omena.library, "--origin", "https://cards.example") as elsewhere:
        public = {"Host": "cards.example"}
        page = elsewhere.get("/unlock", **public)[2].decode()
        assert "Passkeys only open this library at localhost" in page and "Unlock with passkey" not in page
        headers = {"Accept": "application/json", **public}
        assert "publicKey" not in json.loads(elsewhere.request("POST", "/unlock/challenge", "", headers)[2])


def test_unsuitable_devices_are_detected(lock):
    device = Authenticator(lock.page, has_secret=False)
    lock.open().button("Turn on with a passkey").click()
    lock.says("can’t store a key for Omena")
    expect(lock.page.locator("#lock-alert")).to_be_in_viewport(ratio=1)
    device.remove()

    device = Authenticator(lock.page, verifies=False)
    lock.button("Turn on with a passkey").click()
    lock.says("No passkey was used")
    device.remove()
    device = Authenticator(lock.page)
    lock.turn_on("passkey")

    # Cancelled, or not verified: the browser does not distinguish the two.
    device.verifies(False)
    lock.unlock_by_passkey().says("No passkey was used")
    device.remove()
    lock.page.evaluate(
        "() => { navigator.credentials.get = () => Promise.reject(new DOMException('', 'AbortError')); }"
    )
    lock.unlock_by_passkey().says("That took too long")
    lock.page.evaluate("() => { delete window.PublicKeyCredential; }")
    lock.unlock_by_passkey().says("This browser can’t use passkeys here")


def test_two_devices_open_one_library_and_one_of_them_is_removed(lock):
    first = Authenticator(lock.page)
    code = lock.turn_on("passkey")
    lock.unlock_by_passkey()
    lock.is_open()
    lock.button("Add a passkey").click()
    lock.says("passkey is already added")
    key = first.credentials()[0]
    first.remove()
    second = Authenticator(lock.page, transport="usb")
    lock.button("Add a passkey").click()
    lock.confirm_by_code(code)
    expect(lock.ways).to_have_count(3)

    lock.lock().unlock_by_passkey()
    lock.is_open()
    used = lock.ways.filter(has_text="Passkey at localhost").filter(has_text="used just now")
    unused = lock.ways.filter(has_text="Passkey at localhost").first
    expect(used.last).to_be_visible()
    unused.get_by_role("link", name="Remove").click()
    lock.button("Remove").click()
    lock.confirm_by_passkey().is_open()
    expect(lock.ways).to_have_count(2)

    # The removed one is not asked any more.
    second.remove()
    lock.lock()
    again = Authenticator(lock.page)
    again.session.send("WebAuthn.addCredential", {"authenticatorId": again.id, "credential": key})
    lock.unlock_by_passkey().says("No passkey was used")


def test_passphrase_and_code_are_changed_and_the_lock_is_turned_off(lock):
    old = lock.turn_on()
    lock.unlock().is_open()
    lock.page.get_by_role("link", name="Change Passphrase").click()
    lock.fill_passphrase("another one entirely").button("Save").click()
    lock.confirm("not this one")
    expect(lock.page.get_by_text("Wrong passphrase")).to_be_visible()
    lock.confirm().is_open()
    expect(lock.ways).to_have_count(2)
    lock.page.get_by_role("link", name="New recovery code").click()
    lock.button("Show the new code").click()
    lock.confirm("another one entirely")
    lock.heading("Your recovery code")
    lock.page.get_by_role("link", name="I’ve written it down").click()
    lock.is_open()

    lock.lock().unlock().says("Wrong passphrase")
    lock.page.get_by_text("Use the recovery code").click()
    lock.page.get_by_label("Recovery code").fill(old)
    lock.page.get_by_label("Recovery code").press("Enter")
    lock.says("Wrong recovery code")
    lock.unlock("another one entirely")
    expect(lock.page).to_have_url(lock.omena.url + "/")

    lock.open().page.get_by_role("link", name="Show Activity log").click()
    lock.heading("Activity log")
    for words in ["Unlocked with the passphrase", "Wrong passphrase entered", "Wrong recovery code entered"]:
        expect(lock.page.get_by_role("main").get_by_text(words).first).to_be_visible()

    lock.open().page.get_by_role("link", name="Turn off").click()
    lock.button("Turn off").click()
    lock.confirm("another one entirely")
    expect(lock.page).to_have_url(lock.omena.url + "/settings")
    expect(lock.page.get_by_text("Your library has no lock")).to_be_visible()
    assert lock.omena.library.read_bytes()[:16] == b"SQLite format 3\0"


def test_a_stranger_who_guesses_has_to_wait_and_the_owner_does_not(open_lock, lock):
    lock.turn_on()
    stranger = open_lock(**DESKTOP).open("/cards").is_locked()
    said = stranger.page.get_by_role("alert")
    # Each wait is twice as long as the previous one; a slow machine may take longer than the first ones.
    for _ in range(10):
        with stranger.page.expect_response("**/unlock/passphrase"):
            stranger.unlock("wrong")
        expect(said).to_contain_text(re.compile("Wrong passphrase|Too many failed attempts. Wait"))
        if "Too many" in said.inner_text():
            break
    stranger.says("Too many failed attempts. Wait")
    expect(stranger.button("Try again in").first).to_be_visible()
    lock.unlock().is_open()


def test_other_tabs_leave_at_once(lock):
    lock.turn_on()
    lock.unlock().is_open()
    other = Lock(lock.page.context.new_page(), lock.omena).open("/cards")
    expect(other.page.get_by_role("searchbox")).to_be_visible()
    # The navigation of every page can lock.
    lock.open("/")
    lock.page.get_by_role("navigation").get_by_role("button", name="Lock now").click()
    lock.is_locked()
    other.is_locked()
    other.unlock()
    expect(other.page).to_have_url(lock.omena.url + "/cards")


def test_other_tabs_go_on_once_one_has_unlocked(lock):
    lock.turn_on()
    other = Lock(lock.page.context.new_page(), lock.omena).open("/cards").is_locked()

    lock.unlock().is_open()

    expect(other.page).to_have_url(lock.omena.url + "/cards")


def test_recovery_code_stays_and_says_when_its_lock_is_on(lock):
    lock.open().fill_passphrase().button("Turn on with this passphrase").click()
    expect(lock.heading("Your recovery code").page.get_by_role("status")).to_have_text("Lock turned on")
    lock.page.get_by_role("link", name="I’ve written it down").click()
    lock.is_locked().unlock().is_open()

    lock.open("/settings/lock/key").fill_passphrase("another one entirely").button("Save").click()
    lock.confirm()

    expect(lock.heading("Your recovery code").page.get_by_role("status")).to_have_text("Key changed")
    # Pages that show something of the library watch the lock, and leave now.
    expect(lock.page.locator("script[src*=lockwatch]")).to_have_count(0)
    expect(lock.page.locator("#code")).to_be_visible()


def test_another_browser_sees_its_own_slot(open_lock, lock):
    lock.turn_on()
    lock.unlock().is_open()
    other = open_lock(**DESKTOP)
    other.page.clock.install()
    other.open("/cards").is_locked()
    other.unlock()
    expect(other.page).to_have_url(lock.omena.url + "/cards")

    # It is left two seconds after the library was locked elsewhere.
    lock.lock()
    other.page.clock.run_for(2100)
    other.is_locked()


def test_all_but_passkeys_works_without_a_script(open_lock):
    lock = open_lock(**PHONE, java_script_enabled=False)
    lock.turn_on()
    lock.unlock("not this one")
    expect(lock.page.get_by_text("Wrong passphrase")).to_be_visible()
    lock.unlock().is_open()
    lock.lock()


def test_all_can_be_done_by_keyboard(lock):
    page = lock.open().page
    page.get_by_label("Passphrase", exact=True).focus()
    page.keyboard.insert_text(PASSPHRASE)
    page.keyboard.press("Tab")
    page.keyboard.insert_text(PASSPHRASE)
    page.keyboard.press("Enter")
    lock.heading("Your recovery code")
    for _ in range(5):
        if page.evaluate("document.activeElement.textContent") == "I’ve written it down":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    lock.is_locked()
    expect(page.get_by_label("Passphrase", exact=True)).to_be_focused()
    page.keyboard.insert_text(PASSPHRASE)
    page.keyboard.press("Enter")
    lock.is_open()


CANCEL = "() => { navigator.credentials.get = () => Promise.reject(new DOMException('', 'NotAllowedError')); }"


def test_axe_finds_nothing_about_the_lock(lock):
    device = Authenticator(lock.page, has_secret=False)
    faults = []

    def look(name):
        faults.extend(f"{name}: {fault}" for fault in violations_in_schemes(lock.page))

    lock.open()
    look("turning on")
    lock.button("Turn on with a passkey").click()
    lock.says("can’t store a key for Omena")
    look("turning on, without a secret")
    device.remove()
    lock.open().fill_passphrase("short").button("Turn on with this passphrase").click()
    look("turning on, refused")
    lock.fill_passphrase().button("Turn on with this passphrase").click()
    lock.heading("Your recovery code")
    look("recovery code")
    lock.page.get_by_role("link", name="I’ve written it down").click()
    lock.is_locked()
    look("locked")
    lock.unlock("wrong").says("Wrong passphrase")
    look("locked, refused")
    lock.page.get_by_text("Use the recovery code").click()
    lock.page.get_by_label("Recovery code").fill("0000")
    lock.page.get_by_label("Recovery code").press("Enter")
    lock.says("has a typo")
    expect(lock.page.get_by_label("Passphrase", exact=True)).not_to_have_attribute("aria-invalid", "true")
    look("locked, slip in the code")
    lock.unlock().is_open()
    Authenticator(lock.page)
    lock.button("Add a passkey").click()
    lock.heading("Confirm it’s you")
    look("confirming")
    lock.confirm("wrong")
    expect(lock.page.get_by_text("Wrong passphrase")).to_be_visible()
    look("confirming, refused")
    lock.confirm_by_code("0000")
    expect(lock.page.get_by_label("Recovery code")).to_be_focused()
    lock.confirm()
    expect(lock.ways).to_have_count(3)
    look("ways")
    lock.ways.nth(2).get_by_role("link", name="Rename").click()
    look("rename")
    for name in ["off", "passphrase", "key", "recovery-code", "history"]:
        lock.open(f"/settings/lock/{name}")
        look(f"page {name}")
    lock.open("/settings")
    look("settings")
    lock.lock()
    look("locked, passkey")
    lock.page.evaluate(CANCEL)
    lock.unlock_by_passkey().says("No passkey was used")
    look("locked, cancelled")
    lock.forget_browser().page.reload()
    for _ in range(8):
        with lock.page.expect_response("**/unlock/passphrase"):
            lock.unlock("wrong")
        lock.says(re.compile("Wrong passphrase|Too many failed attempts"))
        if "Too many" in lock.page.get_by_role("alert").inner_text():
            break
    look("locked, too many tries")
    # A passkey cannot be guessed: trying passphrases does not keep the learner out.
    lock.unlock_by_passkey().is_open()
    assert faults == []


def test_nothing_is_lost_on_small_screens_and_with_large_text(lock):
    def look(*paths):
        page = lock.page.context.new_page()
        for path in paths:
            page.goto(lock.omena.url + path)
            assert lost(page) == [], path
        page.close()

    look("/settings/lock")
    lock.turn_on()
    look("/unlock")
    lock.unlock().is_open()
    look("/settings/lock", "/settings/lock/history", "/settings/lock/off", "/settings/lock/passphrase", "/")
