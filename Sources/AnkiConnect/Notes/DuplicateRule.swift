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
        guard isInDeck, !same.isEmpty else { return !same.isEmpty }
        let name = deck ?? catalog.decks.first { $0.id == note.deck }?.name.text
        // In Anki nothing is a duplicate in a deck that does not exist.
        guard let deck = name.flatMap({ catalog.deck(named: $0) }) else { return false }
        let decks = Set(
            checksSubdecks
                ? catalog.decks.filter { deck.name.includes($0.name) }.map(\.id) : [deck.id]
        )
        return try call.library.connectedNotes(same.map(\.id)).contains { note in
            note.cards.contains { decks.contains($0.deck) }
        }
    }
}
