public import Languages
public import Notes

/// What the notes of languages that are lent have between them.
public struct LentLanguages: Sendable {
    /// The languages, by their tags.
    public private(set) var languages: [LanguageTag] = []
    /// Those of them whose texts say how they are said.
    public private(set) var spoken: Set<LanguageTag> = []
    /// The pairs that were asked or chosen.
    public private(set) var faces: [Face] = []

    private var known: Set<LanguageTag> = []
    private var asked: Set<Face> = []

    init() {}

    /// A pair for notes none of which has two languages; nil where there is none at all.
    public var anyFace: Face? {
        guard let first = languages.first else { return nil }
        return .languages(from: first, to: languages.dropFirst().first ?? first)
    }

    mutating func add(_ note: Note, _ faces: [Face]) {
        for language in note.languages {
            known.insert(language)
            if note.values[.language(language)]?.pronunciation != nil { spoken.insert(language) }
        }
        asked.formUnion(faces)
    }

    /// In a steady order.
    func sorted() -> LentLanguages {
        var sorted = self
        sorted.languages = known.sorted()
        sorted.faces = asked.sorted { $0.description < $1.description }
        return sorted
    }
}
