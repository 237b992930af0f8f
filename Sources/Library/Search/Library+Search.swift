package import LibraryValues
package import Notes
internal import Recall
internal import Storage

extension Library {
    package static let largestPage = 1_000

    /// One page of the notes that a query, as a learner types it, finds.
    ///
    /// - Parameters:
    ///   - limit: The most notes of the page, up to `largestPage`.
    ///   - after: The note behind which the page begins; nil for the first page.
    ///   - isCounted: Whether to count all results; without the count the rows are found sooner.
    ///   - minutes: How far the learner's clock is ahead of UTC, which determines the current day.
    package func search(
        _ query: String,
        sort: NoteSort = .newest,
        limit: Int = 50,
        after: NoteID? = nil,
        isCounted: Bool = true,
        timeZoneOffset minutes: Int = 0
    ) throws(LibraryError) -> SearchPage {
        let query = SearchQuery(query)
        return try read { reader in
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

    package func noteRow(_ id: NoteID) throws(LibraryError) -> NoteRow? {
        try read { reader in
            var rows = NoteRows(decks: try reader.decks(), types: try reader.noteTypes())
            return try rows.row(of: id, with: reader)
        }
    }

    /// At most `limit` notes that a query finds, newest first.
    package func notes(
        matching query: String,
        limit: Int,
        timeZoneOffset minutes: Int = 0
    ) throws(LibraryError) -> [NoteID] {
        try read { reader in
            try reader.search(
                SearchQuery(query),
                limit: limit,
                on: try searchDay(reader, offset: minutes)
            ).notes
        }
    }

    /// Whether the search index is incomplete, as after a large import.
    package func needsIndexing() throws(LibraryError) -> Bool {
        try translatingErrors { try database.needsIndexing() }
    }

    /// Indexes the next part; false where nothing is left.
    ///
    /// A search completes the index first, so this saves it the wait.
    package func indexNextPart() throws(LibraryError) -> Bool {
        try translatingErrors { try database.indexNextPart() }
    }

    /// Today, by the learner's rollover.
    func searchDay(
        _ reader: borrowing some Reading & ~Copyable,
        offset minutes: Int
    ) throws -> SearchDay {
        SearchDay(
            now: now(),
            offset: minutes,
            boundary: try reader.settings().rules.boundary
        )
    }
}

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
