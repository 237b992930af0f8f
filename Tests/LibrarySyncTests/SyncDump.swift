import SQLite
import Testing

@testable import Storage

/// Every truth and everything derived from it in a library, as text that is the same on all replicas; except for the study
/// settings, which may be stored or not if they are the default ones.
func syncDump(_ reader: borrowing Reader) throws -> [String] {
    var lines: [String] = []
    for table in SyncMap.tables {
        let names = table.columns.filter { $0.value != .local }.keys.sorted()
        // What is left out says how the index of words was built, and is empty between transactions.
        guard !names.isEmpty, !unshared.contains(table.name) else { continue }
        let columns = names.map { expressions["\(table.name).\($0)"] ?? $0 }
        let filter =
            switch table.name {
            case "setting": "WHERE key IN ('parameters', 'parameters-reviews')"
            case "card": "WHERE \(saysSomething)"
            default: ""
            }
        let sql =
            "SELECT json_array(\(columns.joined(separator: ", "))) FROM \(table.name) \(filter)"
        var rows: [String] = []
        try reader.connection.forEach(SQL(trusted: sql)) {
            rows.append("\(table.name) \(names) \($0.text(0))")
        }
        lines += rows.sorted()
    }
    return lines
}

private let unshared: Set = [
    "word", "note_search_change", "index_to_make", "tally_move", "departed_card",
]

/// Rows of cards that have neither marks nor a log are left behind where there was one of these.
private let saysSomething: String = {
    let isEmpty = SyncMap.tables.first { $0.name == "card" }?.object?.isEmpty ?? "0"
    return """
        (NOT (\(isEmpty.replacing("row.", with: "card."))) OR EXISTS (SELECT 1 FROM event WHERE event.card = card.id))
        """
}()

private let expressions = [
    "event.card": """
    coalesce((SELECT note || ' ' || face FROM card WHERE id = event.card),
        (SELECT note || ' ' || face FROM departed_card WHERE id = event.card))
    """,
    "note.cards": "(SELECT count(*) FROM card WHERE card.note = note.id AND \(saysSomething))",
    // Of notes in the bin, nobody asks whether they have new cards.
    "note.has_new": "iif(binned IS NULL, has_new, NULL)",
    "media.digest": "hex(digest)",
]
