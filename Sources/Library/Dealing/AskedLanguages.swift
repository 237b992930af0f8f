internal import Languages
internal import Notes
internal import Storage

/// What a deck asks of its notes of languages: between which, in which scripts, and with what beside the answer.
struct AskedLanguages {
    let choice: LanguageChoice
    let scripts: ScriptChoice
    private let showsOtherScripts: Bool
    private let kanji: JapaneseReader?
    /// Notes of a deck have mostly the same languages.
    private var pairs: [String: [Face]] = [:]

    /// What holds where nothing is said.
    init(_ settings: DeckSettings = DeckSettings(), reading kanji: JapaneseReader? = nil) {
        self.kanji = kanji
        choice = settings.languageChoice ?? .all
        scripts = settings.scriptChoice ?? ScriptChoice()
        showsOtherScripts = settings.showsOtherScripts ?? false
    }

    /// The pairs that a note is asked, each language in the script that is chosen for it; one that the note lacks is made.
    mutating func faces(of note: LazyNote) throws -> [Face] {
        var languages = note.languages
        if !scripts.languages.isEmpty {
            let written = try note.note(in: scripts.languages)
            let made = Set(written.transliterated(for: scripts, reading: kanji).languages)
                .subtracting(written.languages)
            languages = (note.tags + made).sorted().key
        }
        if let faces = pairs[languages] { return faces }
        let faces = choice.pairs(among: [LanguageTag](key: languages), in: scripts).map(Face.init)
        pairs[languages] = faces
        return faces
    }

    /// The note with what a face of it needs, made where it is not written.
    func complete(_ note: Note, for face: Face) -> Note {
        guard case .languages(let from, let to) = face else { return note }
        return note.transliterated(into: [from, to], reading: kanji)
    }

    /// Writes beside the answer how it is spelt in other scripts, where the deck shows that.
    ///
    /// What is told as its pronunciation already is not told again.
    func addOtherScripts(to sides: inout CardSides, of note: Note) {
        guard showsOtherScripts, let language = sides.back.language else { return }
        let said = sides.back.pronunciation
        sides.back.otherScripts = note.otherScripts(of: language, reading: kanji).filter {
            $0.text != said
        }
    }
}
