public import Languages

/// What stands on one side of a card.
public struct Side: Hashable, Sendable {
    /// What stands on it.
    public var text: String
    /// What it is written in, if that is known.
    public var language: LanguageTag?
    /// How it is said, in Latin or kana, if the note knows.
    public var pronunciation: String?
    /// Whether a rule has put the text into this script, and nobody has looked at it.
    public var isMade: Bool
    /// The same in the language's other scripts, where they are shown too.
    public var otherScripts: [Writing]
    /// How its parts are read, to stand over them; none where that is not wanted or not known.
    public private(set) var ruby: [RubyPiece] = []
    /// Whether a rule or a machine has found the readings, and nobody has looked at them.
    public private(set) var isRubyMade = false
    /// How its author wants it to look, where its note type is written in HTML; `text` says the same in words.
    public var markup: SideMarkup?
    /// Its pictures and sounds; until `showMedia` is called they are named in the text.
    public private(set) var media: [Medium] = []

    /// Puts a side together.
    public init(
        text: String,
        language: LanguageTag? = nil,
        pronunciation: String? = nil,
        isMade: Bool = false,
        otherScripts: [Writing] = []
    ) {
        self.text = text
        self.language = language
        self.pronunciation = pronunciation
        self.isMade = isMade
        self.otherScripts = otherScripts
    }

    /// Puts readings over the text, where they are wanted in its language and known.
    public mutating func addRuby(
        in languages: Set<String>,
        of note: Note,
        reading kanji: JapaneseReader? = nil
    ) {
        guard let language, languages.contains(language.language) else { return }
        let found: (pieces: [RubyPiece], isMade: Bool)? =
            if note.values[.language(language)] != nil {
                note.ruby(in: language, reading: kanji)
            } else {
                pronunciation.flatMap { Ruby.pieces(of: text, read: $0, in: language) }
                    .map { ($0, false) }
            }
        guard let found, found.pieces.map(\.text).joined() == text else { return }
        (ruby, isRubyMade) = found
        // What stands over the text need not stand under it.
        if !found.isMade { pronunciation = nil }
    }

    /// A picture or sound that the library has.
    public struct Medium: Hashable, Sendable {
        /// What it is called, and what it shows.
        public var reference: MediaReference
        /// Its content.
        public var hash: MediaHash

        /// Puts it together.
        public init(_ reference: MediaReference, hash: MediaHash) {
            self.reference = reference
            self.hash = hash
        }
    }

    /// Takes out of the texts what they name; what the library does not know stays the text that it is.
    public mutating func showMedia(_ hash: (MediaReference) throws -> MediaHash?) rethrows {
        guard MediaText.mayName(text.utf8) else { return }
        var shown: [Medium] = []
        let pieces = try MediaText(text) { reference in
            guard let hash = try hash(reference) else { return false }
            shown.append(Medium(reference, hash: hash))
            return true
        }
        if text != pieces.words { ruby = [] }
        text = pieces.words
        media = shown
    }

    /// What it says where it cannot be shown: its text, else what its pictures show, else what its sounds are called.
    public var words: String {
        guard text.isEmpty else { return text }
        let references = media.map(\.reference)
        let pictures = references.filter { $0.kind == .picture }
        return (pictures.isEmpty ? references : pictures).map(\.words).joined(separator: ", ")
    }

    /// A text in one script of a language.
    public struct Writing: Hashable, Sendable {
        /// What is written.
        public var text: String
        /// In what.
        public var language: LanguageTag
        /// Whether a rule has put the text into this script, and nobody has looked at it.
        public var isMade: Bool

        /// Puts a writing together.
        public init(text: String, language: LanguageTag, isMade: Bool = false) {
            self.text = text
            self.language = language
            self.isMade = isMade
        }
    }
}
