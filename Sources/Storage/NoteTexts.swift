public import Notes

/// A note's texts as they are written: the columns of its row, and what the index is told of it.
///
/// Putting them together is half of what a new note takes, and any thread can do it.
public struct NoteTexts: Sendable {
    let fields: String
    let prompt: String
    let languages: String
    let cut: [UInt8]
    /// Those of its words, with their accents, that were not known yet.
    let words: [IndexedWord]

    /// Looks at a note.
    public init(_ note: Note, knowing words: inout KnownWords) {
        fields = StoredFields.text(of: note.values)
        prompt = note.promptKey
        languages = note.languagesKey
        var new: [IndexedWord] = []
        cut =
            CutTexts(Array(fields.utf8)) { if let word = words.learn($0) { new.append(word) } }
            .bytes
        self.words = new
    }

    /// Looks at a note by itself.
    public init(_ note: Note) {
        var words = KnownWords()
        self.init(note, knowing: &words)
    }
}

/// Words that were met already: notes that come together share most of theirs.
public struct KnownWords: Sendable {
    private var words: Set<IndexedWord> = []

    /// So many are remembered at most.
    private static let limit = 200_000

    /// No word.
    public init() {}

    /// Remembers a word; nil where it was met before.
    mutating func learn(_ bytes: [UInt8]) -> IndexedWord? {
        let word = IndexedWord(bytes: bytes)
        guard !words.contains(word) else { return nil }
        if words.count == Self.limit { words = [] }
        words.insert(word)
        return word
    }
}

/// A word with its accents, told from others by its bytes at once.
struct IndexedWord: Hashable, Comparable {
    let bytes: [UInt8]

    static func == (left: IndexedWord, right: IndexedWord) -> Bool {
        left.bytes.count == right.bytes.count && left.bytes.elementsEqual(right.bytes)
    }

    static func < (left: IndexedWord, right: IndexedWord) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}
