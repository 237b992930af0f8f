package import Languages
package import Notes

/// What the notes of languages that are lent have between them.
package struct ExportLanguages: Sendable {
    /// The languages, by their tags.
    package private(set) var languages: [LanguageTag] = []
    /// Those of them whose texts say how they are said.
    package private(set) var spoken: Set<LanguageTag> = []
    /// The pairs that were asked or chosen, of these languages; one that no note asks where there is none.
    package private(set) var faces: [Face] = []

    private var known: Set<LanguageTag> = []
    private var asked: Set<Face> = []

    init() {}

    mutating func add(_ note: Note, _ faces: [Face]) {
        for language in note.languages {
            known.insert(language)
            if note.values[.language(language)]?.pronunciation != nil { spoken.insert(language) }
        }
        asked.formUnion(faces)
    }

    /// In a steady order.
    func sorted() -> ExportLanguages {
        var sorted = self
        sorted.languages = known.sorted()
        sorted.faces = asked.filter(isOfThese).sorted { $0.description < $1.description }
        if sorted.faces.isEmpty, let first = sorted.languages.first {
            let second = sorted.languages.dropFirst().first ?? first
            sorted.faces = [.languages(from: first, to: second)]
        }
        return sorted
    }

    /// A note may have lost a language that it was asked in.
    private func isOfThese(_ face: Face) -> Bool {
        guard case .languages(let from, let to) = face else { return false }
        return known.contains(from) && known.contains(to)
    }
}
