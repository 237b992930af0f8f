internal import Languages
internal import Notes
internal import Storage

/// Which language pairs a deck studies, in which scripts, and what is shown beside the answer.
struct AskedLanguages {
    let choice: LanguageChoice
    let scripts: ScriptChoice
    private let showsOtherScripts: Bool
    private let kanji: JapaneseReader?
    /// A cache by languages, because most notes of a deck have the same ones.
    private var pairs: [String: [Face]] = [:]

    init(_ settings: DeckSettings = DeckSettings(), reading kanji: JapaneseReader? = nil) {
        self.kanji = kanji
        choice = settings.languageChoice ?? .all
        scripts = settings.scriptChoice ?? ScriptChoice()
        showsOtherScripts = settings.showsOtherScripts ?? false
    }

    /// The pairs of a note, each language in its chosen script, which is transliterated where the note lacks it.
    mutating func faces(of note: LazyNote) throws -> [Face] {
        var languages = note.languages
        if !scripts.languages.isEmpty {
            let written = try note.note(in: scripts.languages)
            let added = Set(written.transliterated(for: scripts, reading: kanji).languages)
                .subtracting(written.languages)
            languages = (note.tags + added).sorted().key
        }
        if let faces = pairs[languages] { return faces }
        let faces = choice.pairs(among: [LanguageTag](key: languages), in: scripts).map(Face.init)
        pairs[languages] = faces
        return faces
    }

    /// The note with the texts that a face needs, transliterated where it lacks them.
    func complete(_ note: Note, for face: Face) -> Note {
        guard case .languages(let from, let to) = face else { return note }
        return note.transliterated(into: [from, to], reading: kanji)
    }

    /// Adds the answer's spelling in other scripts if the deck shows them, without one that equals its pronunciation.
    func addOtherScripts(to sides: inout CardSides, of note: Note) {
        guard showsOtherScripts, let language = sides.back.language else { return }
        let said = sides.back.pronunciation
        sides.back.otherScripts = note.otherScripts(of: language, reading: kanji).filter {
            $0.text != said
        }
    }
}
