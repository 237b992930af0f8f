"""The content of a library's file, without the numbers that differ from library to library."""

import sqlite3

# Tables that are not part of an export, and why.
EXCEPTIONS = {
    "migration": "the version that wrote the file",
    "library": "the identity and the epoch of the library",
    "browser": "the browsers that may use this library",
    "client": "the programs that may use this library",
    "alias": "the numbers by which those programs know notes and cards",
    "journal": "changes can be undone only in their own library",
    "word": "words that some note contains or once contained",
    "note_search": "the index; `omena check` compares it with the notes",
    "note_search_change": "notes that have yet to be indexed",
    "index_to_make": "indexes that have yet to be created",
    "knowledge": "what was known on earlier days, which can be computed from the log",
    "replica": "which copies of the library have written something",
    "fact": "when and by which replica each value was written",
    "event_origin": "the same for events",
    "parked": "what waits for another replica",
    "merged": "IDs that stand for others",
    "arrived_page": "what another replica has sent and is not merged yet",
    "overwritten": "values that lost to later ones on other replicas",
    "departed_card": "cards that were deleted, by the number in the log",
    "peer": "what this library syncs with",
    "tally_move": "cards that a transaction has moved; empty after it",
    "sqlite_sequence": "the last numbers that were assigned",
}
# Columns that each library fills in itself: its own numbers, times of arrival, and pending work.
OWN = {
    "deck": ["id", "made", "changed"],
    "card": ["id", "is_asked", "dealing_deck"],
    "note": ["has_new"],
    "note_type": ["made", "changed"],
    "media": ["made"],
    "kept_file": ["id", "made"],
}
# Expressions that replace references to rows by names that are the same in every library.
REFERENCES = {
    "deck.settings": "json_remove(settings, '$.file.id')",
    "note.deck": "(SELECT name FROM deck WHERE id = note.deck)",
    "card.deck": "(SELECT name FROM deck WHERE id = card.deck)",
    "language_set.deck": "(SELECT name FROM deck WHERE id = language_set.deck)",
    "tally.deck": "(SELECT name FROM deck WHERE id = tally.deck)",
    "event.card": "(SELECT note || ' ' || face FROM card WHERE id = event.card)",
}
# The servers for words and maps and the answers of the first visit are not exported.
FILTERS = {"setting": "key IN ('study', 'parameters')"}


def tables(path):
    """The rows of all tables except `EXCEPTIONS`, sorted."""
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    names = [name for name, in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    found = {}
    for table in names:
        if table in EXCEPTIONS or table.startswith("note_search_"):
            continue
        columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
        expressions = [f"{REFERENCES.get(f'{table}.{name}', name)} AS {name}" for name in columns if name not in OWN.get(table, [])]
        rows = database.execute(f"SELECT {', '.join(expressions)} FROM {table} WHERE {FILTERS.get(table, 'true')}")
        keys = [column[0] for column in rows.description]
        found[table] = sorted((dict(zip(keys, row)) for row in rows), key=repr)
    database.close()
    return found


def contents(path):
    """The pictures and sounds in the second file of a library, by their hashes."""
    database = sqlite3.connect(f"file:{path}-media?mode=ro", uri=True)
    found = dict(database.execute("SELECT digest, bytes FROM content").fetchall())
    database.close()
    return found


def emptied(path):
    """A new library without its starter decks."""
    database = sqlite3.connect(path)
    for table in ("note_tag", "note", "deck", "language_set", "kept_file"):
        database.execute(f"DELETE FROM {table}")
    database.commit()
    database.close()
    return path
