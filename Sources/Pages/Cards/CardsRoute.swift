internal import LibraryValues
package import Notes

/// The addresses at which notes, cards and decks are looked at and changed.
package enum CardsRoute: Hashable, Sendable {
    /// All notes, or those that a query finds, from one on.
    case list(
        query: String = "",
        sort: NoteSort = .newest,
        after: NoteID? = nil,
        isSelecting: Bool = false,
        done: ChangeID? = nil
    )
    /// Does something to the notes that are selected (POST).
    case selection(back: Back? = nil)
    /// Puts one text in the place of another in what a query finds, or what is selected (POST).
    case replace(query: String = "", back: Back? = nil)
    /// What is looked up for some notes, to be read before it is saved (POST saves what is ticked).
    case drafts([NoteID], back: Back? = nil)
    /// A form for a new note (POST adds it).
    case newNote(
        deck: String? = nil,
        type: NoteTypeID? = nil,
        back: Back? = nil,
        done: ChangeID? = nil
    )
    /// A form for a note that is there (POST changes it, or brings it to the bin).
    case note(NoteID, back: Back? = nil)
    /// One card of a note, to be turned over and looked at; unless it is said which, the first one.
    case card(NoteID, face: Face? = nil, back: Back? = nil)
    /// Does something to cards (POST, JSON).
    case actions
    /// Takes a change back (POST, form or JSON).
    case undo
    /// Makes a change again (POST, form or JSON).
    case redo
    /// What was changed, newest first.
    case history(done: ChangeID? = nil)
    /// What was deleted, latest first (POST restores).
    case bin(after: NoteID? = nil, done: ChangeID? = nil)
    /// All note types, and the ways to change them.
    case types(done: ChangeID? = nil)
    /// A form for a note type that is made from another (POST makes it).
    case newType(from: NoteTypeID, back: Back? = nil)
    /// A note type's fields and templates (POST changes or deletes it).
    case type(NoteTypeID, back: Back? = nil)
    /// All tags, and the ways to change them.
    case tags(done: ChangeID? = nil)
    /// A tag's name (POST renames it, or takes it from all notes).
    case tag(TagName, back: Back? = nil)
    /// All decks, and the ways to their options.
    case decks(done: ChangeID? = nil)
    /// The decks that a new library starts with (POST adds one).
    case starters
    /// A form for a new deck (POST makes it).
    case newDeck(inside: String? = nil, back: Back? = nil)
    /// A deck's name and options (POST changes them, merges or deletes it).
    case deck(DeckID, back: Back? = nil)
}

extension CardsRoute {
    /// Reads the address of a request; nil where there is nothing of the kind.
    init?(segments: [String], query: some Collection<(name: String, value: String)>) {
        func value(_ name: String) -> String? { query.first { $0.name == name }?.value }
        let back = Back(value("back"))
        let done = value("done").flatMap { ChangeID($0) }
        let after = value("after").flatMap { NoteID($0) }
        switch (segments.first, segments.count) {
        case ("cards", 1):
            self = .list(
                query: value("query") ?? "",
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
            self = .deck(deck, back: back)
        default:
            return nil
        }
    }

    /// The path, and the query if there is one, as it stands in a link.
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
        case .deck(let deck, let back): address("/decks/\(deck)", ("back", back?.path))
        }
    }
}

/// A path with what follows the question mark, where it has a value.
func address(_ path: String, _ items: (name: String, value: String?)...) -> String {
    let query = items.compactMap { item in
        item.value.map { "\(item.name)=\($0.percentEncoded)" }
    }
    return query.isEmpty ? path : "\(path)?\(query.joined(separator: "&"))"
}
