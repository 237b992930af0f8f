package import LibraryValues
package import Notes
internal import Recall
internal import Storage

extension Library {
    /// The most notes of one page.
    package static let largestPage = 1_000

    /// Finds the notes that a query asks for, as a learner types it, and returns one page of them.
    ///
    /// - Parameters:
    ///   - limit: the most notes of the page, up to `largestPage`.
    ///   - after: the note behind which the page begins; nil is for the first page.
    ///   - isCounted: whether it is said how many there are in all; who waits for the rows alone has them sooner.
    ///   - minutes: how far the learner's clock is ahead of UTC, which says what today is.
    package func search(
        _ query: String,
        sort: NoteSort = .newest,
        limit: Int = 50,
        after: NoteID? = nil,
        isCounted: Bool = true,
        timeZoneOffset minutes: Int = 0
    ) throws(LibraryError) -> SearchPage {
        let query = SearchQuery(query)
        return try translatingErrors {
            try database.read { reader in
                let found = try reader.search(
                    query,
                    sort: sort,
                    limit: min(max(limit, 0), Self.largestPage),
                    after: after,
                    isCounted: isCounted,
                    on: try searchDay(reader, offset: minutes)
                )
                var rows = NoteRows(
                    decks: try reader.decks(),
                    types: try reader.noteTypes()
                )
                return SearchPage(
                    rows: try found.notes.compactMap { try rows.row(of: $0, with: reader) },
                    total: found.total,
                    isTotalExact: found.isTotalExact,
                    next: found.next,
                    mistakes: found.mistakes
                )
            }
        }
    }

    /// One note with all that a list shows of it; nil where there is none.
    package func noteRow(_ id: NoteID) throws(LibraryError) -> NoteRow? {
        try translatingErrors {
            try database.read { reader in
                var rows = NoteRows(decks: try reader.decks(), types: try reader.noteTypes())
                return try rows.row(of: id, with: reader)
            }
        }
    }

    /// The notes that a query asks for, newest first; at most `limit`.
    package func notes(
        matching query: String,
        limit: Int,
        timeZoneOffset minutes: Int = 0
    ) throws(LibraryError) -> [NoteID] {
        try translatingErrors {
            try database.read { reader in
                try reader.search(
                    SearchQuery(query),
                    limit: limit,
                    on: try searchDay(reader, offset: minutes)
                ).notes
            }
        }
    }

    /// Whether searches have yet to hear of what came, as after a great import.
    package func needsIndexing() throws(LibraryError) -> Bool {
        try translatingErrors { try database.needsIndexing() }
    }

    /// Makes a part of what searches need of what came; false where nothing is left.
    ///
    /// Whoever searches makes all that is left, so this spares waiting then.
    package func indexNextPart() throws(LibraryError) -> Bool {
        try translatingErrors { try database.indexNextPart() }
    }

    /// Now, where days begin as the learner has settled.
    func searchDay(
        _ reader: borrowing some Reading & ~Copyable,
        offset minutes: Int
    ) throws -> SearchDay {
        SearchDay(
            now: now(),
            offset: minutes,
            boundary: DayBoundary(rollover: try reader.settings().rollover)
        )
    }
}

/// Puts the rows of a list together.
private struct NoteRows {
    private let decks: [DeckID: String]
    private let types: [NoteTypeID: NoteType]

    init(decks: [Deck], types: [NoteTypeID: NoteType]) {
        self.decks = Dictionary(uniqueKeysWithValues: decks.map { ($0.id, $0.name.text) })
        self.types = types
    }

    mutating func row(of id: NoteID, with reader: borrowing Reader) throws -> NoteRow? {
        guard let note = try reader.note(id) else { return nil }
        let type = types[note.type]
        return NoteRow(
            note: note,
            type: type?.name ?? "",
            deck: decks[note.deck] ?? "",
            fields: fields(of: note, type),
            cards: try reader.cards(of: id)
        )
    }

    private func fields(of note: Note, _ type: NoteType?) -> [NoteRow.Field] {
        let named = (type?.fields ?? []).map {
            NoteRow.Field(name: $0.name, text: note.text(of: $0.id))
        }
        let languages = note.values.compactMap { field, value in
            if case .language = field {
                NoteRow.Field(name: field.description, text: value.text)
            } else {
                nil as NoteRow.Field?
            }
        }
        return named + languages.sorted { $0.name < $1.name }
    }
}
