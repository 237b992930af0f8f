internal import Notes

extension ChangeContent {
    /// The content as the journal keeps it: the text that the general encoder would write.
    ///
    /// An import notes the ids of a hundred thousand notes, and that encoder takes as long for them as their rows take.
    package func text() throws -> String {
        let events = try StoredJSON.text(of: events)
        let replacements = try replacements.map { try $0.text() }.joined(separator: ",")
        return #"{"events":\#(events),"replacements":[\#(replacements)]}"#
    }
}

extension Replacement {
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
        var text: [UInt8] = []
        text.reserveCapacity(22 * ids.count + 2)
        for id in ids {
            text.append(UInt8(ascii: text.isEmpty ? "[" : ","))
            text.append(UInt8(ascii: "\""))
            text.append(digitsOf: id.rawValue)
            text.append(UInt8(ascii: "\""))
        }
        return ids.isEmpty ? "[]" : String(decoding: text, as: UTF8.self) + "]"
    }
}
