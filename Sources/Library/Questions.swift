internal import Languages
internal import Notes

/// Finds what the notes of one deck ask; each note type's templates are read once.
struct Questions {
    private let types: [NoteTypeID: NoteType]
    private let choice: LanguageChoice
    private let deck: DeckName
    private var makers: [NoteTypeID: CardMaker] = [:]

    init(types: [NoteTypeID: NoteType], choosing choice: LanguageChoice, in deck: DeckName) {
        self.types = types
        self.choice = choice
        self.deck = deck
    }

    /// One card of a note: its first, or of languages one of the pairs that the choice yields, drawn at random; nil
    /// where it has none to show.
    mutating func card(
        of note: Note,
        without suspended: Set<Face>,
        using generator: inout some RandomNumberGenerator
    ) -> DealtCard? {
        guard let type = types[note.type] else { return nil }
        let maker = maker(of: type)
        var faces = faces(of: note, type, maker).filter { !suspended.contains($0) }
        if type.cards == .languages { faces.shuffle(using: &generator) }
        for face in faces {
            guard let sides = maker.sides(of: note, face: face, in: deck), !sides.front.text.isEmpty
            else { continue }
            return DealtCard(note: note.id, face: face, sides: sides)
        }
        return nil
    }

    private func faces(of note: Note, _ type: NoteType, _ maker: CardMaker) -> [Face] {
        switch type.cards {
        case .languages:
            choice.pairs(among: choice.shown(of: note.languages)).map(Face.init)
        case .templates, .cloze, .place:
            // Only a map can ask to be found on it.
            maker.faces(of: note).filter { $0 != .map }
        }
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
