"""Wikipedia articles near a place: fetched on request, through Omena, and made into cards and places."""

import re

from playwright.sync_api import expect
from worlds import add, open_map, page as article, pins


def test_nearby_articles_are_sorted_and_become_cards_and_places(open_context, world, wikipedia):
    here = add(world, "Suomenlinna", 60.1454, 24.9881)
    wikipedia.pages["en"] = [
        article("Vallisaari", at=(60.137, 25.003)),
        article("Äänekoski square", "Square", at=(60.16, 24.95)),
        article("Harakka", "Island off the coast of Helsinki", at=(60.1468, 24.9606), picture=f"{wikipedia.url}/h.png"),
        article("Nowhere in particular", "A state of mind"),
        article("ateneum", "Art museum <b>in</b> Helsinki", at=(60.1702, 24.9443)),
    ]
    page = open_map(open_context, world)
    page.goto(f"{world.url}/places/{here}")
    assert wikipedia.asked == []
    wikipedia.mode = "hang"
    page.get_by_role("button", name="Nearby…").click()
    section = page.get_by_role("region", name="Nearby")
    expect(section.get_by_text("Loading…")).to_be_visible()
    wikipedia.go_on.set()
    titles = section.locator(".article a")
    expect(titles).to_have_text(["Äänekoski square", "ateneum", "Harakka", "Nowhere in particular", "Vallisaari"])
    expect(section.locator(".article", has_text="Vallisaari").locator(".about")).to_have_text("No further information")
    expect(section.locator(".article", has_text="Harakka").locator(".far")).to_have_text("1.5 km")
    expect(section.locator(".article", has_text="ateneum").locator(".about")).to_have_text("Art museum <b>in</b> Helsinki")
    expect(section.locator(".article", has_text="Nowhere").get_by_role("button", name=re.compile("place"))).to_be_hidden()
    # The picture comes through Omena; the browser has contacted nobody else.
    page.wait_for_function("() => document.querySelector('.article img:not([hidden])')?.naturalWidth === 8")

    section.get_by_role("button", name="Create a card from Harakka").click()
    expect(page.get_by_text("Added “Harakka”")).to_be_visible()
    fields = world.read("SELECT fields FROM note WHERE note_type = 1 ORDER BY id DESC LIMIT 1")
    fields = fields if isinstance(fields, str) else fields.decode("utf-8", "replace")
    assert "Island off the coast of Helsinki" in fields
    # The answer names its source without the title, because it may be asked for.
    assert fields.count("Harakka") == 1
    assert re.search(r"Source: Wikipedia, https://en\.wikipedia\.org/\?curid=\d+ \(CC BY-SA 4\.0\)", fields)
    section.get_by_role("button", name="Create a place from Vallisaari").click()
    expect(page.get_by_text("Added “Vallisaari”")).to_be_visible()
    assert pins(world)["Vallisaari"] == [60.137, 25.003]
    fields = world.read("SELECT fields FROM note WHERE note_type != 1 ORDER BY id DESC LIMIT 1")
    fields = fields if isinstance(fields, str) else fields.decode("utf-8", "replace")
    assert fields.count("Vallisaari") == 1 and "/?curid=" in fields
    expect(page.get_by_role("button", name="Vallisaari", exact=True)).to_be_attached()
    headers = wikipedia.asked[0][1]
    assert headers["User-Agent"].startswith("Omena/") and "gzip" in headers["Accept-Encoding"]
    # Fetched once, cached for a week.
    count = len(wikipedia.asked)
    page.reload()
    page.get_by_role("button", name="Nearby…").click()
    expect(titles).to_have_count(5)
    assert len([path for path, _ in wikipedia.asked[count:] if "api.php" in path]) == 0


def test_failed_request_is_explained_and_can_be_repeated(open_context, world, wikipedia):
    page = open_map(open_context, world)
    for number, mode in enumerate(["html", "error", "huge", "half", "gone", "busy"]):
        here = add(world, f"Place {number}", 10 + number, 20)
        wikipedia.mode = mode
        page.goto(f"{world.url}/places/{here}")
        page.get_by_role("button", name="Nearby…").click()
        section = page.get_by_role("region", name="Nearby")
        expect(section.get_by_text("Please try again later.")).to_be_visible()
        expect(page.get_by_role("button", name="Try again")).to_be_focused()
        asked = len(wikipedia.asked)
        wikipedia.mode = "pages"
        page.get_by_role("button", name="Try again").click()
        if mode == "busy":
            # The server asked for half a minute without requests, and gets it.
            expect(section.get_by_text("Please try again later.")).to_be_visible()
            assert len(wikipedia.asked) == asked
        else:
            expect(section.get_by_text("Nothing nearby")).to_be_visible()


def test_articles_come_in_the_learners_language_else_in_english(open_context, world, wikipedia):
    wikipedia.pages["ja"] = [
        article("東京駅", "日本の鉄道駅", at=(35.6812, 139.7671)),
        article("いちご", at=(35.68, 139.77)),
        article("あさくさ", "浅草", at=(35.7148, 139.7967)),
    ]
    wikipedia.pages["en"] = [article("🗼 Tokyo Tower", "Tower", at=(35.6586, 139.7454))]
    tokyo = add(world, "東京", 35.68, 139.76)
    page = open_map(open_context, world, f"/{tokyo}", locale="ja")
    page.locator("#near-ask").click()
    titles = page.locator(".article a")
    # In the order of their own language: kana before kanji, and each in order of pronunciation.
    expect(titles).to_have_text(["あさくさ", "いちご", "東京駅"])
    expect(titles.first).to_have_attribute("lang", "ja")
    expect(page.locator(".article", has_text="いちご").locator(".about")).to_have_text("それ以上の情報はありません")

    wikipedia.pages["ja"] = []
    elsewhere = add(world, "東京タワー", 35.66, 139.74)
    page.goto(f"{world.url}/places/{elsewhere}")
    page.locator("#near-ask").click()
    expect(titles).to_have_text(["🗼 Tokyo Tower"])
    expect(titles.first).to_have_attribute("lang", "en")
    asked = [path.split("/")[1] for path, _ in wikipedia.asked if "api.php" in path]
    assert asked == ["ja", "ja", "en"]


def test_an_article_without_a_summary_becomes_a_card_with_its_distance(open_context, world, wikipedia):
    here = add(world, "Suomenlinna", 60.1454, 24.9881)
    wikipedia.pages["en"] = [article("Harakka", at=(60.1468, 24.9606))]
    page = open_map(open_context, world, f"/{here}")
    page.get_by_role("button", name="Nearby…").click()
    page.get_by_role("button", name="Create a card from Harakka").click()
    expect(page.get_by_text("Added “Harakka”")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Added “Harakka”")).to_be_hidden()
    assert world.read("SELECT count(*) FROM note WHERE binned IS NULL AND note_type = 1 AND fields LIKE '%Harakka%'") == 0
    page.reload()
    page.get_by_role("button", name="Nearby…").click()
    page.get_by_role("button", name="Create a card from Harakka").click()
    expect(page.get_by_text("Added “Harakka”")).to_be_visible()
    page.goto(f"{world.url}/cards?query=Harakka")
    expect(page.get_by_text("1.5 km from Suomenlinna")).to_be_visible()


def test_closing_a_sheet_cancels_its_request(open_context, world, wikipedia):
    here = add(world, "Suomenlinna", 60.1454, 24.9881)
    add(world, "Tallinn", 59.437, 24.7536)
    wikipedia.pages["en"] = [article("Harakka", "Island", at=(60.1468, 24.9606))]
    wikipedia.mode = "hang"
    page = open_map(open_context, world, f"/{here}")
    page.get_by_role("button", name="Nearby…").click()
    expect(page.get_by_text("Loading…")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Tallinn").click()
    wikipedia.go_on.set()
    expect(page.get_by_role("button", name="Nearby…")).to_be_visible()
    expect(page.locator(".article")).to_have_count(0)
