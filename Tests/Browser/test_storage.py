"""Browsers that store nothing: their storage is full, or closed while a page is open."""

from held import Held
from playwright.sync_api import expect
from table import wait_until

AGAIN, GOOD = 1, 3

# The browser closes its database and opens none again, as after its process has crashed.
BREAK = """() => {
    IDBDatabase.prototype.transaction = () => { throw new DOMException("closed", "InvalidStateError"); };
    IDBFactory.prototype.open = () => { throw new DOMException("broken", "UnknownError"); };
}"""
CLOSE = """() => new Promise((resolve) => {
    const name = ["omena", document.documentElement.dataset.base].filter(Boolean).join(" ");
    indexedDB.deleteDatabase(name).onsuccess = () => resolve();
})"""


def arrives(table, answer):
    """Gives an answer and waits until the page has the whole response."""
    with table.page.expect_response("**/reviews") as response:
        table.answer(answer)
    response.value.finished()


def test_answers_are_stored_after_the_browser_has_closed_its_database(phone):
    phone.learn()
    arrives(phone, True)
    phone.page.evaluate(CLOSE)

    phone.page.context.set_offline(True)
    phone.answer(False, True)
    expect(phone.page.get_by_text("2 answers not yet saved")).to_be_visible()
    phone.waits(2)
    phone.page.context.set_offline(False)

    assert phone.saved_grades() == [GOOD, AGAIN, GOOD]


def test_answers_that_cannot_be_stored_are_sent(phone):
    phone.learn()
    arrives(phone, True)
    phone.page.evaluate(BREAK)

    arrives(phone, False)
    phone.page.context.set_offline(True)
    phone.answer(True)
    expect(phone.page.get_by_text("1 answer not yet saved")).to_be_visible()
    # Leaving would lose it.
    with phone.page.expect_event("dialog") as asked:
        phone.page.close(run_before_unload=True)
    assert asked.value.type == "beforeunload"
    asked.value.dismiss()
    phone.page.context.set_offline(False)

    expect(phone.page.get_by_text("not yet saved")).to_be_hidden()
    assert len(phone.omena.log()) == 3


def test_an_answer_on_the_server_is_saved_even_if_the_browser_cannot_drop_it(phone):
    phone.learn()
    sent = Held(phone.page, "**/reviews")
    phone.answer(True)
    expect(phone.page.get_by_text("1 answer not yet saved")).to_be_visible()
    sent.wait()
    phone.page.evaluate(BREAK)
    sent.release()

    expect(phone.page.get_by_text("not yet saved")).to_be_hidden()
    assert len(phone.omena.log()) == 1


def test_studying_needs_no_space(phone):
    phone.home()
    devtools = phone.page.context.new_cdp_session(phone.page)
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": phone.omena.url, "quotaSize": 1})

    phone.learn()

    arrives(phone, False)
    phone.shows_done(1)
    assert phone.saved_grades() == [AGAIN]


def test_studying_needs_no_worker(phone):
    phone.page.add_init_script(
        """ServiceWorkerContainer.prototype.getRegistration = () => Promise.reject(new DOMException("insecure", "SecurityError"));
        const ask = requestIdleCallback;
        globalThis.requestIdleCallback = (callback) => ask(() => (callback(), setTimeout(() => (globalThis.wasIdle = true), 100)));"""
    )
    phone.learn()
    wait_until(phone.page, "() => globalThis.wasIdle")
    phone.answer(True)
    phone.shows_done(1)
