internal import Library
internal import LibraryValues
internal import Notes

/// Which other notes count as duplicates of a new one: the options of a note.
struct DuplicateRule {
    private(set) var isAllowed = false
    private var isInDeck = false
    private var deck: String?
    private var checksSubdecks = false
    private var checksAllTypes = false

    init(_ options: ConnectValue?) throws(ConnectError) {
        guard let options, options.members != nil else { return }
        isAllowed = try Self.flag(options, "allowDuplicate", "allowDuplicate")
        isInDeck = options["duplicateScope"]?.text == "deck"
        guard let scope = options["duplicateScopeOptions"], scope.members != nil else { return }
        deck = scope["deckName"]?.text
        checksSubdecks = try Self.flag(
            scope,
            "checkChildren",
            "duplicateScopeOptions.checkChildren"
        )
        checksAllTypes = try Self.flag(
            scope,
            "checkAllModels",
            "duplicateScopeOptions.checkAllModels"
        )
    }

    private static func flag(
        _ object: ConnectValue,
        _ name: String,
        _ path: String
    ) throws(ConnectError) -> Bool {
        switch object[name] {
        case nil: return false
        case .boolean(let flag)?: return flag
        default: throw ConnectError("option parameter \"\(path)\" must be boolean")
        }
    }

    /// Whether the library has a note that counts as the same.
    func hasDuplicate(
        of note: Note,
        _ type: NoteType,
        for call: ConnectCall,
        in catalog: ConnectCatalog
    ) throws -> Bool {
        let text = type.firstText(of: note.values)
        guard !text.isEmpty else { return false }
        let others = try call.library.notesWithPrompt(
            of: note,
            isHTML: type.usesHTML,
            ofAllTypes: checksAllTypes
        )
        let types = Dictionary(catalog.types.map { ($0.id, $0) }) { first, _ in first }
        let same = others.filter { types[$0.type]?.firstText(of: $0.values) == text }
        guard !same.isEmpty, let decks = decks(for: note, in: catalog) else { return !same.isEmpty }
        return try call.library.connectedNotes(same.map(\.id)).contains { note in
            note.cards.contains { decks.contains($0.deck) }
        }
    }

    /// Whether one of the notes that are about to be added counts as the same; all have the same first text.
    func hasDuplicate(of note: Note, among others: [Note], in catalog: ConnectCatalog) -> Bool {
        let decks = decks(for: note, in: catalog)
        return others.contains { other in
            (checksAllTypes || other.type == note.type) && decks?.contains(other.deck) ?? true
        }
    }

    /// The decks whose notes count; nil for all.
    private func decks(for note: Note, in catalog: ConnectCatalog) -> Set<DeckID>? {
        guard isInDeck else { return nil }
        let name = deck ?? catalog.decks.first { $0.id == note.deck }?.name.text
        // In Anki nothing is a duplicate in a deck that does not exist.
        guard let deck = name.flatMap({ catalog.deck(named: $0) }) else { return [] }
        let inside = catalog.decks.filter { deck.name.includes($0.name) }
        return checksSubdecks ? Set(inside.map(\.id)) : [deck.id]
    }
}
