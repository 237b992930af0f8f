internal import LibraryValues
internal import Notes

/// Merges a note of a class's deck into the learner's: what the teacher changed since the edition before is applied, unless
/// the learner changed the same part.
struct EditionMerge {
    private(set) var note: Note
    /// How many parts both had changed: the learner's stay.
    private(set) var conflicts = 0

    /// - Parameter base: The note in the edition before; nil where that lacks it.
    init(_ given: ImportNote, since base: ImportNote?, into old: Note) {
        // A note that reached the library in another way stays as it is if the learner changed it.
        let base = base ?? (Self.wasLeftAlone(old) ? ImportNote(old) : given)
        note = old
        note.binned = nil
        for field in Set(given.values.keys).union(base.values.keys) {
            merge(given.values[field]?.tidied, since: base.values[field]?.tidied, field)
        }
        note.wordType = merged(old.wordType, base.wordType, given.wordType)
        note.place = merged(old.place, base.place, given.place)
        let before = Set(base.tags.map(\.key))
        let after = Set(given.tags.map(\.key))
        note.tags.removeAll { before.contains($0.key) && !after.contains($0.key) }
        let own = Set(note.tags.map(\.key))
        note.tags += given.tags.filter { !before.contains($0.key) && !own.contains($0.key) }
    }

    private mutating func merge(_ theirs: FieldValue?, since base: FieldValue?, _ field: FieldID) {
        let mine = note.values[field]?.tidied
        var new = mine
        if let mine, let base, let theirs {
            new = merged(mine.unpronounced, base.unpronounced, theirs.unpronounced)
            new?.pronunciation = merged(
                mine.pronunciation,
                base.pronunciation,
                theirs.pronunciation
            )
        } else {
            new = merged(mine, base, theirs)
        }
        if new != mine { note.values[field] = new }
    }

    private mutating func merged<Part: Equatable>(
        _ mine: Part,
        _ base: Part,
        _ theirs: Part
    ) -> Part {
        if theirs == base || theirs == mine { return mine }
        if mine == base { return theirs }
        conflicts += 1
        return mine
    }

    /// Whether the learner never changed a note, or deleted it.
    static func wasLeftAlone(_ note: Note) -> Bool {
        note.binned != nil || note.changed == note.made
    }

    /// Whether the learner has left a note as an edition brought it.
    static func isUnchanged(_ note: Note, since base: ImportNote) -> Bool {
        let fields = Set(note.values.keys).union(base.values.keys)
        return note.wordType == base.wordType && note.place == base.place
            && Set(note.tags.map(\.key)) == Set(base.tags.map(\.key))
            && fields.allSatisfy { field in
                let (mine, theirs) = (note.values[field]?.tidied, base.values[field]?.tidied)
                return mine == theirs || theirs == nil && mine?.origin == .generated
            }
    }
}

extension FieldValue {
    /// Without surrounding spaces, because forms trim them; nil if it holds nothing.
    fileprivate var tidied: FieldValue? {
        if isEmpty { return nil }
        var value = self
        value.text = text.trimmed
        return value
    }

    fileprivate var unpronounced: FieldValue {
        var value = self
        value.pronunciation = nil
        return value
    }
}

extension ImportNote {
    fileprivate init(_ note: Note) {
        self.init(.guid(note.guid), type: note.type, values: note.values)
        tags = note.tags
        wordType = note.wordType
        place = note.place
    }
}
