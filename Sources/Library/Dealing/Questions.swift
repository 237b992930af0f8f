internal import Languages
internal import Notes
internal import Storage

/// Determines the cards of notes, in the languages that their own deck chose; each note type's templates are read once.
struct Questions {
    private let types: [NoteTypeID: NoteType]
    private let hierarchy: DeckHierarchy
    /// Languages whose text is shown with readings above it.
    private let ruby: Set<String>
    private let kanji: JapaneseReader?
    /// Whether the answer of a card may be a place on the map, which a quiz does not have.
    private let hasMap: Bool
    private var makers: [NoteTypeID: CardGenerator] = [:]
    private var asked: [DeckID: AskedLanguages] = [:]

    init(
        types: [NoteTypeID: NoteType],
        in hierarchy: DeckHierarchy,
        ruby: Set<String> = [],
        reading kanji: JapaneseReader? = nil,
        hasMap: Bool = true
    ) {
        self.types = types
        self.hierarchy = hierarchy
        self.ruby = ruby
        self.kanji = kanji
        self.hasMap = hasMap
    }

    /// The faces of a note, suspended ones included, in the order of its type.
    mutating func faces(of note: LazyNote) throws -> [Face] {
        guard let type = types[note.head.type] else { return [] }
        switch type.cards {
        case .languages:
            return try asked[known(note.head.deck), default: AskedLanguages()].faces(of: note)
        case .templates, .cloze, .place:
            return try maker(of: type).faces(of: note.whole()).filter { hasMap || $0 != .map }
        }
    }

    /// The first face that a note of languages has if its deck studies all pairs.
    func anyFace(of note: LazyNote) -> [Face] {
        guard isDrawn(note) else { return [] }
        return LanguageChoice.all.pairs(among: note.tags).prefix(1).map(Face.init)
    }

    /// The sides of one card of a note; nil where the note does not have it, or a side is empty.
    mutating func sides(of stored: LazyNote, face: Face, flag: UInt8 = 0) throws -> CardSides? {
        guard let type = types[stored.head.type] else { return nil }
        let languages = type.cards == .languages ? asked[known(stored.head.deck)] : nil
        let note = try stored.note(for: face)
        let sides = maker(of: type).sides(
            of: languages?.complete(note, for: face) ?? note,
            face: face,
            in: hierarchy.deck(stored.head.deck)?.name,
            flag: flag,
            withMarkup: true
        )
        guard var sides else { return nil }
        sides.front.addPlaceholder()
        sides.back.addPlaceholder()
        guard !sides.front.text.isEmpty, !sides.back.text.isEmpty else { return nil }
        languages?.addOtherScripts(to: &sides, of: note)
        if !ruby.isEmpty {
            sides.front.addRuby(in: ruby, of: note, reading: kanji)
            sides.back.addRuby(in: ruby, of: note, reading: kanji)
        }
        return sides
    }

    /// Whether a card is still studied: its deck may have chosen other languages or scripts since.
    mutating func asks(_ face: Face, of note: LazyNote) throws -> Bool {
        try !isDrawn(note) || faces(of: note).contains(face)
    }

    func isPlace(_ note: LazyNote) -> Bool { types[note.head.type]?.cards == .place }

    /// Whether a note's faces are interchangeable, so that one of them is drawn at random.
    func isDrawn(_ note: LazyNote) -> Bool { types[note.head.type]?.cards == .languages }

    /// Whether practice varies the face of a note.
    func varies(_ note: LazyNote) -> Bool {
        isDrawn(note) || isPlace(note)
    }

    /// Returns the deck after caching what it asks.
    private mutating func known(_ deck: DeckID) -> DeckID {
        if asked[deck] == nil {
            let settings = hierarchy.deck(deck).map { hierarchy.settings(of: $0) }
            asked[deck] = AskedLanguages(settings ?? DeckSettings(), reading: kanji)
        }
        return deck
    }

    private mutating func maker(of type: NoteType) -> CardGenerator {
        if let maker = makers[type.id] { return maker }
        let maker = CardGenerator(type)
        makers[type.id] = maker
        return maker
    }
}

extension CardSide {
    /// Replaces an empty text, because a side in HTML may show something without any text.
    fileprivate mutating func addPlaceholder() {
        if text.isEmpty, markup != nil { text = "…" }
    }
}
