"""Builds collections with the real Anki, and reads the content of one so that two can be compared."""

import json
import os
import time
import zipfile

from anki.collection import Collection, ExportAnkiPackageOptions, ImportAnkiPackageOptions, ImportAnkiPackageRequest

DAY = 86_400
LANGUAGES = ["omena", "яблуко", "りんご", "사과", "ਸੇਬ", "سیب", "תפוח", "μήλο", "苹果", "e\u0301pi <b>&amp;</b>"]


def add(collection, kind, deck, *fields, tags=()):
    note = collection.new_note(collection.models.by_name(kind))
    note.fields = [*fields, *[""] * (len(note.fields) - len(fields))]
    note.tags = list(tags)
    collection.add_note(note, collection.decks.id(deck))
    return note


def study(collection, note, ord, answers, first):
    """Writes a log of answers on given days into Anki's tables."""
    card = note.cards()[ord]
    ivl = 0
    for index, (days, ease, interval) in enumerate(answers):
        moment = int((first + days * DAY) * 1000) + card.id % 997
        collection.db.execute(
            "INSERT INTO revlog VALUES (?, ?, -1, ?, ?, ?, ?, ?, ?)",
            moment, card.id, ease, interval, ivl, 300, 1500 + index, 0 if index == 0 else 1,
        )
        ivl = interval
    return card


def set_card(collection, card, **values):
    for name, value in values.items():
        collection.db.execute(f"UPDATE cards SET {name} = ? WHERE id = ?", value, card.id)


def build(path):
    """A collection with every state of a card and every kind of note."""
    collection = Collection(str(path))
    collection.set_config("fsrs", True)
    for index, word in enumerate(LANGUAGES):
        add(collection, "Basic (and reversed card)", "Words::Many::ten", word, f"apple {index}", tags=["fruit", "a::b::c"])
    typed = add(collection, "Basic (type in the answer)", "Words", "type", "me")
    gaps = add(collection, "Cloze", "Cloze", "{{c1::a}} {{c3::b::hint}} {{c1::c}}", "extra<br>line")
    pictures = add(collection, "Basic", "Words", 'x <img src="päper &amp; 1.png">', "[sound:meow.mp3]")
    collection.media.write_data("päper & 1.png", b"\x89PNG\r\n\x1a\n" + bytes(50))
    collection.media.write_data("meow.mp3", b"ID3" + bytes(range(200)))
    collection.media.write_data("_font.ttf", bytes(100))
    kind = collection.models.by_name("Basic")
    kind["css"] += "@font-face { src: url('_font.ttf') }"
    kind["flds"][0]["rtl"] = True
    kind["flds"][1]["description"] = "What it means"
    collection.models.update_dict(kind)

    options = collection.decks.add_config("Slow")
    options["new"]["perDay"] = 7
    options["rev"]["perDay"] = 99
    options["desiredRetention"] = 0.85
    collection.decks.update_config(options)
    deck = collection.decks.get(collection.decks.id("Words"))
    deck["conf"] = options["id"]
    deck["desc"] = "What I have to learn"
    collection.decks.save(deck)

    # Answered in Anki itself: some stay in learning, others go straight to review.
    collection.decks.select(collection.decks.id("Words::Many::ten"))
    for ease in (1, 2, 3, 4, 3, 4):
        collection.sched.answerCard(collection.sched.getCard(), ease)
    # A long log that ended days ago.
    first = time.time() - 60 * DAY
    for note, log in ((typed, [(0, 3, 3), (3, 3, 8), (11, 1, 1), (12, 3, 5), (20, 4, 40)]), (gaps, [(0, 4, 9), (9, 2, 15)])):
        card = study(collection, note, 0, log, first)
        today = collection.sched.today
        due = today - 60 + log[-1][0] + log[-1][2]
        set_card(collection, card, type=2, queue=2, due=due, ivl=log[-1][2], factor=2500, reps=len(log), lapses=1)
    states = collection.find_cards("is:new deck:Words::Many::ten")
    collection.sched.suspend_cards(states[:2])
    collection.sched.bury_cards(states[2:3], manual=True)
    collection.set_user_flag_for_cards(3, states[3:5])
    collection.sched.set_due_date([states[5]], "4")
    collection.sched.set_due_date([states[6]], "9!")
    reset = [states[6]]
    collection.sched.schedule_cards_as_new(reset)
    collection.decks.id("Empty::inside")
    pictures.tags.append("leech")
    collection.update_note(pictures)
    # Anki adds what belongs to the rows that were written into its tables above.
    collection.fix_integrity()
    return collection


def export(collection, path, legacy=False):
    options = ExportAnkiPackageOptions(with_scheduling=True, with_deck_configs=True, with_media=True, legacy=legacy)
    collection.export_anki_package(out_path=str(path), options=options, limit=None)


def repack_as_first(path, other):
    """Converts a package to the format of Anki before 2.1, which other programs still write."""
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(other, "w") as new:
        new.writestr("collection.anki2", old.read("collection.anki21"))
        for name in old.namelist():
            if not name.startswith("collection") and name != "meta":
                new.writestr(name, old.read(name))


def bring(collection, path):
    options = ImportAnkiPackageOptions(with_scheduling=True, with_deck_configs=True)
    collection.import_anki_package(ImportAnkiPackageRequest(package_path=str(path), options=options))


def contents(collection):
    """Everything that a learner could miss, without the numbers that differ from collection to collection."""
    db = collection.db
    today = collection.sched.today
    decks = {deck.id: deck.name for deck in collection.decks.all_names_and_ids()}
    # A new collection already has types with these names, so Anki renames the imported ones by appending a plus sign.
    kinds = {kind.id: kind.name.rstrip("+") for kind in collection.models.all_names_and_ids()}
    notes, cards, log = {}, {}, {}
    for guid, mid, mod, tags, fields in db.all("SELECT guid, mid, mod, tags, flds FROM notes"):
        notes[guid] = (kinds[mid], mod, sorted(tags.split()), fields.split("\x1f"))
    rows = db.all(
        "SELECT c.id, n.guid, c.ord, CASE c.odid WHEN 0 THEN c.did ELSE c.odid END, c.type, c.queue, CASE c.odue WHEN 0 THEN c.due ELSE c.odue END, c.ivl, c.factor, c.reps, c.lapses, c.left, c.flags,"
        " c.data FROM cards c JOIN notes n ON n.id = c.nid"
    )
    # The beginning of Anki's day: for suspended and buried cards in learning a package stores the due day in seconds.
    day = collection.sched.day_cutoff - DAY
    for cid, guid, ord, did, type, queue, due, ivl, factor, reps, lapses, left, flags, data in rows:
        if type == 2 or type in (1, 3) and due < 1_000_000_000:
            due -= today
        elif queue < 0 and type in (1, 3) and (due - day) % DAY == 0:
            due = (due - day) // DAY
        data = json.loads(data or "{}")
        if type == 0:
            data.pop("pos", None)
        cards[f"{guid}/{ord}"] = dict(
            deck=decks[did], type=type, queue=queue, due=due, ivl=ivl, factor=factor, reps=reps, lapses=lapses, left=left,
            flags=flags & 7, data=data,
        )
        log[f"{guid}/{ord}"] = db.all("SELECT id, ease, ivl, lastIvl, factor, time, type FROM revlog WHERE cid = ? ORDER BY id", cid)
    used = {decks[did] for did, in db.all("SELECT DISTINCT CASE odid WHEN 0 THEN did ELSE odid END FROM cards")}
    options = {}
    for name in used:
        deck = collection.decks.by_name(name)
        config = collection.decks.config_dict_for_deck_id(deck["id"])
        options[name] = (deck["desc"], config["name"], config["new"]["perDay"], config["rev"]["perDay"], round(config["desiredRetention"], 4))
    models = {}
    for mid, in db.all("SELECT DISTINCT mid FROM notes"):
        kind = collection.models.get(mid)
        models[kinds[mid]] = (
            kind["type"], kind["css"],
            [(field["name"], field["rtl"], field["description"], field["font"], field["size"]) for field in kind["flds"]],
            [(template["name"], template["qfmt"], template["afmt"]) for template in kind["tmpls"]],
        )
    media = {}
    for name in sorted(os.listdir(collection.media.dir())):
        with open(f"{collection.media.dir()}/{name}", "rb") as file:
            media[name] = file.read()
    return dict(notes=notes, cards=cards, log=log, options=options, models=models, media=media)
