package import Languages
package import Notes

/// The languages of all exported notes of languages.
package struct ExportLanguages: Sendable {
    package private(set) var languages: [LanguageTag] = []
    /// Those with pronunciations.
    package private(set) var pronounced: Set<LanguageTag> = []
    /// The pairs that were answered or chosen; if there are none, a single unused one.
    package private(set) var faces: [Face] = []

    private var known: Set<LanguageTag> = []
    private var asked: Set<Face> = []

    package init() {}

    package mutating func add(_ note: Note, _ faces: [Face]) {
        for language in note.languages {
            known.insert(language)
            if note.values[.language(language)]?.pronunciation != nil {
                pronounced.insert(language)
            }
        }
        asked.formUnion(faces)
    }

    package func sorted() -> ExportLanguages {
        var sorted = self
        sorted.languages = known.sorted()
        sorted.faces = asked.filter(hasKnownLanguages).sorted { $0.description < $1.description }
        if sorted.faces.isEmpty, let first = sorted.languages.first {
            let second = sorted.languages.dropFirst().first ?? first
            sorted.faces = [.languages(from: first, to: second)]
        }
        return sorted
    }

    /// A note may have lost a language of an answered pair.
    private func hasKnownLanguages(_ face: Face) -> Bool {
        guard case .languages(let from, let to) = face else { return false }
        return known.contains(from) && known.contains(to)
    }
}
