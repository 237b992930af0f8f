import Notes
import Storage
import Testing

struct ChangeContentTests {
    @Test func theJournalHoldsWhatTheGeneralEncoderWrites() throws {
        let ids = (1...3).map { NoteID(rawValue: $0 << 40) }
        let moment = Moment(milliseconds: 1_800_000_000_000)
        var rows = ImportedRows()
        rows.notes = ids
        rows.events = [EventID(rawValue: 7)]
        rows.tally.changes = -5
        rows.tally.flags = 2
        for replacements in [
            [], [.added(ids, at: moment)], [.imported(rows)], [.imported(ImportedRows())],
            [
                .added([], at: moment), .added(ids, at: moment, kept: []),
                .takenBack(ids, at: moment), .bin(ids, before: nil, after: moment),
            ],
        ] as [[UndoStep]] {
            let content = ChangeContent(replacements: replacements)
            #expect(try content.text() == StoredJSON.text(of: content))
        }
    }
}
