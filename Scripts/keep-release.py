#!/usr/bin/env python3
"""keep-release.py: stores a library and its Omena JSON as this version writes them, in Tests/Released/VERSION.

Run once for each release, after its version was set. Later versions are tested to open both.
"""

import base64
import gzip
import json
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path += [str(ROOT / "Tests"), str(ROOT / "Tests/Command")]

from serving import Omena, practice  # noqa: E402
from test_command import run  # noqa: E402

TABLE = """#columns:Front,Back,Tags,Deck
"omena","<b>apple</b>",fruit,Suomi::Ruoka
"vesi","water, 'cold'",drink,Suomi::Ruoka
"{{c1::kissa}} ja koira","cat",animal,Suomi
"""
PLACE = {
    "type": "Feature",
    "geometry": {"type": "Point", "coordinates": [24.98810001, 60.1454]},
    "properties": {"name": "Suomenlinna", "description": "A fortress"},
}
PICTURE = base64.b64encode(
    bytes.fromhex(
        "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360606060000000050001a5f645"
        "400000000049454e44ae426082"
    )
).decode()


def use(omena, folder):
    """What a learner does: imports, writes in several languages and scripts, studies, takes back, changes settings."""
    (folder / "Words.csv").write_text(TABLE)
    (folder / "places.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": [PLACE]}))
    catalog = ROOT / "Tests/LanguagesTests/Resources/Catalogs/states.xcstrings"
    for file, deck in [("Words.csv", "Suomi"), ("places.geojson", "Trip"), (catalog, "App")]:
        told = run("import", folder / file, "--deck", deck, *omena.choice)
        assert told.returncode == 0, told
    json_type = {"Content-Type": "application/json"}

    def post(path, **body):
        status, _, answer = omena.request("POST", f"/api/v1{path}", json.dumps(body), json_type)
        assert status in (200, 201), answer
        return json.loads(answer)

    for deck in ["Pictures", "World"]:
        omena.make_deck(deck)
    picture = post("/media", name="dot.png", data=PICTURE)["reference"]
    post("/notes", type="Basic", deck="Pictures", fields={"Front": "a dot", "Back": picture}, tags=["small"])
    post("/notes", type="Languages", deck="World", fields={"en": "apple tree", "ja": "りんごの木", "pa-Arab": "سیب دا رکھ", "uk": "яблуня"})
    deal = omena.deal("Suomi::Ruoka", "review")
    reviews = [practice(card, "good", kind="review", mode="review") for card in deal["cards"]]
    assert omena.post_reviews(deal, reviews)[0] == 200
    assert omena.post_reviews(deal, [practice(deal["cards"][0], "again")])[0] == 200
    omena.post_form("/settings", retention="85", theme="dark")


def keep():
    version = run("--version").stdout.split()[1]
    target = ROOT / "Tests/Released" / version
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        library = folder / "library.omena"
        with Omena(library) as omena:
            use(omena, folder)
        assert run("export", folder / "library.json", "--library", library).returncode == 0
        target.mkdir(parents=True)
        for file in ["library.omena", "library.omena-media", "library.json"]:
            # Without a time, so that the same file gives the same bytes.
            (target / f"{file}.gz").write_bytes(gzip.compress((folder / file).read_bytes(), mtime=0))
    print(f"stored {target.relative_to(ROOT)}")


if __name__ == "__main__":
    keep()
