internal import JSON
internal import Notes

extension ChangeContent {
    /// The content as the journal stores it: the same text as `JSONEncoder` writes.
    ///
    /// For the IDs of a hundred thousand imported notes, `JSONEncoder` would take as long as writing their rows.
    package func text() throws -> String {
        let events = try StoredJSON.text(of: events)
        let replacements = try replacements.map { try $0.text() }.joined(separator: ",")
        return #"{"events":\#(events),"replacements":[\#(replacements)]}"#
    }
}

extension UndoStep {
    fileprivate func text() throws -> String {
        switch self {
        case .added(let notes, let moment, kept: nil):
            let moment = try StoredJSON.text(of: moment)
            return #"{"added":{"_0":\#(text(of: notes)),"at":\#(moment)}}"#
        case .imported(let rows):
            let tally = try StoredJSON.text(of: rows.tally)
            let (events, notes) = (text(of: rows.events), text(of: rows.notes))
            return #"{"imported":{"_0":{"events":\#(events),"notes":\#(notes),"tally":\#(tally)}}}"#
        default:
            return try StoredJSON.text(of: self)
        }
    }

    private func text(of ids: [some Identifier]) -> String {
        var json = JSONWriter(capacity: 22 * ids.count + 2)
        json.array(ids) { $0.write(quoted: $1.rawValue) }
        return json.text
    }
}
