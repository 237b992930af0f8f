extension Migration {
    /// Checks again which notes have new cards when the scripts of a deck change, as when its languages change.
    static let scripts = Migration(
        name: "scripts",
        sql: """
            DROP TRIGGER deck_resettled;

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
            """
    )
}
