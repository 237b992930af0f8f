extension Migration {
    /// Makes notes searchable.
    ///
    /// A tokenizer of Omena's own (`SearchExtensions`) indexes the words of `note.fields`, which it reads from the stored JSON.
    /// A version that splits texts differently needs a migration that rebuilds the index.
    static let search = Migration(
        name: "search",
        sql: """
            CREATE VIEW searched_note AS
            SELECT id, fields
            FROM note
            WHERE binned IS NULL;

            CREATE VIRTUAL TABLE note_search USING fts5 (
                fields,
                content = 'searched_note',
                content_rowid = 'id',
                tokenize = 'omena',
                columnsize = 0
            );

            -- Every word that a note has or once had, with its accents; wildcards and accents are looked up here.
            CREATE TABLE word (
                id INTEGER PRIMARY KEY,
                word TEXT NOT NULL UNIQUE
            ) STRICT;

            INSERT INTO note_search (note_search) VALUES ('rebuild');

            INSERT OR IGNORE INTO word (word)
            SELECT json_each.value
            FROM searched_note, json_each(note_words(searched_note.fields));

            -- Notes whose changes are not yet indexed, with the fields that are indexed; empty between transactions. A
            -- trigger must not write to a virtual table of an untrusted schema, so it records the change here.
            CREATE TABLE note_search_change (
                note INTEGER PRIMARY KEY,
                indexed TEXT
            ) STRICT;

            CREATE TRIGGER note_search_inserted AFTER INSERT ON note WHEN new.binned IS NULL
            BEGIN
                INSERT OR IGNORE INTO note_search_change (note, indexed) VALUES (new.id, NULL);
            END;

            CREATE TRIGGER note_search_deleted AFTER DELETE ON note WHEN old.binned IS NULL
            BEGIN
                INSERT OR IGNORE INTO note_search_change (note, indexed) VALUES (old.id, old.fields);
            END;

            CREATE TRIGGER note_search_updated AFTER UPDATE OF fields, binned ON note
            WHEN old.fields <> new.fields OR (old.binned IS NULL) <> (new.binned IS NULL)
            BEGIN
                INSERT OR IGNORE INTO note_search_change (note, indexed)
                VALUES (old.id, CASE WHEN old.binned IS NULL THEN old.fields END);
            END;

            CREATE INDEX note_by_moment ON note (made) WHERE binned IS NULL;
            CREATE INDEX note_by_changed ON note (changed) WHERE binned IS NULL;
            """
    )
}
