"""Collections that Anki builds at random: every kind of note, card and state, odd names, odd texts."""

import random
import time
import unicodedata

from anki.collection import Collection
from collections_of_anki import DAY, set_card

WORDS = [
    "omena", "яблуко", "りんご", "사과", "ਸੇਬ", "سیب", "תפוח", "μήλο", "苹果", "แอปเปิล", "e\u0301pi", "<b>bold</b>", "&amp;", "&lt;i&gt;",
    "a<br>b", "<div>line</div>", "\\(x^2\\)", "[latex]\\frac12[/latex]", "🍎", "👩‍👩‍👧", "“quoted”", "it's", "{{not a field}}", "a\tb", "line\nline",
    "&nbsp;", "<ruby>漢<rt>かん</rt></ruby>", "漢字[かんじ]", "100 %", "#tag", "C:\\path", "<img src=x onerror=alert(1)>", "<script>1</script>", "0", " ",
]
NAMES = [
    "Plain", "with space", "ünï", "日本語", "a'b", 'say "hi"', "100%", "emoji 🍏", "UPPER", "x" * 90, "slash/back\\", "#hash", "{brace}", "<b>", "&", "-dash",
    "_low", "1.5", "e\u0301",
]
FILES = ["a.png", "päper & 1.png", "sp ace.jpg", "日本.mp3", "q'uote.png", "100%.gif", "e\u0301.png", "UPPER.PNG", "deep.name.ogg", "x" * 60 + ".png"]


def text(chance, most=4):
    return " ".join(chance.choices(WORDS, k=chance.randint(0, most)))


def make_types(collection, chance, media):
    kinds = []
    for number in range(chance.randint(2, 5)):
        is_cloze = chance.random() < 0.25
        kind = collection.models.new(f"{chance.choice(NAMES)} {number}")
        kind["type"] = 1 if is_cloze else 0
        names = [unicodedata.normalize("NFC", name) for name in NAMES if not set(name) & set(':{}"#^/')]
        names = chance.sample(names, chance.randint(2, 6))
        for name in names:
            field = collection.models.new_field(name)
            field["rtl"] = chance.random() < 0.2
            field["size"] = chance.choice([12, 20, 40])
            field["font"] = chance.choice(["Arial", "Noto Sans"])
            field["sticky"] = chance.random() < 0.2
            field["description"] = text(chance, 2)
            collection.models.add_field(kind, field)
        kind["css"] = chance.choice(["", ".card { color: red }", "/* ünï */ .card::after { content: '\\201C' }", "@import url(x);"])
        kind["latexPre"] += chance.choice(["", "\n\\usepackage{x}"])
        kind["sortf"] = chance.randrange(len(names))
        if is_cloze:
            template = collection.models.new_template("Cloze")
            template["qfmt"] = f"{{{{cloze:{names[0]}}}}}"
            template["afmt"] = f"{{{{cloze:{names[0]}}}}}<br>{{{{{names[1]}}}}}"
            collection.models.add_template(kind, template)
        else:
            for index in range(chance.randint(1, 3)):
                first, second = chance.sample(names, 2)
                template = collection.models.new_template(f"{chance.choice(NAMES)} {index}")
                template["qfmt"] = chance.choice([
                    "{{%s}}" % names[0], "{{%s}}{{#%s}}{{%s}}{{/%s}}" % (names[0], first, second, first),
                    "{{%s}}" % first, "{{text:%s}} {{type:%s}}" % (first, second), "{{hint:%s}}{{%s}}" % (first, names[0]),
                ]) + f" {index}"
                template["afmt"] = chance.choice(["{{FrontSide}}<hr id=answer>", "", "{{Tags}} {{Deck}} "]) + "{{%s}}" % second
                template["bqfmt"] = chance.choice(["", "{{%s}}" % first])
                collection.models.add_template(kind, template)
        collection.models.add(kind)
        kinds.append(collection.models.by_name(kind["name"]))
    kinds.append(collection.models.by_name("Image Occlusion"))
    return kinds


def make_decks(collection, chance):
    decks = [1]
    for _ in range(chance.randint(1, 6)):
        name = "::".join(chance.choice(NAMES) for _ in range(chance.randint(1, 4)))
        id = collection.decks.id(name)
        decks.append(id)
        deck = collection.decks.get(id)
        deck["desc"] = text(chance)
        if chance.random() < 0.4:
            options = collection.decks.add_config(f"{chance.choice(NAMES)} {id}")
            options["new"]["perDay"] = chance.randint(0, 50)
            options["rev"]["perDay"] = chance.randint(0, 500)
            options["desiredRetention"] = chance.choice([0.8, 0.9, 0.95])
            options["new"]["delays"] = chance.choice([[1.0, 10.0], [], [0.5, 5.0, 60.0], [1440.0]])
            options["lapse"]["delays"] = chance.choice([[10.0], [], [1.0, 2.0]])
            options["lapse"]["leechFails"] = chance.randint(1, 20)
            collection.decks.update_config(options)
            deck["conf"] = options["id"]
        collection.decks.save(deck)
    return decks


def make_note(collection, chance, kind, deck, names):
    note = collection.new_note(kind)
    for index in range(len(note.fields)):
        note.fields[index] = text(chance)
        if names and chance.random() < 0.1:
            name = chance.choice(names)
            note.fields[index] += f"[sound:{name}]" if name.endswith(("mp3", "ogg")) else f'<img src="{name.replace("&", "&amp;")}">'
    note.fields[0] += f" {chance.random()}"
    if kind["type"] == 1:
        note.fields[0] = " ".join(
            "{{c%d::%s%s}}" % (number, text(chance, 2) or "x", chance.choice(["", "::hint"]))
            for number in chance.sample(range(1, 12), chance.randint(1, 4))
        ) + note.fields[0]
        if kind["name"] == "Image Occlusion":
            note.fields[0] = "<br>".join(
                "{{c%d::image-occlusion:rect:left=.%d:top=.2:width=.1:height=.15:oi=1}}" % (number, number) for number in range(1, 4)
            )
            note.fields[1] = f'<img src="{chance.choice(names) if names else "none.png"}">'
    note.tags = chance.sample(["fruit", "a::b::c", "marked", "leech", "ünï", "日本", "B::b", "x'y", "100%"], chance.randint(0, 3))
    collection.add_note(note, deck)
    return note


def make_state(collection, chance, card, today, now):
    """Gives a card a state that occurs in Anki, with a log that leads to it."""
    kind = chance.choice(["new", "new", "learning", "day learning", "review", "review", "review", "relearning", "old", "manual"])
    log, ivl, day = [], 0, chance.randint(30, 900)
    if kind != "new":
        for index in range(chance.randint(1, 8)):
            ease = chance.choices((1, 2, 3, 4), (2, 2, 6, 1))[0]
            next = -600 if kind == "learning" or ease == 1 else max(1, int((ivl if ivl > 0 else 1) * chance.uniform(1.1, 2.6)))
            moment = int((now - day * DAY) * 1000) + chance.randrange(1000)
            log.append((moment, ease, next, ivl, chance.choice([0, 250, 2500, 1300, 987]), chance.randrange(0, 60_000), 0 if index == 0 else chance.choice([1, 1, 1, 2, 3])))
            ivl = next
            day = max(day - max(1, next if next > 0 else 1), 0.01 * (9 - index))
    if kind == "manual":
        log.append((int((now - 0.005 * DAY) * 1000) + chance.randrange(1000), 0, max(ivl, 1), 0, chance.choice([0, 2500]), 0, chance.choice([4, 5])))
    for entry in log:
        collection.db.execute("INSERT OR IGNORE INTO revlog (id, cid, usn, ease, ivl, lastIvl, factor, time, type) VALUES (?, ?, -1, ?, ?, ?, ?, ?, ?)", entry[0], card.id, *entry[1:])
    lapses = sum(1 for entry in log if entry[1] == 1)
    days = max(abs(ivl) if ivl > 0 else 1, 1)
    common = dict(factor=chance.choice([2500, 1300, 2170]), reps=max(len(log), 1), lapses=lapses)
    if kind == "learning":
        set_card(collection, card, type=1, queue=1, due=int(now) + chance.randint(-4000, 4000), ivl=0, left=chance.choice([1001, 2002, 1]), reps=common["reps"], lapses=0, factor=0)
    elif kind == "day learning":
        set_card(collection, card, type=1, queue=3, due=today + chance.randint(-3, 2), ivl=0, left=1001, reps=common["reps"], lapses=0, factor=0)
    elif kind == "relearning":
        set_card(collection, card, type=3, queue=chance.choice([1]), due=int(now) + chance.randint(-900, 900), ivl=days, left=1001, **common)
    elif kind in ("review", "old", "manual"):
        due = today + chance.randint(-40, 4000 if kind == "old" else 60)
        set_card(collection, card, type=2, queue=2, due=due, ivl=days, left=0, **common)


def build_random(path, seed, count=60):
    chance = random.Random(seed)
    collection = Collection(str(path))
    collection.set_config("fsrs", chance.random() < 0.6)
    names = [unicodedata.normalize("NFC", name) for name in chance.sample(FILES, chance.randint(0, len(FILES)))]
    names = [collection.media.write_data(name, bytes(chance.choices(range(256), k=chance.randint(1, 3_000)))) for name in names]
    kinds = make_types(collection, chance, names)
    decks = make_decks(collection, chance)
    now = time.time()
    for _ in range(count):
        note = make_note(collection, chance, chance.choice(kinds), chance.choice(decks), names)
        for card in note.cards():
            if chance.random() < 0.1:
                collection.set_deck([card.id], chance.choice(decks))
            make_state(collection, chance, card, collection.sched.today, now)
    collection.fix_integrity()
    cards = list(collection.find_cards(""))

    def some():
        return chance.sample(cards, min(len(cards), chance.randint(1, 8)))

    collection.sched.suspend_cards(some())
    collection.sched.bury_cards(some(), manual=True)
    collection.sched.bury_cards(some(), manual=False)
    for flag in range(1, 8):
        collection.set_user_flag_for_cards(flag, some())
    for card in some():
        collection.set_user_flag_for_cards(0, [card])
    make_filtered_deck(collection, chance)
    return collection


def make_filtered_deck(collection, chance):
    """A filtered deck, which borrows cards from their own decks."""
    deck = collection.sched.get_or_create_filtered_deck(deck_id=0)
    deck.name = "Away"
    del deck.config.search_terms[1:]
    deck.config.search_terms[0].search = chance.choice(["is:due", "is:new", "is:review", "flag:3"])
    deck.config.search_terms[0].limit = 10
    deck.allow_empty = True
    collection.sched.add_or_update_filtered_deck(deck)
