internal import Library
internal import LibraryValues
internal import Notes

extension ConnectCall {
    /// The one profile that every program sees: the library's name.
    var profile: String {
        let file = library.path.split(separator: "/").last ?? "Omena"
        return String(file.prefix { $0 != "." })
    }

    /// The objects of `notesInfo` for notes in their order; empty ones for those that do not exist.
    func information(of ids: [NoteID?]) throws -> [ConnectValue] {
        let known = try library.connectedNotes(ids.compactMap(\.self))
        let numbers = try library.numbers(ofNotes: known.map(\.note.id))
        let cardNumbers = try library.numbers(ofCards: known.flatMap { $0.cards.map(\.id) })
        let profile = ConnectValue.string(profile)
        var values: [NoteID: ConnectValue] = [:]
        values.reserveCapacity(known.count)
        for note in known {
            values[note.note.id] = [
                "noteId": .integer(numbers[note.note.id] ?? 0),
                "profile": profile,
                "tags": .list(note.note.tags.map { .string($0.text) }),
                "fields": Self.fields(of: note),
                "modelName": .string(note.type.name),
                "mod": .integer(note.note.changed.milliseconds / 1_000),
                "cards": .list(note.cards.map { .integer(cardNumbers[$0.id] ?? 0) }),
            ]
        }
        return ids.map { $0.flatMap { values[$0] } ?? [:] }
    }

    /// The fields of a note: `{"Front": {"value": …, "order": 0}, …}`.
    static func fields(of note: ConnectedNote) -> ConnectValue {
        .object(
            note.fields.enumerated().map { index, field in
                .init(field.name, ["value": .string(field.html), "order": .integer(Int64(index))])
            }
        )
    }
}
