internal import Languages
package import LibraryValues
internal import Notes

/// Writes notes as a table with Anki's header lines, which Anki and Omena both read back.
package struct TextWriter: ExportedNoteWriter {
    private let separator: Separator
    private var decks: [DeckID: DeckName] = [:]
    private var types: [NoteTypeID: NoteType] = [:]
    private var languages: [LanguageTag] = []
    private var notes: [Note] = []

    package init(separator: Separator) { self.separator = separator }

    package var noteCount: Int { notes.count }

    package mutating func begin(_ header: ExportHeader) {
        decks = Dictionary(uniqueKeysWithValues: header.decks.map { ($0.id, $0.name) })
        types = header.types
        languages = header.languages.languages
        notes.reserveCapacity(header.noteCount)
    }

    package mutating func write(_ exported: ExportedNote) { notes.append(exported.note) }

    package func bytes() -> [UInt8] {
        let used = Set(notes.map(\.type)).compactMap { types[$0] }
        let hasPlaces = notes.contains { $0.place != nil }
        let hasWordTypes = notes.contains { $0.wordType != nil }
        let widest = used.map(\.fields.count).max() ?? 0
        // Anki ignores columns after its fields.
        let extra =
            languages.map(\.text) + (hasPlaces ? ["latitude", "longitude"] : [])
            + (hasWordTypes ? ["wordtype"] : [])
        let tagsColumn = 4 + widest + extra.count

        var writer = DelimitedWriter(separator: separator)
        writer.write(line: "#separator:\(separator.name)")
        writer.write(line: "#html:true")
        writer.write(line: "#guid column:1")
        writer.write(line: "#notetype column:2")
        writer.write(line: "#deck column:3")
        writer.write(line: "#tags column:\(tagsColumn)")
        if !extra.isEmpty {
            let fields = (0..<widest).map { "Field \($0 + 1)" }
            let names = ["guid", "notetype", "deck"] + fields + extra + ["tags"]
            writer.write(line: "#columns:" + names.joined(separator: separator.text))
        }
        for note in notes {
            guard let type = types[note.type] else { continue }
            var row = [
                note.guid.rawValue, Self.name(of: type), decks[note.deck]?.text ?? "",
            ]
            row += type.fields.map { markup(note.text(of: $0.id), of: type) }
            row += Array(repeating: "", count: widest - type.fields.count)
            row += languages.map { markup(note.text(of: .language($0)), of: type) }
            if hasPlaces {
                row += [note.place?.latitude, note.place?.longitude].map {
                    $0.map { "\($0)" } ?? ""
                }
            }
            if hasWordTypes { row.append(note.wordType?.rawValue ?? "") }
            row.append(note.tags.map(\.text).joined(separator: " "))
            writer.write(row)
        }
        return writer.bytes
    }

    private func markup(_ text: String, of type: NoteType) -> String {
        type.usesHTML ? text : AnkiMarkup.html(of: text)
    }

    /// Anki's name, where it has the same type under another one.
    private static func name(of type: NoteType) -> String {
        type.id == NoteType.basicAndReversed.id ? NoteType.reversedInAnki : type.name
    }
}
