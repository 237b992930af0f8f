extension Migration {
    /// Records for each value when and on which replica it was written, so that two copies of a library can be merged.
    static let sync = Migration(
        name: "sync",
        sql: """
            -- The replicas that have ever written a fact. `sequence` and `clock` are the latest that was heard of one; of this
            -- file's own replica, the latest facts may be later. `home` says which file it is.
            CREATE TABLE replica (
                number INTEGER PRIMARY KEY,
                id BLOB NOT NULL UNIQUE,
                sequence INTEGER NOT NULL DEFAULT 0,
                clock INTEGER NOT NULL DEFAULT 0,
                is_own INTEGER NOT NULL DEFAULT 0,
                home TEXT
            ) STRICT;

            -- When a part of an object was written: `clock` is in milliseconds since 1970, shifted by 16 bits that count.
            -- The value is in the object's own table; if it is not there, the object or the part was removed. An empty part
            -- is the whole object, with all parts that have no later fact. `SyncMap` names kinds and parts.
            CREATE TABLE fact (
                kind TEXT NOT NULL,
                object ANY NOT NULL,
                part TEXT NOT NULL,
                clock INTEGER NOT NULL,
                replica INTEGER NOT NULL,
                sequence INTEGER NOT NULL,
                PRIMARY KEY (kind, object, part)
            ) STRICT, WITHOUT ROWID;

            CREATE UNIQUE INDEX fact_by_sequence ON fact (replica, sequence);

            -- The same for events, which are never rewritten; of one that was removed, there is a later fact.
            CREATE TABLE event_origin (
                replica INTEGER NOT NULL,
                sequence INTEGER NOT NULL,
                event INTEGER NOT NULL,
                clock INTEGER NOT NULL,
                PRIMARY KEY (replica, sequence)
            ) STRICT, WITHOUT ROWID;

            -- Facts with their encoded values that wait for another object (`awaited`), or for a version that knows them.
            CREATE TABLE parked (
                kind TEXT NOT NULL,
                object ANY NOT NULL,
                part TEXT NOT NULL,
                clock INTEGER NOT NULL,
                replica INTEGER NOT NULL,
                sequence INTEGER NOT NULL,
                awaited TEXT,
                value BLOB,
                PRIMARY KEY (kind, object, part)
            ) STRICT, WITHOUT ROWID;

            CREATE INDEX parked_by_sequence ON parked (replica, sequence);
            CREATE INDEX parked_by_awaited ON parked (awaited) WHERE awaited IS NOT NULL;

            -- Objects that were found to be the same as another one, which stands for both.
            CREATE TABLE merged (
                kind TEXT NOT NULL,
                object INTEGER NOT NULL,
                into_object INTEGER NOT NULL,
                PRIMARY KEY (kind, object)
            ) STRICT, WITHOUT ROWID;

            -- Values that lost to a later one; `written` and `moment` say when each was written, and when it lost. `name` is
            -- the same on all replicas: it consists of the value's clock and hash, and of what had the value.
            CREATE TABLE overwritten (
                id INTEGER PRIMARY KEY,
                name TEXT NOT NULL UNIQUE,
                kind TEXT NOT NULL,
                object ANY NOT NULL,
                part TEXT NOT NULL,
                value TEXT NOT NULL,
                written INTEGER NOT NULL,
                moment INTEGER NOT NULL
            ) STRICT;

            CREATE INDEX overwritten_by_object ON overwritten (kind, object);

            -- Cards that were deleted with their notes, while the log still has events of them.
            CREATE TABLE departed_card (
                id INTEGER PRIMARY KEY,
                note INTEGER NOT NULL,
                face TEXT NOT NULL,
                UNIQUE (note, face)
            ) STRICT;

            -- What this library syncs with. One that reaches us presents a token, of which only the digest is stored.
            CREATE TABLE peer (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                name TEXT NOT NULL,
                address TEXT,
                token TEXT,
                token_digest BLOB UNIQUE,
                paired INTEGER NOT NULL,
                synced INTEGER,
                replica BLOB,
                vector TEXT NOT NULL DEFAULT '{}',
                received INTEGER NOT NULL DEFAULT 0,
                sent INTEGER NOT NULL DEFAULT 0,
                overwritten INTEGER NOT NULL DEFAULT 0,
                failure TEXT
            ) STRICT;

            INSERT INTO replica (number, id, is_own) VALUES (1, randomblob(16), 1);

            -- Facts of what exists already, with the time of its last change, in an order in which nothing refers to a
            -- later one.
            WITH present (now) AS (
                SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)
            )
            INSERT INTO fact (kind, object, part, clock, replica, sequence)
            SELECT kind, object, part, max(1, min(moment, (SELECT now FROM present))) << 16, 1,
                row_number() OVER ()
            FROM (
                SELECT 'type' AS kind, id AS object, '' AS part, changed AS moment FROM note_type
                UNION ALL
                SELECT 'deck', id, '', changed FROM deck
                UNION ALL
                SELECT 'setting', 'study', json_each.key, (SELECT made FROM library)
                FROM setting, json_each(setting.value)
                WHERE setting.key = 'study'
                UNION ALL
                SELECT 'setting', key, '', (SELECT made FROM library)
                FROM setting
                WHERE key = 'parameters'
                UNION ALL
                SELECT 'medium', name, '', made FROM media
                UNION ALL
                SELECT 'note', id, '', changed FROM note
            );

            INSERT INTO event_origin (replica, sequence, event, clock)
            SELECT 1, (SELECT count(*) FROM fact) + row_number() OVER (), event.id,
                max(1, event.moment) << 16
            FROM event
            JOIN card ON card.id = event.card;
            """
    )
}
