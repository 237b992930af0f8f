internal import Languages
internal import Notes

/// Finds what notes ask: in the languages that their own deck chose; each note type's templates are read once.
struct Questions {
    private let types: [NoteTypeID: NoteType]
    private let shelf: DeckShelf
    private var makers: [NoteTypeID: CardMaker] = [:]
    private var choices: [DeckID: LanguageChoice] = [:]

    init(types: [NoteTypeID: NoteType], on shelf: DeckShelf) {
        self.types = types
        self.shelf = shelf
    }

    /// The faces of a note that are dealt, whatever is suspended, in the order of its type.
    mutating func faces(of note: Note) -> [Face] {
        guard let type = types[note.type] else { return [] }
        switch type.cards {
        case .languages:
            let choice = choice(in: note.deck)
            return choice.pairs(among: choice.shown(of: note.languages)).map(Face.init)
        case .templates, .cloze, .place:
            // Only a map can ask to be found on it.
            return maker(of: type).faces(of: note).filter { $0 != .map }
        }
    }

    /// The sides of one card of a note; nil where the note does not ask this, or shows nothing.
    mutating func sides(of note: Note, face: Face, flag: UInt8 = 0) -> Sides? {
        guard let type = types[note.type] else { return nil }
        let sides = maker(of: type)
            .sides(of: note, face: face, in: shelf.deck(note.deck)?.name, flag: flag)
        return sides.flatMap { $0.front.text.isEmpty || $0.back.text.isEmpty ? nil : $0 }
    }

    /// Whether a note's faces are all alike to a learner, so that any of them may be drawn.
    func isDrawn(_ note: Note) -> Bool { types[note.type]?.cards == .languages }

    private mutating func choice(in deck: DeckID) -> LanguageChoice {
        if let choice = choices[deck] { return choice }
        let choice = shelf.deck(deck).flatMap { shelf.settings(of: $0).languageChoice } ?? .all
        choices[deck] = choice
        return choice
    }

    private mutating func maker(of type: NoteType) -> CardMaker {
        if let maker = makers[type.id] { return maker }
        let maker = CardMaker(type)
        makers[type.id] = maker
        return maker
    }
}

extension LanguageChoice {
    /// Each language once: in the scripts that the choice names, else in its usual one, else in the one it has.
    func shown(of tags: [LanguageTag]) -> [LanguageTag] {
        let named = Set(languages.compactMap { $0.match(among: tags) })
        return Dictionary(grouping: tags, by: \.language).values.flatMap { scripts in
            let chosen = scripts.filter(named.contains)
            guard chosen.isEmpty else { return chosen }
            let usual = LanguageTag(scripts[0].language)?.match(among: scripts)
            return [usual ?? scripts[0]]
        }.sorted()
    }

    /// The languages that the choice names.
    private var languages: Set<LanguageTag> {
        switch self {
        case .all: []
        case .oneToOne(let from, let to): [from, to]
        case .oneToAll(let language), .allToOne(let language): [language]
        case .symmetricSubset(let languages): languages
        }
    }
}
