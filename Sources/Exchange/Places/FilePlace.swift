internal import LibraryValues
internal import Notes

package struct FilePlace: Hashable, Sendable {
    /// Its id in the file, which identifies it when the file is imported again.
    var id: String?
    var name: String
    var description = ""
    /// Its position, if the file has one.
    var place: Place?
    var tags: [TagName] = []

    /// Whether its name is visible.
    var isNamed: Bool { !name.visible.isEmpty }
}

extension FilePlace {
    /// The prefix of ids from an Omena library.
    private static let own = "omena:"

    init(_ note: Note) {
        id = "\(Self.own)\(note.guid.rawValue)"
        name = note.text(of: .placeName)
        description = note.text(of: .placeDescription)
        place = note.place
        tags = note.tags
    }

    var note: ImportNote {
        var values: [FieldID: FieldValue] = [
            .placeName: FieldValue(name.trimmed.isEmpty ? Place.newName : name.trimmed)
        ]
        if !description.trimmed.isEmpty {
            values[.placeDescription] = FieldValue(description.trimmed)
        }
        var note = ImportNote(identity, type: NoteType.place.id, values: values)
        note.tags = tags
        note.place = place
        return note
    }

    /// A place without an id in the file is recognised by its name and position.
    private var identity: ImportNote.Identity {
        guard let id, !id.isEmpty else {
            return .key([name.trimmed, place?.text ?? ""].joined(separator: " @ "))
        }
        guard id.hasPrefix(Self.own) else { return .key(id) }
        return .guid(NoteGUID(rawValue: String(id.dropFirst(Self.own.count))))
    }

    /// Parses tags separated by commas, or else by spaces.
    static func tags(_ text: String) -> [TagName] {
        let parts = text.contains(",") ? text.split(separator: ",") : text.split(separator: " ")
        return tags(parts.map(String.init))
    }

    /// Each text is one tag; spaces become underscores.
    static func tags(_ texts: [String]) -> [TagName] {
        texts.compactMap { text in
            TagName(text.split(whereSeparator: \.isWhitespace).joined(separator: "_"))
        }
    }
}
