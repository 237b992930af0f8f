internal import LibraryValues
package import Notes

/// The addresses of notes, cards, decks, tags, note types and changes.
package enum CardsRoute: Hashable, Sendable {
    /// All notes, or those that match a query, after a given one.
    case list(
        query: String = "",
        sort: NoteSort = .newest,
        after: NoteID? = nil,
        isSelecting: Bool = false,
        done: ChangeID? = nil
    )
    /// Changes the selected notes (POST).
    case selection(back: ReturnPath? = nil)
    /// Finds and replaces a text in the notes that match a query, or in the selected ones (POST).
    case replace(query: String = "", back: ReturnPath? = nil)
    /// Generates fields of some notes, for the learner to read before POST saves the selected ones.
    case drafts([NoteID], back: ReturnPath? = nil)
    /// A form for a new note (POST adds it).
    case newNote(
        deck: String? = nil,
        type: NoteTypeID? = nil,
        back: ReturnPath? = nil,
        done: ChangeID? = nil
    )
    /// A note's form (POST changes it, or moves it to the bin).
    case note(NoteID, back: ReturnPath? = nil)
    /// One card of a note; the first one by default.
    case card(NoteID, face: Face? = nil, back: ReturnPath? = nil)
    /// What was answered to a card, and its forgetting curve.
    case log(NoteID, face: Face)
    /// Changes cards (POST, JSON).
    case actions
    /// Undoes a change (POST, form or JSON).
    case undo
    /// Redoes a change (POST, form or JSON).
    case redo
    /// All changes, newest first.
    case history(done: ChangeID? = nil)
    /// The deleted notes, latest first (POST restores one or all, or empties the bin).
    case bin(after: NoteID? = nil, done: ChangeID? = nil)
    case types(done: ChangeID? = nil)
    /// A form for a note type based on another (POST creates it).
    case newType(from: NoteTypeID, back: ReturnPath? = nil)
    /// A note type's fields and templates (POST changes or deletes it).
    case type(NoteTypeID, back: ReturnPath? = nil)
    case tags(done: ChangeID? = nil)
    /// A tag's name (POST renames it, or removes it from all notes).
    case tag(TagName, back: ReturnPath? = nil)
    case decks(done: ChangeID? = nil)
    /// The starter decks (POST adds one).
    case starters
    /// A form for a new deck (POST creates it).
    case newDeck(inside: String? = nil, back: ReturnPath? = nil)
    /// A deck's own page.
    case deck(DeckID, done: ChangeID? = nil)
    /// A deck's name and options (POST changes them, merges or deletes it).
    case deckOptions(DeckID, back: ReturnPath? = nil)
}

extension CardsRoute {
    /// Reads the address of a request; nil where there is no such address.
    init?(segments: [String], query: some Collection<(name: String, value: String)>) {
        func value(_ name: String) -> String? { query.first { $0.name == name }?.value }
        let back = ReturnPath(value("back"))
        let done = value("done").flatMap { ChangeID($0) }
        let after = value("after").flatMap { NoteID($0) }
        switch (segments.first, segments.count) {
        case ("cards", 1):
            self = .list(
                query: Self.query(value("query") ?? "", within: value("in")),
                sort: value("sort").flatMap { NoteSort(rawValue: $0) } ?? .newest,
                after: after,
                isSelecting: value("select") != nil,
                done: done
            )
        case ("cards", 2) where segments[1] == "selection":
            self = .selection(back: back)
        case ("cards", 2) where segments[1] == "replace":
            self = .replace(query: value("query") ?? "", back: back)
        case ("cards", 2) where segments[1] == "drafts":
            let notes = (value("notes") ?? "").split(separator: ",").compactMap { NoteID($0) }
            self = .drafts(notes, back: back)
        case ("cards", 2) where segments[1] == "new":
            let type = value("type").flatMap { NoteTypeID($0) }
            self = .newNote(deck: value("deck"), type: type, back: back, done: done)
        case ("cards", 2) where segments[1] == "actions":
            self = .actions
        case ("cards", 2):
            guard let note = NoteID(segments[1]) else { return nil }
            self = .note(note, back: back)
        case ("cards", 3) where segments[2] == "card":
            guard let note = NoteID(segments[1]) else { return nil }
            self = .card(note, face: value("face").flatMap { Face($0) }, back: back)
        case ("cards", 3) where segments[2] == "log":
            guard let note = NoteID(segments[1]), let face = value("face").flatMap({ Face($0) })
            else { return nil }
            self = .log(note, face: face)
        case ("undo", 1): self = .undo
        case ("redo", 1): self = .redo
        case ("history", 1): self = .history(done: done)
        case ("bin", 1): self = .bin(after: after, done: done)
        case ("types", 1): self = .types(done: done)
        case ("types", 2) where segments[1] == "new":
            guard let type = value("from").flatMap({ NoteTypeID($0) }) else { return nil }
            self = .newType(from: type, back: back)
        case ("types", 2):
            guard let type = NoteTypeID(segments[1]) else { return nil }
            self = .type(type, back: back)
        case ("tags", 1): self = .tags(done: done)
        case ("tags", 2):
            guard let tag = TagName(segments[1]) else { return nil }
            self = .tag(tag, back: back)
        case ("decks", 1): self = .decks(done: done)
        case ("decks", 2) where segments[1] == "new":
            self = .newDeck(inside: value("inside"), back: back)
        case ("decks", 2) where segments[1] == "starter": self = .starters
        case ("decks", 2):
            guard let deck = DeckID(segments[1]) else { return nil }
            self = .deck(deck, done: done)
        case ("decks", 3) where segments[2] == "options":
            guard let deck = DeckID(segments[1]) else { return nil }
            self = .deckOptions(deck, back: back)
        default:
            return nil
        }
    }

    /// A query limited to what another one finds.
    private static func query(_ query: String, within scope: String?) -> String {
        guard let scope, !scope.isEmpty else { return query }
        return query.isEmpty ? scope : "\(scope) (\(query))"
    }

    /// The path, with the query if there is one, percent-encoded.
    var path: String {
        switch self {
        case .list(let query, let sort, let after, let isSelecting, let done):
            address(
                "/cards",
                ("query", query.isEmpty ? nil : query),
                ("sort", sort == .newest ? nil : sort.rawValue),
                ("after", after?.description),
                ("select", isSelecting ? "on" : nil),
                ("done", done?.description)
            )
        case .selection(let back): address("/cards/selection", ("back", back?.path))
        case .replace(let query, let back):
            address(
                "/cards/replace",
                ("query", query.isEmpty ? nil : query),
                ("back", back?.path)
            )
        case .drafts(let notes, let back):
            address(
                "/cards/drafts",
                ("notes", notes.map(\.description).joined(separator: ",")),
                ("back", back?.path)
            )
        case .newNote(let deck, let type, let back, let done):
            address(
                "/cards/new",
                ("deck", deck),
                ("type", type?.description),
                ("back", back?.path),
                ("done", done?.description)
            )
        case .note(let note, let back): address("/cards/\(note)", ("back", back?.path))
        case .card(let note, let face, let back):
            address("/cards/\(note)/card", ("face", face?.description), ("back", back?.path))
        case .log(let note, let face): address("/cards/\(note)/log", ("face", face.description))
        case .actions: "/cards/actions"
        case .undo: "/undo"
        case .redo: "/redo"
        case .history(let done): address("/history", ("done", done?.description))
        case .bin(let after, let done):
            address("/bin", ("after", after?.description), ("done", done?.description))
        case .types(let done): address("/types", ("done", done?.description))
        case .newType(let type, let back):
            address("/types/new", ("from", type.description), ("back", back?.path))
        case .type(let type, let back): address("/types/\(type)", ("back", back?.path))
        case .tags(let done): address("/tags", ("done", done?.description))
        case .tag(let tag, let back):
            address("/tags/\(tag.text.percentEncoded)", ("back", back?.path))
        case .decks(let done): address("/decks", ("done", done?.description))
        case .starters: "/decks/starter"
        case .newDeck(let inside, let back):
            address("/decks/new", ("inside", inside), ("back", back?.path))
        case .deck(let deck, let done): address("/decks/\(deck)", ("done", done?.description))
        case .deckOptions(let deck, let back):
            address("/decks/\(deck)/options", ("back", back?.path))
        }
    }
}

/// A path with a query of the items that have a value.
func address(_ path: String, _ items: (name: String, value: String?)...) -> String {
    let query = items.compactMap { item in
        item.value.map { "\(item.name)=\($0.percentEncoded)" }
    }
    return query.isEmpty ? path : "\(path)?\(query.joined(separator: "&"))"
}
