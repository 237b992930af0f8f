"""Texts and names that are rare in collections, but possible."""

import unicodedata

from anki.collection import Collection
from collections_of_anki import add

# As stored in Anki's tables, where other programs may have written what Anki itself would have changed.
TEXTS = [
    "a\r\nb", "a\rb", "  a  ", "\na\n", "\t", " ", "a\0b", "a\x1b[0m", "\x07", "\x7f", "a\x85b", "a\x0b\x0cb", "a\x1c\x1d\x1eb",
    unicodedata.normalize("NFD", "épi å ガ 각"), "\u0301", "\u0301abc", "\u212b\u2126", "\ufb01", "\uf900",
    "a\u2028b\u2029c", "a\u200db\u200c\u200b", "\ufeffa\ufeff", "\ue000\U000f0000", "\xa0a\xa0", "\u3000a\u3000", "\u202ea\u202c\u200f",
    "\ufffe\uffff\ufdd0", "\ufffd", "<div>a\r\n</div><p>\r", "&#13;&#10;", "y" * 1_000_000,
]
TAGS = [
    ["a\u3000b"], ["a\u3000b", "c"], ["::"], ["a::"], ["::a"], ["a::::b"], ["x" * 300], ["日" * 300], ["'"], ["<b>"], ["&amp;"], ["*"],
    ["-x"], ["#x"], ["(x)"], ["a,b"], ["\ufeffx"], ["x\u200d"], ["\u0301x"], ["x::" + "y::" * 20 + "z"],
]
DECKS = [
    "a::", "::b", "a::::c", ":x", "x:", "a:::b", "e\u0301", "x" * 3_000, "日" * 400, "日" * 400 + "::inside", " lead", "trail ", "in  side",
    "tab\tin", "line\nin", "One case", "one Case two", "\u3000wide\u3000", "zw\u200dj", "\ufeffbom", ".", "..", "*",
    "Default::sub", *["::".join(f"x{level}" for level in range(depth)) for depth in (8, 16, 24)],
]
KINDS = [
    ("Case", ["Front", "Back"]), ("case 2", ["Front", "back"]), ("x" * 300, ["f" * 300, "g"]), ("tab\tname", ["a b", "c\xa0d"]), ("::", ["-", "_"]),
    (" lead ", [" lead ", "trail "]), ("<b>", ["<b>", "&"]), ("zw\u200dj", ["z\u200dw", "\u3000i"]), ("Languages", ["English", "Finnish"]),
    ("Place", ["Name", "Description"]),
]


def set_guid(collection, note, guid, fields=None):
    """Gives a note this guid and, if given, exactly these texts."""
    collection.db.execute("UPDATE notes SET guid = ? WHERE id = ?", guid, note.id)
    if fields is not None:
        collection.db.execute("UPDATE notes SET flds = ? WHERE id = ?", "\x1f".join(fields), note.id)


def add_names(collection):
    """Names and tags that Anki accepts."""
    for index, tags in enumerate(TAGS):
        set_guid(collection, add(collection, "Basic", "Tags", f"tags {index}", tags=tags), f"tags {index}")
    for index, name in enumerate(DECKS):
        set_guid(collection, add(collection, "Basic", name, f"deck {index}"), f"deck {index}")
    for index, (name, fields) in enumerate(KINDS):
        kind = collection.models.new(name)
        for field in fields:
            collection.models.add_field(kind, collection.models.new_field(field))
        template = collection.models.new_template("Card 1")
        template["qfmt"], template["afmt"] = "{{%s}}" % kind["flds"][0]["name"], "{{FrontSide}}\r\n{{%s}}" % kind["flds"][1]["name"]
        collection.models.add_template(kind, template)
        kind["css"] = ".card {}\r\n/* x */\r"
        id = collection.models.add_dict(kind).id
        note = collection.new_note(collection.models.get(id))
        note.fields = [f"kind {index}", "back"]
        collection.add_note(note, collection.decks.id("Card types"))
        set_guid(collection, note, f"kind {index}")


def add_texts(collection):
    """Texts that Anki itself would not write, in the first field and in the second."""
    for index, text in enumerate(TEXTS):
        set_guid(collection, add(collection, "Basic", "Texts", f"{index} first"), f"{index} first", [text, "back"])
        set_guid(collection, add(collection, "Basic", "Texts", f"{index} second"), f"{index} second", ["front", text])
    set_guid(collection, add(collection, "Basic", "Texts", "nothing"), "nothing", ["", ""])


def build(path):
    collection = Collection(str(path))
    add_names(collection)
    return collection
