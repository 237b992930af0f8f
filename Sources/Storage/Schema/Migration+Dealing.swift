extension Migration {
    /// Finds due and new cards without reading notes.
    static let dealing = Migration(
        name: "dealing",
        sql: """
            -- `introduced`: how many of its cards were ever reviewed. `has_new`: whether it has a card that was not
            -- reviewed and can be asked: 0 no, 1 yes, 2 unknown, which counts as yes. This depends on the note's texts,
            -- its type and the deck's languages, so the triggers below reset it when one of these changes.
            ALTER TABLE note ADD COLUMN introduced INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE note ADD COLUMN has_new INTEGER NOT NULL DEFAULT 2;

            UPDATE note
            SET introduced = (
                SELECT count(*)
                FROM card
                WHERE card.note = note.id
                AND card.stage <> 0
            );

            CREATE INDEX note_by_introduced ON note (deck, introduced, made, id, has_new, binned)
            WHERE has_new > 0 AND binned IS NULL;
            CREATE INDEX note_by_has_new ON note (has_new) WHERE has_new = 2 AND binned IS NULL;

            -- The index contains everything that determines the order of due cards.
            DROP INDEX card_by_due;
            CREATE INDEX card_by_due ON card (dealing_deck, due, note, stage, stability, difficulty,
                last_day, buried)
            WHERE dealing_deck IS NOT NULL AND due IS NOT NULL;
            CREATE INDEX card_by_load ON card (due, dealing_deck)
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

            CREATE TRIGGER deck_resettled AFTER UPDATE OF settings, folded_name ON deck
            WHEN old.folded_name <> new.folded_name
            OR (
                old.settings <> new.settings
                AND instr(old.settings || new.settings, '"languageChoice"') > 0
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
            """
    )
}
