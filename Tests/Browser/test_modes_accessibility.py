"""Every mode in every state: axe finds nothing, nothing is lost on small screens, and each can be used by keyboard."""

import pytest
from accessibility import SCHEMES, finish_animations, lost, violations_in_schemes
from devices import DESKTOP, PHONE
from playwright.sync_api import expect
from serving import Omena, copy_new_library
from states import STUDY_STATES, review_grades
from table import Table


@pytest.fixture
def each_state(open_context, tmp_path):
    """Every state on a page, each with its own library, because reviews change what is due."""

    def each_state(**options):
        for state in STUDY_STATES:
            library = tmp_path / f"{state.__name__}.omena"
            copy_new_library(library)
            with Omena(library) as omena:
                context = open_context(**options)
                page = context.new_page()
                state(Table(page, omena))
                finish_animations(page)
                yield state.__name__, page
                context.close()

    return each_state


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_axe_finds_nothing_and_nothing_is_lost_in_any_state_of_any_mode(each_state, screen):
    for name, page in each_state(**screen):
        assert violations_in_schemes(page, *SCHEMES, {"forced_colors": "active"}) == [], name
        assert screen == DESKTOP or lost(page) == [], name


def test_only_the_top_card_is_there_and_reads_what_it_shows(desktop):
    review_grades(desktop)

    prompt = desktop.scene.locator(".front .word").text_content()
    answer = desktop.scene.locator(".back .word").text_content()
    buttons = desktop.page.locator("#deck").get_by_role("button")
    expect(buttons).to_have_count(1)
    expect(buttons).to_have_accessible_name(f"{prompt}, {answer}")
    for name in ("Again", "Hard", "Good", "Easy"):
        expect(desktop.button(name)).to_have_accessible_name(name)
