"""The real program and a real Chromium, for tests that use the pages as a learner does."""

import os
import shutil
from urllib.parse import urlparse

import pytest
from devices import DESKTOP, PHONE
from lock import Lock
from learners import Learner
from playwright.sync_api import Error, expect, sync_playwright
from serving import Omena, copy_new_library
from table import Table
from worlds import TileServer, WikipediaServer

# How long a test waits for what must come, in milliseconds. A busy machine is slow, and a wait that is fulfilled costs no time.
PATIENCE = 60_000
PAGES = pytest.StashKey()
WHAT_IT_SHOWS = """() => [location.href, document.querySelector("main")?.dataset.state, document.body.innerText].join("\\n")"""


expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        # Chromium would start a second process for the next page of each context, which most tests never open.
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell"),
            args=["--no-sandbox", "--renderer-process-limit=1"],
        )
        yield browser
        browser.close()


def pytest_collection_modifyitems(items):
    """As a learner on a server of several (`OMENA_LEARNER=1`), only tests whose browser signs in can run."""
    if "OMENA_LEARNER" not in os.environ:
        return
    for item in items:
        names = item.fixturenames
        if "omena" not in names and not {"phone", "desktop", "device"} & set(names):
            item.add_marker(pytest.mark.skip(reason="starts its own server"))
        elif "chromium" in item.function.__code__.co_varnames:
            item.add_marker(pytest.mark.skip(reason="opens its own browser"))
        elif "pairing" in item.name:
            item.add_marker(pytest.mark.skip(reason="no browser is paired there"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    """Adds the content of its pages to the report of a failed test."""
    report = yield
    if report.failed and (pages := item.stash.get(PAGES, None)):
        report.sections.append(("pages", "\n".join(map(description, pages))))
    return report


def description(page):
    """The content of a page as text."""
    try:
        return page.evaluate(WHAT_IT_SHOWS)
    except Error as error:
        return f"{page.url}: {error}"


def hurry(page):
    """Makes animations on a page ten times as fast, because without a graphics card the processor draws each frame."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Animation.enable")
    devtools.send("Animation.setPlaybackRate", {"playbackRate": 10})
    return page


@pytest.fixture
def open_context(chromium, request):
    """Opens isolated browser contexts; afterwards none may have logged an error or contacted any host but Omena."""
    pages = request.node.stash.setdefault(PAGES, [])
    contexts, complaints, hosts = [], [], set()
    omena = request.getfixturevalue("omena") if "OMENA_LEARNER" in os.environ else None
    signed_in = omena if isinstance(omena, Learner) else None

    def watch(page):
        pages.append(page)
        page.on("console", lambda message: message.type == "error" and complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))

    def open_context(**options):
        # A service worker would hide requests from the tests that watch them; `test_offline` allows one.
        # Each browser has a session of its own.
        learner = options.pop("learner", None) or (signed_in and signed_in.in_another_browser())
        credentials = {"http_credentials": learner.credentials} if learner else {}
        context = chromium.new_context(**{"service_workers": "block", **credentials, **options})
        context.set_default_timeout(PATIENCE)
        if learner:
            # The browser keeps the session once it was asked for it.
            page = context.new_page()
            page.goto(f"{learner.school.url}/signed-in")
            page.close()
        if not request.node.get_closest_marker("motion"):
            open_page = context.new_page
            context.new_page = lambda: hurry(open_page())
        context.on("page", watch)
        context.on("request", lambda request: hosts.add(urlparse(request.url).hostname))
        contexts.append(context)
        return context

    yield open_context
    for context in contexts:
        context.close()
    # Browsers log failed requests as errors, but a missing network is not a fault of the page.
    faults = [text for text in complaints if not text.startswith("Failed to load resource")]
    assert faults == []
    assert hosts <= {"localhost", None}


@pytest.fixture
def phone(open_context, omena):
    return Table(open_context(**PHONE).new_page(), omena)


@pytest.fixture
def desktop(open_context, omena):
    return Table(open_context(**DESKTOP).new_page(), omena)


@pytest.fixture(params=["phone", "desktop"])
def device(request):
    return request.getfixturevalue(request.param)


@pytest.fixture
def open_lock(open_context, omena):
    """Opens browsers with a library that gets a lock; each test starts with a new library."""
    return lambda **options: Lock(open_context(**options).new_page(), omena)


@pytest.fixture
def lock(open_lock):
    return open_lock(**PHONE)


@pytest.fixture
def wikipedia():
    with WikipediaServer() as server:
        yield server


@pytest.fixture
def tiles():
    with TileServer() as server:
        yield server


@pytest.fixture
def world(tmp_path, wikipedia, tiles):
    """Omena with local servers for map tiles and Wikipedia."""
    library = tmp_path / "library.omena"
    copy_new_library(library)
    with Omena(library, "--wikipedia", wikipedia.address) as omena:
        source = tiles.url + tiles.source
        fields = {f"{name}-address": source for name in ("standard", "satellite", "labels")}
        credits = {f"{name}-credit": f"Squares of {name}" for name in ("standard", "satellite", "labels")}
        body = "&".join(f"{name}={value.replace('&', '%26')}" for name, value in {**fields, **credits}.items())
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        assert omena.request("POST", "/settings/map", body, headers)[0] == 200
        yield omena
