internal import Library
internal import Notes

/// A place as a file has it.
package struct FilePlace: Hashable, Sendable {
    /// What the file calls it, by which it is known when the file comes again.
    var id: String?
    var name: String
    var description = ""
    /// Where it lies; nil where the file does not say.
    var place: Place?
    var tags: [TagName] = []

    /// Whether its name can be seen: not every format has room for what is no letter.
    var isNamed: Bool {
        name.unicodeScalars.contains { scalar in
            let properties = scalar.properties
            return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
                && !properties.isNoncharacterCodePoint && properties.generalCategory != .control
        }
    }
}

extension FilePlace {
    /// What stands before the name that a place has in every library.
    private static let own = "omena:"

    /// A place of a library.
    init(_ note: Note) {
        id = Self.own + note.guid.rawValue
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

    /// Tags as a file names them, each one word: between commas where there are any, else between spaces.
    static func tags(_ text: String) -> [TagName] {
        let parts = text.contains(",") ? text.split(separator: ",") : text.split(separator: " ")
        return tags(parts.map(String.init))
    }

    /// The same for texts that are one tag each.
    static func tags(_ texts: [String]) -> [TagName] {
        texts.compactMap { text in
            TagName(text.split(whereSeparator: \.isWhitespace).joined(separator: "_"))
        }
    }
}
