CREATE TABLE migration (
    position INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    applied INTEGER NOT NULL
) STRICT;

CREATE TABLE library (
    id TEXT NOT NULL PRIMARY KEY,
    epoch INTEGER NOT NULL,
    made INTEGER NOT NULL,
    zone TEXT,
    extras TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE deck (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    folded_name TEXT NOT NULL UNIQUE,
    settings TEXT NOT NULL DEFAULT '{}',
    made INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    notes INTEGER NOT NULL DEFAULT 0,
    known INTEGER NOT NULL DEFAULT 0,
    extras TEXT
, binned INTEGER, learning INTEGER NOT NULL DEFAULT 0) STRICT;

CREATE TABLE note_type (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    definition TEXT NOT NULL,
    made INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    extras TEXT
) STRICT;

CREATE TABLE note (
    id INTEGER PRIMARY KEY,
    guid TEXT NOT NULL UNIQUE,
    note_type INTEGER NOT NULL REFERENCES note_type (id),
    deck INTEGER NOT NULL REFERENCES deck (id),
    word_type TEXT,
    latitude REAL,
    longitude REAL,
    made INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    binned INTEGER,
    answered INTEGER NOT NULL DEFAULT 0,
    progress INTEGER NOT NULL DEFAULT 0,
    fields TEXT NOT NULL,
    extras TEXT, prompt TEXT NOT NULL DEFAULT '', introduced INTEGER NOT NULL DEFAULT 0, has_new INTEGER NOT NULL DEFAULT 2, languages TEXT NOT NULL DEFAULT '', cards INTEGER NOT NULL DEFAULT 0, is_suspended INTEGER NOT NULL DEFAULT 0,
    CHECK ((latitude IS NULL) = (longitude IS NULL))
) STRICT;

CREATE INDEX note_by_made ON note (deck, made) WHERE binned IS NULL;

CREATE INDEX note_by_answered ON note (deck, answered, made) WHERE binned IS NULL;

CREATE INDEX note_by_type ON note (note_type);

CREATE INDEX note_by_binned ON note (binned) WHERE binned IS NOT NULL;

CREATE TABLE note_tag (
    note INTEGER NOT NULL REFERENCES note (id) ON DELETE CASCADE,
    folded_tag TEXT NOT NULL,
    tag TEXT NOT NULL,
    PRIMARY KEY (note, folded_tag)
) STRICT, WITHOUT ROWID;

CREATE INDEX note_tag_by_tag ON note_tag (folded_tag, note);

CREATE TABLE card (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    note INTEGER NOT NULL REFERENCES note (id) ON DELETE CASCADE,
    face TEXT NOT NULL,
    deck INTEGER REFERENCES deck (id),
    position INTEGER,
    is_suspended INTEGER NOT NULL DEFAULT 0,
    burial INTEGER,
    buried INTEGER,
    flag INTEGER NOT NULL DEFAULT 0,
    extras TEXT,
    stability REAL,
    difficulty REAL,
    due INTEGER,
    step INTEGER,
    reviews INTEGER NOT NULL DEFAULT 0,
    lapses INTEGER NOT NULL DEFAULT 0,
    last_review INTEGER,
    answered INTEGER,
    answered_event INTEGER,
    answered_grade INTEGER, stage INTEGER NOT NULL DEFAULT 0, interval INTEGER NOT NULL DEFAULT 0, last_day INTEGER, leech_lapses INTEGER NOT NULL DEFAULT 0, dealing_deck INTEGER, is_asked INTEGER NOT NULL DEFAULT 1, reviewed INTEGER, progress INTEGER GENERATED ALWAYS AS (
    CASE
    WHEN stage = 0 OR is_suspended = 1 OR is_asked = 0 THEN 0
    WHEN stability >= 21 THEN 2
    ELSE 1
    END
) VIRTUAL,
    UNIQUE (note, face)
) STRICT;

CREATE INDEX card_by_deck ON card (deck) WHERE deck IS NOT NULL;

CREATE TABLE event (
    card INTEGER NOT NULL,
    moment INTEGER NOT NULL,
    id INTEGER NOT NULL,
    utc_offset INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    grade INTEGER,
    duration INTEGER NOT NULL,
    mode INTEGER NOT NULL,
    due INTEGER,
    retracted INTEGER,
    state TEXT,
    extras TEXT, reviews INTEGER,
    PRIMARY KEY (card, moment, id)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX event_by_id ON event (id);

CREATE INDEX event_by_retracted ON event (retracted) WHERE retracted IS NOT NULL;

CREATE TABLE media (
    name TEXT NOT NULL PRIMARY KEY,
    digest BLOB NOT NULL,
    size INTEGER NOT NULL,
    made INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX media_by_digest ON media (digest);

CREATE TABLE journal (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    moment INTEGER NOT NULL,
    browser INTEGER,
    change TEXT NOT NULL,
    replaced TEXT NOT NULL,
    undone INTEGER
) STRICT;

CREATE TABLE setting (
    key TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE browser (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    token_digest BLOB NOT NULL UNIQUE,
    name TEXT NOT NULL,
    paired INTEGER NOT NULL,
    seen INTEGER NOT NULL
) STRICT;

CREATE TRIGGER card_inserted AFTER INSERT ON card WHEN new.is_suspended = 0
BEGIN
    UPDATE card
    SET dealing_deck = (
        SELECT coalesce(new.deck, note.deck)
        FROM note
        WHERE note.id = new.note
        AND note.binned IS NULL
    )
    WHERE id = new.id;
END;

CREATE INDEX note_by_prompt ON note (prompt) WHERE binned IS NULL;

CREATE INDEX note_by_deck ON note (deck);

CREATE INDEX note_by_introduced ON note (deck, introduced, made, id, has_new, binned)
WHERE has_new > 0 AND binned IS NULL;

CREATE INDEX card_by_due ON card (dealing_deck, due, note, stage, stability, difficulty,
    last_day, buried)
WHERE dealing_deck IS NOT NULL AND due IS NOT NULL;

CREATE INDEX card_by_buried ON card (buried, note) WHERE buried IS NOT NULL;

CREATE TRIGGER card_inserted_for_note AFTER INSERT ON card
WHEN new.stage <> 0 OR new.is_suspended <> 0
BEGIN
    UPDATE note
    SET introduced = introduced + (new.stage <> 0), has_new = 2
    WHERE id = new.note;
END;

CREATE TRIGGER card_deleted_for_note AFTER DELETE ON card
WHEN old.stage <> 0 OR old.is_suspended <> 0
BEGIN
    UPDATE note
    SET introduced = introduced - (old.stage <> 0), has_new = 2
    WHERE id = old.note;
END;

CREATE TRIGGER card_updated_for_note AFTER UPDATE OF stage, is_suspended ON card
WHEN (old.stage = 0) <> (new.stage = 0)
OR old.is_suspended <> new.is_suspended
BEGIN
    UPDATE note
    SET introduced = introduced + (new.stage <> 0) - (old.stage <> 0), has_new = 2
    WHERE id = new.note;
END;

CREATE TRIGGER note_rewritten AFTER UPDATE OF fields, note_type, deck ON note
WHEN old.has_new <> 2
AND (
    old.fields <> new.fields
    OR old.note_type <> new.note_type
    OR old.deck <> new.deck
)
BEGIN
    UPDATE note
    SET has_new = 2
    WHERE id = new.id;
END;

CREATE TRIGGER note_type_rewritten AFTER UPDATE OF definition ON note_type
WHEN old.definition <> new.definition
BEGIN
    UPDATE note
    SET has_new = 2
    WHERE note_type = new.id
    AND has_new <> 2;
END;

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

CREATE TABLE 'note_search_data'(id INTEGER PRIMARY KEY, block BLOB);

CREATE TABLE 'note_search_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

CREATE TABLE 'note_search_config'(k PRIMARY KEY, v) WITHOUT ROWID;

CREATE TABLE word (
    id INTEGER PRIMARY KEY,
    word TEXT NOT NULL UNIQUE
) STRICT;

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

CREATE INDEX note_by_changed ON note (changed) WHERE binned IS NULL;

CREATE VIEW standing_event AS
SELECT *
FROM event
WHERE NOT EXISTS (
    SELECT 1
    FROM event AS retraction
    WHERE retraction.retracted = event.id
    AND retraction.card = event.card
);

CREATE VIEW kept_card AS
SELECT id, note, face, deck, is_suspended, burial, flag,
    stage, step, stability, difficulty, due, interval, reviews, lapses, last_review, last_day
FROM card;

CREATE VIEW due_card AS
SELECT id, note, dealing_deck, due, stage, stability, difficulty, last_day, buried
FROM card
WHERE dealing_deck IS NOT NULL
AND due IS NOT NULL;

CREATE TRIGGER deck_resettled AFTER UPDATE OF settings, folded_name ON deck
WHEN old.folded_name <> new.folded_name
OR (
    old.settings <> new.settings
    AND (
        instr(old.settings || new.settings, '"languageChoice"') > 0
        OR instr(old.settings || new.settings, '"scriptChoice"') > 0
    )
)
BEGIN
    UPDATE note
    SET has_new = 2
    WHERE has_new <> 2
    AND deck IN (
        SELECT id
        FROM deck
        WHERE folded_name = new.folded_name
        OR (
            folded_name > new.folded_name || '::'
            AND folded_name < new.folded_name || ':;'
        )
    );
END;

CREATE TRIGGER card_updated AFTER UPDATE OF note, deck, is_suspended, is_asked ON card
BEGIN
    UPDATE card
    SET dealing_deck = (
        SELECT coalesce(new.deck, note.deck)
        FROM note
        WHERE note.id = new.note
        AND note.binned IS NULL
        AND new.is_suspended = 0
        AND new.is_asked = 1
    )
    WHERE id = new.id;
END;

CREATE TRIGGER note_moved AFTER UPDATE OF deck, binned ON note
WHEN old.deck <> new.deck OR (old.binned IS NULL) <> (new.binned IS NULL)
BEGIN
    UPDATE card
    SET dealing_deck = CASE
        WHEN new.binned IS NULL AND is_suspended = 0 AND is_asked = 1
        THEN coalesce(deck, new.deck)
    END
    WHERE note = new.id;
END;

CREATE INDEX note_by_has_new ON note (introduced DESC) WHERE has_new = 2 AND binned IS NULL;

CREATE TABLE language_set (
    deck INTEGER NOT NULL,
    languages TEXT NOT NULL,
    notes INTEGER NOT NULL,
    PRIMARY KEY (deck, languages)
) STRICT, WITHOUT ROWID;

CREATE INDEX language_set_empty ON language_set (deck) WHERE notes = 0;

CREATE TRIGGER language_set_inserted AFTER INSERT ON note
WHEN new.binned IS NULL AND new.languages <> ''
BEGIN
    INSERT INTO language_set (deck, languages, notes)
    VALUES (new.deck, new.languages, 1)
    ON CONFLICT (deck, languages) DO UPDATE
    SET notes = notes + 1;
END;

CREATE TRIGGER language_set_deleted AFTER DELETE ON note
WHEN old.binned IS NULL AND old.languages <> ''
BEGIN
    UPDATE language_set
    SET notes = notes - 1
    WHERE deck = old.deck
    AND languages = old.languages;
    DELETE FROM language_set
    WHERE deck = old.deck
    AND notes = 0;
END;

CREATE TRIGGER language_set_updated AFTER UPDATE OF languages, deck, binned ON note
WHEN old.languages <> new.languages
OR old.deck <> new.deck
OR (old.binned IS NULL) <> (new.binned IS NULL)
BEGIN
    UPDATE language_set
    SET notes = notes - 1
    WHERE old.binned IS NULL
    AND deck = old.deck
    AND languages = old.languages;
    DELETE FROM language_set
    WHERE deck = old.deck
    AND notes = 0;
    INSERT INTO language_set (deck, languages, notes)
    SELECT new.deck, new.languages, 1
    WHERE new.binned IS NULL
    AND new.languages <> ''
    ON CONFLICT (deck, languages) DO UPDATE
    SET notes = notes + 1;
END;

CREATE TABLE kept_file (
    id INTEGER PRIMARY KEY,
    bytes BLOB NOT NULL,
    made INTEGER NOT NULL
) STRICT;

CREATE INDEX card_by_stage ON card (stage, note);

CREATE INDEX card_by_stability ON card (stability, note) WHERE stability IS NOT NULL;

CREATE INDEX card_by_difficulty ON card (difficulty, note)
WHERE difficulty IS NOT NULL;

CREATE INDEX card_by_reviews ON card (reviews, note) WHERE reviews > 0;

CREATE INDEX card_by_lapses ON card (lapses, note) WHERE lapses > 0;

CREATE INDEX card_by_flag ON card (flag, note) WHERE flag > 0;

CREATE INDEX card_by_load ON card (due, dealing_deck, note) WHERE due IS NOT NULL;

CREATE TRIGGER card_counted AFTER INSERT ON card
BEGIN
    UPDATE note SET cards = cards + 1 WHERE id = new.note;
END;

CREATE TRIGGER card_uncounted AFTER DELETE ON card
BEGIN
    UPDATE note SET cards = cards - 1 WHERE id = old.note;
END;

CREATE INDEX note_in_order ON note (id, deck, note_type, word_type, made, binned)
WHERE binned IS NULL;

CREATE INDEX note_unasked ON note (id, deck, note_type, word_type, made, binned, cards)
WHERE cards = 0 AND binned IS NULL;

CREATE INDEX note_out_of_order ON note (id) WHERE made <> (id >> 21);

CREATE INDEX card_by_note ON card (note, stage, is_suspended, flag, dealing_deck, deck, due,
    buried, interval, reviews, lapses, last_day, reviewed, stability, difficulty);

CREATE INDEX card_by_interval ON card (interval, note, due) WHERE due IS NOT NULL;

CREATE INDEX card_by_last_day ON card (last_day, note, reviewed)
WHERE last_day IS NOT NULL;

CREATE INDEX card_by_suspension ON card (is_suspended, note) WHERE is_suspended = 1;

CREATE INDEX note_by_word_type ON note (word_type, binned)
WHERE word_type IS NOT NULL AND binned IS NULL;

CREATE INDEX note_by_moment ON note (made, binned) WHERE binned IS NULL;

CREATE INDEX event_by_moment ON event (moment, kind, utc_offset, duration, grade);

CREATE TRIGGER note_suspended AFTER UPDATE OF is_suspended ON note
WHEN old.is_suspended <> new.is_suspended
BEGIN
    UPDATE note
    SET has_new = 2
    WHERE id = new.id;
END;

CREATE INDEX event_failed ON event (moment, kind, grade)
WHERE kind = 0 AND grade = 1;

CREATE TABLE index_to_make (
    id INTEGER PRIMARY KEY,
    sql TEXT NOT NULL
) STRICT;

CREATE INDEX card_reset ON card (stage, note)
WHERE stage = 0 AND (reviewed IS NOT NULL OR last_day IS NOT NULL OR due IS NOT NULL
    OR stability IS NOT NULL OR difficulty IS NOT NULL OR reviews > 0 OR lapses > 0);

CREATE TRIGGER note_inserted AFTER INSERT ON note WHEN new.binned IS NULL
BEGIN
    UPDATE deck
    SET notes = notes + 1, learning = learning + (new.progress = 1),
        known = known + (new.progress = 2)
    WHERE id = new.deck;
END;

CREATE TRIGGER note_deleted AFTER DELETE ON note WHEN old.binned IS NULL
BEGIN
    UPDATE deck
    SET notes = notes - 1, learning = learning - (old.progress = 1),
        known = known - (old.progress = 2)
    WHERE id = old.deck;
END;

CREATE TRIGGER note_updated AFTER UPDATE OF deck, binned, progress ON note
WHEN old.deck <> new.deck
OR old.progress <> new.progress
OR (old.binned IS NULL) <> (new.binned IS NULL)
BEGIN
    UPDATE deck
    SET notes = notes - 1, learning = max(0, min(learning, 1000000000)) - (old.progress = 1),
        known = max(0, min(known, 1000000000)) - (old.progress = 2)
    WHERE id = old.deck
    AND old.binned IS NULL;
    UPDATE deck
    SET notes = notes + 1, learning = max(0, min(learning, 1000000000)) + (new.progress = 1),
        known = max(0, min(known, 1000000000)) + (new.progress = 2)
    WHERE id = new.deck
    AND new.binned IS NULL;
END;

CREATE TRIGGER progress_inserted AFTER INSERT ON card WHEN new.progress > 0
BEGIN
    UPDATE note
    SET progress = max(progress, new.progress)
    WHERE id = new.note;
END;

CREATE TRIGGER progress_deleted AFTER DELETE ON card WHEN old.progress > 0
BEGIN
    UPDATE note
    SET progress = coalesce((SELECT max(progress) FROM card WHERE note = old.note), 0)
    WHERE id = old.note;
END;

CREATE TRIGGER progress_updated AFTER UPDATE OF stage, stability, is_suspended, is_asked ON card
WHEN old.progress <> new.progress
BEGIN
    UPDATE note
    SET progress = coalesce((SELECT max(progress) FROM card WHERE note = new.note), 0)
    WHERE id = new.note;
END;

CREATE TABLE tally (
    day INTEGER NOT NULL,
    deck INTEGER NOT NULL,
    languages TEXT NOT NULL,
    hour INTEGER NOT NULL,
    phase INTEGER NOT NULL,
    again INTEGER NOT NULL,
    hard INTEGER NOT NULL,
    good INTEGER NOT NULL,
    easy INTEGER NOT NULL,
    milliseconds INTEGER NOT NULL,
    cut INTEGER NOT NULL,
    PRIMARY KEY (day, deck, languages, hour, phase)
) STRICT, WITHOUT ROWID;

CREATE TABLE tally_move (
    card INTEGER NOT NULL PRIMARY KEY,
    face TEXT NOT NULL,
    deck INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER tally_card_moved AFTER UPDATE OF deck ON card
WHEN old.deck IS NOT new.deck
BEGIN
    INSERT INTO tally_move (card, face, deck)
    SELECT new.id, new.face, CASE
        WHEN note.binned IS NULL THEN coalesce(old.deck, note.deck)
        ELSE 0
    END
    FROM note
    WHERE note.id = new.note
    ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER tally_note_moved AFTER UPDATE OF deck, binned ON note
WHEN old.deck <> new.deck OR (old.binned IS NULL) <> (new.binned IS NULL)
BEGIN
    INSERT INTO tally_move (card, face, deck)
    SELECT id, face, CASE
        WHEN old.binned IS NULL THEN coalesce(deck, old.deck)
        ELSE 0
    END
    FROM card
    WHERE note = new.id
    ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER tally_note_deleted BEFORE DELETE ON note WHEN old.binned IS NULL
BEGIN
    INSERT INTO tally_move (card, face, deck)
    SELECT id, face, coalesce(deck, old.deck)
    FROM card
    WHERE note = old.id
    ON CONFLICT DO NOTHING;
END;

CREATE TABLE knowledge (
    day INTEGER NOT NULL,
    language TEXT NOT NULL,
    known INTEGER NOT NULL,
    learning INTEGER NOT NULL,
    recall REAL NOT NULL,
    is_computed INTEGER NOT NULL,
    PRIMARY KEY (day, language)
) STRICT, WITHOUT ROWID;

CREATE TABLE client (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    identity TEXT NOT NULL UNIQUE,
    decision INTEGER NOT NULL,
    permissions INTEGER NOT NULL DEFAULT 0,
    asked INTEGER NOT NULL,
    decided INTEGER,
    seen INTEGER NOT NULL
) STRICT;

CREATE TABLE alias (
    kind INTEGER NOT NULL,
    number INTEGER NOT NULL,
    owner INTEGER NOT NULL,
    face TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (kind, number),
    UNIQUE (kind, owner, face)
) STRICT, WITHOUT ROWID;

CREATE TABLE replica (
    number INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    sequence INTEGER NOT NULL DEFAULT 0,
    clock INTEGER NOT NULL DEFAULT 0,
    is_own INTEGER NOT NULL DEFAULT 0,
    home TEXT
, reused INTEGER) STRICT;

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

CREATE TABLE event_origin (
    replica INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    event INTEGER NOT NULL,
    clock INTEGER NOT NULL,
    PRIMARY KEY (replica, sequence)
) STRICT, WITHOUT ROWID;

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

CREATE TABLE merged (
    kind TEXT NOT NULL,
    object INTEGER NOT NULL,
    into_object INTEGER NOT NULL,
    PRIMARY KEY (kind, object)
) STRICT, WITHOUT ROWID;

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

CREATE TABLE departed_card (
    id INTEGER PRIMARY KEY,
    note INTEGER NOT NULL,
    face TEXT NOT NULL,
    UNIQUE (note, face)
) STRICT;

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

CREATE TABLE arrived_page (
    id INTEGER PRIMARY KEY,
    peer INTEGER NOT NULL,
    vector TEXT NOT NULL,
    held TEXT NOT NULL,
    is_last INTEGER NOT NULL,
    content BLOB NOT NULL
) STRICT;

CREATE INDEX note_by_suspension ON note (cards, deck, binned) WHERE is_suspended = 1;
