extension Migration {
    /// Adds the programs that use the interface of AnkiConnect, and the numbers by which they know notes and cards.
    static let clients = Migration(
        name: "clients",
        sql: """
            -- A program, by the origin of its requests or by its name, and what the learner decided: 0 has not been asked,
            -- 1 allowed, 2 refused. `permissions` is a set of bits.
            CREATE TABLE client (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                identity TEXT NOT NULL UNIQUE,
                decision INTEGER NOT NULL,
                permissions INTEGER NOT NULL DEFAULT 0,
                asked INTEGER NOT NULL,
                decided INTEGER,
                seen INTEGER NOT NULL
            ) STRICT;

            -- The number of a note, card, deck or note type in that interface: when it was made, in milliseconds since 1970,
            -- or the next free one. A row outlives what it numbers, so that no number is used again.
            CREATE TABLE alias (
                kind INTEGER NOT NULL,
                number INTEGER NOT NULL,
                owner INTEGER NOT NULL,
                face TEXT NOT NULL DEFAULT '',
                PRIMARY KEY (kind, number),
                UNIQUE (kind, owner, face)
            ) STRICT, WITHOUT ROWID;
            """
    )
}
