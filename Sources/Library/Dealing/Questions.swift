internal import Languages
internal import Notes
internal import Storage

/// Finds what notes ask: in the languages that their own deck chose; each note type's templates are read once.
struct Questions {
    private let types: [NoteTypeID: NoteType]
    private let shelf: DeckShelf
    /// Languages over whose text its readings stand.
    private let ruby: Set<String>
    private let kanji: JapaneseReader?
    /// Whether a card can ask to be found on the map; a quiz has no map.
    private let hasMap: Bool
    private var makers: [NoteTypeID: CardGenerator] = [:]
    private var asked: [DeckID: AskedLanguages] = [:]

    init(
        types: [NoteTypeID: NoteType],
        on shelf: DeckShelf,
        ruby: Set<String> = [],
        reading kanji: JapaneseReader? = nil,
        hasMap: Bool = true
    ) {
        self.types = types
        self.shelf = shelf
        self.ruby = ruby
        self.kanji = kanji
        self.hasMap = hasMap
    }

    /// The faces of a note that are dealt, whatever is suspended, in the order of its type.
    mutating func faces(of note: LazyNote) throws -> [Face] {
        guard let type = types[note.head.type] else { return [] }
        switch type.cards {
        case .languages:
            return try asked[known(note.head.deck), default: AskedLanguages()].faces(of: note)
        case .templates, .cloze, .place:
            return try maker(of: type).faces(of: note.whole()).filter { hasMap || $0 != .map }
        }
    }

    /// A face that a note of languages would be dealt by if its deck asked all of them.
    func anyFace(of note: LazyNote) -> [Face] {
        guard isDrawn(note) else { return [] }
        return LanguageChoice.all.pairs(among: note.tags).prefix(1).map(Face.init)
    }

    /// The sides of one card of a note; nil where the note does not ask this, or shows nothing.
    mutating func sides(of stored: LazyNote, face: Face, flag: UInt8 = 0) throws -> CardSides? {
        guard let type = types[stored.head.type] else { return nil }
        let languages = type.cards == .languages ? asked[known(stored.head.deck)] : nil
        let note = try stored.note(for: face)
        let sides = maker(of: type).sides(
            of: languages?.complete(note, for: face) ?? note,
            face: face,
            in: shelf.deck(stored.head.deck)?.name,
            flag: flag,
            withMarkup: true
        )
        guard var sides else { return nil }
        sides.front.sayThatItIsDrawn()
        sides.back.sayThatItIsDrawn()
        guard !sides.front.text.isEmpty, !sides.back.text.isEmpty else { return nil }
        languages?.addOtherScripts(to: &sides, of: note)
        if !ruby.isEmpty {
            sides.front.addRuby(in: ruby, of: note, reading: kanji)
            sides.back.addRuby(in: ruby, of: note, reading: kanji)
        }
        return sides
    }

    /// Whether a card of a note is asked: its deck may have chosen other languages since, or another script.
    mutating func asks(_ face: Face, of note: LazyNote) throws -> Bool {
        try !isDrawn(note) || faces(of: note).contains(face)
    }

    /// Whether a note's faces are all alike to a learner, so that any of them may be drawn.
    func isDrawn(_ note: LazyNote) -> Bool { types[note.head.type]?.cards == .languages }

    /// Whether a note is practised now by one of its faces, now by another.
    func varies(_ note: LazyNote) -> Bool {
        isDrawn(note) || types[note.head.type]?.cards == .place
    }

    /// The same deck, once it is known what it asks.
    private mutating func known(_ deck: DeckID) -> DeckID {
        if asked[deck] == nil {
            let settings = shelf.deck(deck).map { shelf.settings(of: $0) }
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
    /// A side in HTML may show something though there is not a word on it.
    fileprivate mutating func sayThatItIsDrawn() {
        if text.isEmpty, markup != nil { text = "…" }
    }
}
