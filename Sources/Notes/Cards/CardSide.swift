package import Languages

package struct CardSide: Hashable, Sendable {
    package var text: String
    /// The language and script of the text, if known.
    package var language: LanguageTag?
    /// The pronunciation in Latin script or kana, if the note has it.
    package var pronunciation: String?
    /// Whether the text was transliterated automatically and not reviewed.
    package var isGenerated: Bool
    /// The same text in the language's other scripts, if they are shown too.
    package var otherScripts: [Writing]
    /// Readings to show above parts of the text; empty if not wanted or not known.
    package private(set) var ruby: [RubyPiece] = []
    /// Whether the readings were found automatically and not reviewed.
    package private(set) var isRubyGenerated = false
    /// The side in HTML if its note type uses HTML; `text` has the same content as text.
    package var markup: SideMarkup?
    /// Its pictures and sounds; before `showMedia` is called, the text contains references to them.
    package private(set) var media: [Medium] = []

    package init(
        text: String,
        language: LanguageTag? = nil,
        pronunciation: String? = nil,
        isGenerated: Bool = false,
        otherScripts: [Writing] = []
    ) {
        self.text = text
        self.language = language
        self.pronunciation = pronunciation
        self.isGenerated = isGenerated
        self.otherScripts = otherScripts
    }

    /// Adds readings to the text if they are wanted in its language and known.
    package mutating func addRuby(
        in languages: Set<String>,
        of note: Note,
        reading kanji: JapaneseReader? = nil
    ) {
        guard let language, languages.contains(language.language) else { return }
        let found: (pieces: [RubyPiece], isGenerated: Bool)? =
            if note.values[.language(language)] != nil {
                note.ruby(in: language, reading: kanji)
            } else {
                pronunciation.flatMap { Ruby.pieces(of: text, read: $0, in: language) }
                    .map { ($0, false) }
            }
        guard let found, found.pieces.map(\.text).joined() == text else { return }
        (ruby, isRubyGenerated) = found
        // A pronunciation shown above the text need not be shown below it too.
        if !found.isGenerated { pronunciation = nil }
    }

    /// A picture or sound in the library.
    package struct Medium: Hashable, Sendable {
        package var reference: MediaReference
        package var hash: MediaHash

        package init(_ reference: MediaReference, hash: MediaHash) {
            self.reference = reference
            self.hash = hash
        }
    }

    /// Moves references from the texts to `media`.
    ///
    /// A picture that the library lacks stays text, and so does such a sound if the side has nothing else.
    package mutating func showMedia(_ hash: (MediaReference) throws -> MediaHash?) rethrows {
        guard MediaText.mayName(text.utf8) else { return }
        var shown: [Medium] = []
        let pieces = try MediaText(text) { reference in
            guard let hash = try hash(reference) else { return reference.kind == .sound }
            shown.append(Medium(reference, hash: hash))
            return true
        }
        let words = shown.isEmpty && pieces.words.isEmpty ? text : pieces.words
        if text != words { ruby = [] }
        text = words
        media = shown
    }

    /// Plain text for the side: its text, or else its pictures' captions, or else its sounds' names.
    package var words: String {
        guard text.isEmpty else { return text }
        let references = media.map(\.reference)
        let pictures = references.filter { $0.kind == .picture }
        return (pictures.isEmpty ? references : pictures).map(\.words).joined(separator: ", ")
    }

    /// A text in one script of a language.
    package struct Writing: Hashable, Sendable {
        package var text: String
        package var language: LanguageTag
        /// Whether the text was transliterated automatically and not reviewed.
        package var isGenerated: Bool

        package init(text: String, language: LanguageTag, isGenerated: Bool = false) {
            self.text = text
            self.language = language
            self.isGenerated = isGenerated
        }
    }
}
