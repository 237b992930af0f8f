internal import Languages
package import LibraryValues
package import Notes
internal import Storage

extension Library {
    /// All places, in the order of their creation.
    package func pins() throws(LibraryError) -> [Pin] {
        try read { try $0.pins(of: NoteType.place.id) }
    }

    /// The note of one place; nil if it is in the bin or the note is not a place.
    package func placeNote(_ id: NoteID) throws(LibraryError) -> Note? {
        try read { reader in
            guard let note = try reader.note(id), note.binned == nil, note.type == NoteType.place.id
            else { return nil }
            return note
        }
    }

    /// Adds a place, by default named as a new location and in the latest place's deck.
    ///
    /// The first place gets a new deck in the same change.
    package func addPlace(
        _ changes: PlaceChange,
        by browser: BrowserNumber?
    ) throws(LibraryError) -> (change: Change?, note: NoteID) {
        let id = NoteID(at: now().milliseconds, using: random)
        let change = try change(by: browser) { writer, recorder, moment in
            let deck = try self.deck(of: changes, with: writer, recorder: &recorder, at: moment)
            var note = Note(
                id: id,
                guid: NoteGUID(rawValue: id.description),
                type: NoteType.place.id,
                deck: deck,
                values: [.placeName: FieldValue(Place.newName)],
                made: moment
            )
            note = try place(note, after: changes, at: moment)
            try recorder.put(note, with: writer)
            return "Added \(try note.quoted(with: writer))"
        }
        return (change, id)
    }

    /// Changes or moves a place; nil where nothing changed.
    package func changePlace(
        _ id: NoteID,
        _ changes: PlaceChange,
        by browser: BrowserNumber?
    ) throws(LibraryError) -> Change? {
        try change(by: browser) { writer, recorder, moment in
            guard let old = try writer.note(id), old.binned == nil, old.type == NoteType.place.id
            else { throw LibraryError.refused("This place was deleted. It may be in the bin.") }
            if let deck = changes.deck { _ = try Self.deck(deck, with: writer) }
            let media = try Self.media(of: old, writer)
            let new = try place(old, with: media, after: changes, at: moment)
            guard new != old else { return "" }
            try recorder.put(new, with: writer)
            let isMoved = PlaceChange(place: changes.place) == changes
            let quoted = try new.quoted(with: writer)
            return isMoved ? "Moved \(quoted) on the map" : "Changed \(quoted)"
        }
    }

    private static func media(
        of note: Note,
        _ writer: borrowing Writer
    ) throws -> [String: MediaHash] {
        var media: [String: MediaHash] = [:]
        for reference in MediaText(note.text(of: .placeDescription)).references {
            media[reference.name] = try writer.mediaHash(of: reference)
        }
        return media
    }

    private func place(
        _ old: Note,
        with media: [String: MediaHash] = [:],
        after changes: PlaceChange,
        at moment: Moment
    ) throws(LibraryError) -> Note {
        var draft = NoteDraft(old)
        if let name = changes.name { draft.values[.placeName, default: .init()].text = name }
        if let description = changes.description {
            // Media are at the ends of the description, and a sheet shows them beside the text.
            let old = MediaText(old.text(of: .placeDescription)) { media[$0.name] != nil }.ends
            draft.values[.placeDescription, default: .init()].text =
                old.leading.map(\.source).joined() + description
                + old.trailing.map(\.source).joined()
        }
        if let place = changes.place { draft.place = PlaceInput(place) }
        if let tags = changes.tags { draft.tags = tags }
        if let deck = changes.deck { draft.deck = deck }
        draft = draft.trimmed
        if let flaw = NoteType.place.flaws(of: draft).first { throw .refused(flaw.words) }
        return note(draft, over: old, at: moment)
    }

    /// The deck for a new place.
    private func deck(
        of changes: PlaceChange,
        with writer: borrowing Writer,
        recorder: inout ChangeRecorder,
        at moment: Moment
    ) throws -> DeckID {
        if let deck = changes.deck { return try Self.deck(deck, with: writer).id }
        if let latest = try writer.latestNote(of: NoteType.place.id) { return latest.deck }
        let name = DeckName(say("Places"))
        if let deck = try writer.decks().first(where: { $0.name.key == name?.key }) {
            return deck.id
        }
        guard let name else { preconditionFailure("The deck of places has a name") }
        let deck = Deck(id: DeckID(at: moment.milliseconds, using: random), name: name)
        try recorder.put(StoredDeck(deck, made: moment), with: writer)
        return deck.id
    }
}
