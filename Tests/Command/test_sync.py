"""Copies of one library that sync stay the same."""

import json
import re
import subprocess

from library_copies import PICTURE, Copy, CuttingProxy, sync
from locks import wait_for
from serving import BINARY, practice


def test_changes_go_both_ways(pair):
    home, laptop = pair
    mine, yours = home.add("home"), laptop.add("laptop")

    (result,) = laptop.sync()

    assert result["received"] > 0 and result["sent"] > 0 and result.get("problem") is None
    assert home.notes() == laptop.notes()
    assert {mine, yours} <= {json.loads(note)[0] for note in home.notes()}
    assert laptop.sync()[0]["received"] == laptop.sync()[0]["sent"] == 0


def test_answers_are_recorded_once_on_both(pair):
    home, laptop = pair
    for copy in pair:
        deal = copy.deal()
        copy.post_reviews(deal, [practice(card) for card in deal["cards"]])
    assert home.log() != laptop.log()

    laptop.sync()
    laptop.sync()

    assert home.log() == laptop.log() and len(home.log()) == len(set(home.log())) > 0


def test_200_answers_take_two_round_trips_and_20_kib(pair, tmp_path):
    home, laptop = pair
    with CuttingProxy(home.port) as proxy:
        home.add("home")
        laptop.pair(home, f"http://localhost:{proxy.port}")
        deal = laptop.deal()
        for _ in range(20):
            laptop.post_reviews(deal, [practice(card) for card in deal["cards"]])
        assert len(laptop.log()) >= 200
        proxy.bytes = proxy.requests = 0

        (result,) = laptop.sync(f"http://localhost:{proxy.port}")

        assert result["sent"] >= 200 and proxy.requests <= 2 and proxy.bytes <= 20 << 10
    assert home.log() == laptop.log()


def test_the_later_edit_counts_and_the_other_text_can_be_restored(pair):
    home, laptop = pair
    laptop.sync_only_when_asked()
    note = home.add("kukka", "flower")
    laptop.sync()
    home.write(note, "earlier")
    laptop.write(note, "later")

    laptop.sync()

    assert home.text(note) == laptop.text(note) == "later"
    for address in ("/settings/sync", f"/cards/{note}/card"):
        _, _, page = home.get(address)
        assert b"earlier" in page, address
    restored = re.search(rb'action="/settings/sync/restore">.*?name="id" value="(\d+)"', page, re.S)
    home.post_form("/settings/sync/restore", id=restored[1].decode())
    assert home.text(note) == "earlier"
    laptop.sync()
    assert laptop.text(note) == "earlier"


def test_a_deletion_arrives_unless_the_card_was_edited_later(pair):
    home, laptop = pair
    laptop.sync_only_when_asked()
    gone, kept = home.add("gone"), home.add("kept")
    laptop.sync()
    for note in (gone, kept):
        home.ask("DELETE", f"/notes/{note}")
    laptop.write(kept, "still needed")

    laptop.sync()

    assert home.notes() == laptop.notes()
    ids = {json.loads(note)[0] for note in home.notes()}
    assert kept in ids and gone not in ids


def test_pictures_follow_their_cards(pair):
    home, laptop = pair
    for source, target in (pair, pair[::-1]):
        picture = PICTURE + source.library.name.encode()
        _, _, body = source.request("POST", "/media?name=dot.png", picture)
        medium = json.loads(body)
        note = source.add(f"of {source.library.name}", medium["source"].strip())
        source.add(f"without a picture of {source.library.name}")

        laptop.sync()

        _, _, page = target.get(f"/cards/{note}/card")
        address = re.search(rb'src="(/media/[0-9a-f]{64})"', page)[1].decode()
        assert target.get(address)[2] == picture


def test_a_closed_library_syncs_and_is_created_if_it_is_missing(copies, tmp_path):
    home = copies("home")
    home.add("home")
    choice = ["--library", tmp_path / "new.omena"]

    (result,) = sync(choice, home.url, "--code", home.code())

    assert result["received"] > 0
    assert sync(choice)[0]["received"] == 0
    with Copy(tmp_path / "new.omena") as other:
        assert other.notes() == home.notes()


def test_thousands_of_pictures_arrive_in_one_sync(copies, tmp_path):
    home = copies("home")
    connection = home.connect()
    sources = []
    for number in range(3_400):
        connection.request("POST", f"/media?name={number}.png", PICTURE + b"%d" % number, {"Host": f"localhost:{home.port}"})
        sources.append(json.loads(connection.getresponse().read())["source"].strip())
    connection.close()
    for start in range(0, len(sources), 100):
        home.add(f"from {start}", " ".join(sources[start : start + 100]))

    (result,) = sync(["--library", tmp_path / "new.omena"], home.url, "--code", home.code())

    assert result["receivedMedia"] == len(sources) and result.get("problem") is None


def test_three_copies_agree_through_one(copies):
    server, first, second = copies("server"), copies("first"), copies("second")
    first.pair(server)
    second.pair(server)
    for copy in (server, first, second):
        for number in range(10):
            copy.add(f"{copy.library.name} {number}")

    for copy in (first, second, first):
        copy.sync()

    assert server.notes() == first.notes() == second.notes()
    assert len(server.notes()) >= 30


def test_a_served_library_syncs_by_itself(pair):
    home, laptop = pair
    laptop.add("soon")

    wait_for(lambda: home.notes() == laptop.notes(), seconds=60)


def test_follow_goes_on_until_it_is_stopped(pair):
    home, laptop = pair
    command = [BINARY, "sync", "--follow", *laptop.choice]
    follower = subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, text=True)
    assert home.url in follower.stdout.readline()
    assert follower.poll() is None
    follower.terminate()
    assert follower.wait() == -15
