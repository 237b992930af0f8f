internal import Languages
internal import LibraryValues
internal import Notes

extension ImportNote {
    /// The largest size of a note's texts in bytes: forty times that of a long text, because a text may hold a picture.
    static let mostBytes = 4 << 20

    /// Ten times those of a note that is written here, because each is stored in an index.
    private static let mostTags = 10 * NoteDraft.mostTags

    /// How many bytes its texts, its tags and its GUID take.
    private var textSize: Int {
        var count = tags.reduce(0) { $0 + $1.text.utf8.count }
        if case .guid(let guid) = identity { count += guid.rawValue.utf8.count }
        for value in values.values {
            count += value.text.utf8.count + (value.pronunciation?.utf8.count ?? 0)
            count += value.extras?.utf8.count ?? 0
        }
        return cards.reduce(count) { $0 + ($1.extras?.utf8.count ?? 0) }
    }

    /// About how much memory it takes, with the logs of its cards.
    var size: Int { cards.reduce(textSize) { $0 + 100 * $1.log.count } }

    /// Why it is left out; nil where it is not.
    ///
    /// A GUID is stored with its note, in an index and in every copy that is exported, so it is as long as a text at most.
    var flaw: Phrase? {
        let hasLongGUID =
            if case .guid(let guid) = identity {
                guid.rawValue.utf8.count > NoteDraft.longestText
            } else {
                false
            }
        guard hasLongGUID || textSize > Self.mostBytes || tags.count > Self.mostTags else {
            return nil
        }
        let text = values.min { $0.key < $1.key }?.value.text ?? ""
        return "“\(text.prefix(60))” is too long."
    }

    /// The guid of the note that it becomes.
    func guid(as id: NoteID, in deck: DeckID) -> NoteGUID {
        switch identity {
        case .key(let key): Note.guid(of: id, key: key, from: deck)
        case .guid(let guid): guid
        case .text, .none: NoteGUID(rawValue: id.description)
        }
    }

    var nonemptyValues: [FieldID: FieldValue] {
        values.values.contains(where: \.isEmpty) ? values.filter { !$1.isEmpty } : values
    }
}

extension FieldValue {
    /// Whether it holds nothing at all.
    var isEmpty: Bool { text.isEmpty && pronunciation == nil && extras == nil }
}
