"""What copies of one library have in common, read from their files."""

import ast
import sqlite3

# Of this file alone, or of how it was built; Sources/Storage/Sync/SyncMap.swift says so of each column.
LOCAL_TABLES = {
    "migration", "library", "journal", "browser", "client", "alias", "kept_file", "knowledge", "replica", "fact", "event_origin",
    "parked", "merged", "arrived_page", "peer", "word", "note_search_change", "index_to_make", "tally_move", "departed_card",
    "language_set",
}  # fmt: skip
# Whether a note has new cards, and in which languages, is found out when somebody asks.
LOCAL_COLUMNS = {("card", "id"), ("overwritten", "id"), ("note", "has_new"), ("note", "languages")}
# Rows of cards that have neither marks nor a log are left behind where there was one of these.
SAYS_SOMETHING = """
    (card.deck IS NOT NULL OR card.position IS NOT NULL OR card.is_suspended <> 0 OR card.burial IS NOT NULL OR card.flag <> 0
    OR card.leech_lapses <> 0 OR card.extras IS NOT NULL OR EXISTS (SELECT 1 FROM event WHERE event.card = card.id))
"""
EXPRESSIONS = {
    ("event", "card"): """
        coalesce((SELECT note || ' ' || face FROM card WHERE id = event.card),
            (SELECT note || ' ' || face FROM departed_card WHERE id = event.card))
    """,
    ("note", "cards"): f"(SELECT count(*) FROM card WHERE card.note = note.id AND {SAYS_SOMETHING})",
}
FILTERS = {"setting": "key IN ('parameters', 'parameters-reviews')", "card": SAYS_SOMETHING}


def canonical(library):
    """Everything that is the same in all copies of a library, derived values included, as lines."""
    database = sqlite3.connect(f"file:{library}?mode=ro", uri=True, timeout=20)
    try:
        database.execute("BEGIN")
        tables = "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name"
        virtual = [name for name, in database.execute("SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL%'")]
        lines = []
        for name, _ in database.execute(tables).fetchall():
            if name in LOCAL_TABLES or name.startswith("sqlite_") or any(name.startswith(f"{table}_") for table in virtual):
                continue
            columns = [row[1] for row in database.execute(f"SELECT * FROM pragma_table_info('{name}')")]
            shared = sorted(column for column in columns if (name, column) not in LOCAL_COLUMNS)
            values = ", ".join(EXPRESSIONS.get((name, column), f'"{column}"') for column in shared)
            rows = database.execute(f"SELECT {values} FROM {name} WHERE {FILTERS.get(name, '1')}")
            lines += sorted(f"{name} {dict(zip(shared, row))}" for row in rows)
        return lines
    finally:
        database.close()


def difference(one, other):
    """In what two copies differ, shortened, for a message: columns of rows that are nearly the same, and a few other lines."""
    left, right = sorted(set(one) - set(other)), sorted(set(other) - set(one))
    if len(left) == len(right):
        found = []
        for mine, yours in zip(left, right):
            table, (row, twin) = mine.split(" ", 1)[0], (ast.literal_eval(line.split(" ", 1)[1]) for line in (mine, yours))
            found += [f"{table}.{name}: {row[name]!r:.300} / {twin.get(name)!r:.300}" for name in row if row[name] != twin.get(name)]
        return "\n".join(found[:12])
    return "\n".join([f"- {line[:300]}" for line in left[:6]] + [f"+ {line[:300]}" for line in right[:6]])


def rows(library, sql):
    """The rows of a query on a library's file."""
    database = sqlite3.connect(f"file:{library}?mode=ro", uri=True, timeout=20)
    try:
        return database.execute(sql).fetchall()
    finally:
        database.close()
