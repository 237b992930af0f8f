internal import Languages
internal import Notes

/// What a note that is there becomes by one that a file brings.
struct Merging {
    /// The note as it is to be.
    private(set) var note: Note
    /// How many texts the learner had changed and the file too.
    private(set) var kept = 0

    /// What the file changed since it came last goes into the note, unless the learner changed the same.
    init(_ given: DeliveredNote, into old: Note) {
        note = old
        note.binned = nil
        let fields = Set(given.values.keys).union((given.earlier ?? [:]).keys)
        for field in fields { merge(given, field) }
        if case .key = given.name {
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

    private mutating func merge(_ given: DeliveredNote, _ field: FieldID) {
        var new = given.values[field].flatMap { $0.isEmpty ? nil : $0 }
        let old = note.values[field]
        if given.earlier == nil, new?.state == nil, new?.text.trimmed == old?.text.trimmed {
            // Most files say nothing of how far a translation is.
            new?.state = old?.state
        }
        guard !Self.isSame(new, note.values[field]) else { return }
        if let earlier = given.earlier {
            // The file says what it said before: what differs is the learner's.
            if Self.isSame(new, earlier[field]) { return }
            guard Self.isSame(note.values[field], earlier[field]) else {
                kept += 1
                return
            }
        }
        guard var value = new else {
            note.values[field] = nil
            return
        }
        value.pronunciation = value.pronunciation ?? note.values[field]?.pronunciation
        note.values[field] = value
    }

    /// Whether two values read the same; a form trims what it saves.
    private static func isSame(_ one: FieldValue?, _ other: FieldValue?) -> Bool {
        one?.text.trimmed == other?.text.trimmed && one?.state == other?.state
    }
}

extension FieldValue {
    /// Whether it holds nothing at all.
    var isEmpty: Bool { text.isEmpty && pronunciation == nil && extras == nil }
}
