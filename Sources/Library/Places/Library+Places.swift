internal import Languages
package import LibraryValues
package import Notes
internal import Storage

extension Library {
    /// What a map shows: all places, as they were made.
    package func pins() throws(LibraryError) -> [Pin] {
        try translatingErrors { try database.read { try $0.pins(of: NoteType.place.id) } }
    }

    /// One place, unless it lies in the bin or is none.
    package func placeDetails(_ id: NoteID) throws(LibraryError) -> PlaceDetails? {
        try translatingErrors {
            try database.read { reader in
                guard let note = try reader.note(id), note.binned == nil,
                    note.type == NoteType.place.id, let deck = try reader.deck(note.deck)
                else { return nil }
                return PlaceDetails(
                    note: note,
                    deck: deck.name,
                    media: try Self.media(of: note, reader)
                )
            }
        }
    }

    /// Adds a place: one without a name is a new location, one without a deck goes to the latest place's.
    ///
    /// Where there is no place yet a deck is made for them, in the same change.
    package func addPlace(
        _ wish: PlaceChange,
        by browser: BrowserNumber?
    ) throws(LibraryError) -> (change: Change?, note: NoteID) {
        var generator = SystemRandomNumberGenerator()
        let id = NoteID(at: now().milliseconds, using: &generator)
        let change = try change(by: browser) { writer, recorder, moment in
            let deck = try Self.deck(of: wish, with: writer, recorder: &recorder, at: moment)
            var note = Note(
                id: id,
                guid: NoteGUID(rawValue: id.description),
                type: NoteType.place.id,
                deck: deck,
                values: [.placeName: FieldValue(Place.newName)],
                made: moment
            )
            note = try Self.place(note, after: wish, at: moment)
            try recorder.put(note, with: writer)
            return "Added \(note.quoted)"
        }
        return (change, id)
    }

    /// Changes what is said of a place, and moves it; nil where it was so before.
    package func changePlace(
        _ id: NoteID,
        _ wish: PlaceChange,
        by browser: BrowserNumber?
    ) throws(LibraryError) -> Change? {
        try change(by: browser) { writer, recorder, moment in
            guard let old = try writer.note(id), old.binned == nil, old.type == NoteType.place.id
            else { throw LibraryError.refused("This place was deleted. It may lie in the bin.") }
            if let deck = wish.deck, try writer.deck(deck) == nil {
                throw LibraryError.refused("There is no such deck any more.")
            }
            let media = try Self.media(of: old, writer)
            let new = try Self.place(old, with: media, after: wish, at: moment)
            guard new != old else { return "" }
            try recorder.put(new, with: writer)
            let isMoved = PlaceChange(place: wish.place) == wish
            return isMoved ? "Moved \(new.quoted) on the map" : "Changed \(new.quoted)"
        }
    }

    private static func media(
        of note: Note,
        _ reader: borrowing some Reading & ~Copyable
    ) throws -> [String: MediaHash] {
        var media: [String: MediaHash] = [:]
        for reference in MediaText(note.text(of: .placeDescription)).references {
            media[reference.name] = try reader.mediaHash(of: reference)
        }
        return media
    }

    /// A place as it is to be.
    private static func place(
        _ old: Note,
        with media: [String: MediaHash] = [:],
        after wish: PlaceChange,
        at moment: Moment
    ) throws(LibraryError) -> Note {
        var draft = NoteDraft(old)
        if let name = wish.name { draft.values[.placeName, default: .init()].text = name }
        if let description = wish.description {
            // Pictures and sounds stand at its ends, and a sheet shows them beside the words.
            let old = MediaText(old.text(of: .placeDescription)) { media[$0.name] != nil }.ends
            draft.values[.placeDescription, default: .init()].text =
                old.leading.map(\.source).joined() + description
                + old.trailing.map(\.source).joined()
        }
        if let place = wish.place { draft.place = PlaceInput(place) }
        if let tags = wish.tags { draft.tags = tags }
        if let deck = wish.deck { draft.deck = deck }
        draft = draft.trimmed
        if let flaw = NoteType.place.flaws(of: draft).first { throw .refused(flaw.words) }
        return note(draft, over: old, at: moment)
    }

    /// The deck that a new place goes to.
    private static func deck(
        of wish: PlaceChange,
        with writer: borrowing Writer,
        recorder: inout ChangeRecorder,
        at moment: Moment
    ) throws -> DeckID {
        if let deck = wish.deck {
            guard try writer.deck(deck) != nil else {
                throw LibraryError.refused("There is no such deck any more.")
            }
            return deck
        }
        if let latest = try writer.latestNote(of: NoteType.place.id) { return latest.deck }
        let name = DeckName(say("Places"))
        if let deck = try writer.decks().first(where: { $0.name.key == name?.key }) {
            return deck.id
        }
        guard let name else { preconditionFailure("The deck of places has a name") }
        var generator = SystemRandomNumberGenerator()
        let deck = Deck(id: DeckID(at: moment.milliseconds, using: &generator), name: name)
        try recorder.put(StoredDeck(deck, made: moment), with: writer)
        return deck.id
    }
}
