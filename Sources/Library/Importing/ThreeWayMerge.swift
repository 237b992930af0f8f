internal import LibraryValues
internal import Notes

/// Merges a note from a file into the existing one: changes in the file since its last import are applied, unless the
/// learner changed the same text.
struct ThreeWayMerge {
    private(set) var note: Note
    /// How many texts both the learner and the file had changed: the learner's stay.
    private(set) var conflicts = 0

    init(_ given: ImportNote, into old: Note) {
        note = old
        note.binned = nil
        if given.hasAllFields {
            note.values = given.nonemptyValues
        } else {
            let fields = Set(given.values.keys).union((given.base ?? [:]).keys)
            for field in fields { merge(given, field) }
        }
        if case .key = given.identity {
            note.wordType = note.wordType ?? given.wordType
        } else {
            note.wordType = given.wordType ?? note.wordType
        }
        note.place = given.place ?? note.place
        let tags = Set(note.tags.map(\.key))
        if given.hasAllTags {
            if tags != Set(given.tags.map(\.key)) { note.tags = given.tags }
        } else {
            note.tags += given.tags.filter { !tags.contains($0.key) }
        }
    }

    private mutating func merge(_ given: ImportNote, _ field: FieldID) {
        var new = given.values[field].flatMap { $0.isEmpty ? nil : $0 }
        let old = note.values[field]
        if given.base == nil, new?.state == nil, new?.text.trimmed == old?.text.trimmed {
            // Most files do not say how far a translation is.
            new?.state = old?.state
        }
        guard !Self.isSame(new, old) else { return }
        if let base = given.base {
            if Self.isSame(new, base[field]) { return }
            guard Self.isSame(old, base[field]) else {
                conflicts += 1
                return
            }
        }
        if new?.pronunciation == nil { new?.pronunciation = old?.pronunciation }
        note.values[field] = new
    }

    /// Whether two values are equal without surrounding spaces, because forms trim them.
    private static func isSame(_ one: FieldValue?, _ other: FieldValue?) -> Bool {
        one?.text.trimmed == other?.text.trimmed && one?.state == other?.state
    }
}
