import SQLite
import TestKey

/// Everything that a learner put into a library, as text, except for the log and the journal.
///
/// A card whose row has only default values is left out, because it equals one without a row.
func dump(_ path: String) throws -> [String] {
    let connection = try Connection(
        path: path,
        in: TestKey.files(at: path),
        access: .read,
        applicationID: 0x4F_6D_65_6E
    )
    defer { try? connection.close() }
    let notes: [String] = try connection.rows(
        """
        SELECT json_array('note', id, guid, note_type, deck, word_type, latitude, longitude, made,
            changed, binned, is_suspended, answered, progress, fields, extras, prompt,
            (SELECT json_group_array(tag) FROM note_tag WHERE note = note.id))
        FROM note
        ORDER BY id
        """
    ) { $0.text(0) }
    let decks: [String] = try connection.rows(
        """
        SELECT json_array('deck', id, name, folded_name, settings, made, changed, notes, learning,
            known, extras, binned)
        FROM deck
        ORDER BY id
        """
    ) { $0.text(0) }
    let cards: [String] = try connection.rows(
        """
        SELECT json_array('card', note, face, deck, is_suspended, burial, buried, flag, extras,
            stability, difficulty, due, step, reviews, lapses, last_review, answered)
        FROM card
        WHERE deck IS NOT NULL
        OR is_suspended <> 0
        OR burial IS NOT NULL
        OR flag <> 0
        OR reviews <> 0
        OR due IS NOT NULL
        OR answered IS NOT NULL
        ORDER BY note, face
        """
    ) { $0.text(0) }
    let types: [String] = try connection.rows(
        """
        SELECT json_array('type', id, name, definition)
        FROM note_type
        ORDER BY id
        """
    ) { $0.text(0) }
    return notes + decks + cards + types
}
