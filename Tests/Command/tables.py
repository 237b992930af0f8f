"""What the file of a library holds, in words that do not hang on numbers that each library gives anew."""

import sqlite3

# Tables that another library need not have, and why.
EXCEPTIONS = {
    "migration": "which version wrote the file",
    "library": "which library it is, and in which of its lives",
    "browser": "who may use this library",
    "journal": "what can be taken back stays where it was done",
    "word": "words that some note has or once had",
    "note_search": "the index; `omena check` holds it to the notes",
    "note_search_change": "what searches have yet to hear of",
    "index_to_make": "the same of indexes",
    "sqlite_sequence": "numbers that were given",
}
# Columns that each library fills in itself: its own numbers, when something came to it, and what it has yet to look at.
OWN = {
    "deck": ["id", "made", "changed"],
    "card": ["id", "is_asked", "dealing_deck"],
    "note": ["has_new"],
    "note_type": ["made", "changed"],
    "media": ["made"],
    "kept_file": ["id", "made"],
}
# What refers to another row, by what is the same everywhere.
SAID = {
    "deck.settings": "json_remove(settings, '$.file.id')",
    "note.deck": "(SELECT name FROM deck WHERE id = note.deck)",
    "card.deck": "(SELECT name FROM deck WHERE id = card.deck)",
    "language_set.deck": "(SELECT name FROM deck WHERE id = language_set.deck)",
    "event.card": "(SELECT note || ' ' || face FROM card WHERE id = event.card)",
}
# Whom to ask for words and maps could be anybody, and what the first visit asked was asked there.
FILTERS = {"setting": "key IN ('study', 'parameters')"}


def tables(path):
    """The rows of all tables but the exceptions, sorted."""
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    names = [name for name, in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    found = {}
    for table in names:
        if table in EXCEPTIONS or table.startswith("note_search_"):
            continue
        columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
        said = [f"{SAID.get(f'{table}.{name}', name)} AS {name}" for name in columns if name not in OWN.get(table, [])]
        rows = database.execute(f"SELECT {', '.join(said)} FROM {table} WHERE {FILTERS.get(table, 'true')}")
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
