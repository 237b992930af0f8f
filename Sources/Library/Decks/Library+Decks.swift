internal import Languages
package import LibraryValues
package import Notes
internal import Storage

extension Library {
    /// All decks by name, without the bin.
    package func decks() throws(LibraryError) -> [Deck] {
        try read { try $0.decks() }
    }

    /// One deck, unless it is in the bin.
    package func deck(_ id: DeckID) throws(LibraryError) -> Deck? {
        try read { try $0.deck(id) }
    }

    /// Creates an empty deck; refused if the name is taken, or nobody can see it.
    package func makeDeck(
        named name: DeckName,
        by browser: BrowserNumber?
    ) throws(LibraryError) -> (change: Change?, deck: DeckID) {
        let id = DeckID(at: now().milliseconds, using: random)
        let change = try change(by: browser) { writer, recorder, moment in
            try Self.checkVisible(name, with: writer)
            try Self.checkFree([name], for: [], with: writer)
            let deck = Deck(id: id, name: name)
            try recorder.put(StoredDeck(deck, made: moment), with: writer)
            return "Created deck \(name.quoted)"
        }
        return (change, id)
    }

    /// Changes a deck's name and its own settings in one change; nil leaves either unchanged.
    ///
    /// Its nested decks are renamed too; a name with `::` nests it in another deck.
    package func changeDeck(
        _ id: DeckID,
        to name: DeckName?,
        _ settings: DeckSettings?,
        by browser: BrowserNumber?
    ) throws(LibraryError) -> Change? {
        try change(by: browser) { writer, recorder, moment in
            let deck = try Self.deck(id, with: writer)
            if let settings {
                try recorder.edit(id, at: moment, with: writer) { $0.settings = settings }
            }
            guard let name, name.text != deck.name.text else {
                return "Changed options of \(deck.name.quoted)"
            }
            try Self.checkVisible(name, with: writer)
            try Self.rename(deck, to: name, with: writer, recorder: &recorder, at: moment)
            return "Renamed \(deck.name.quoted) to \(name.quoted)"
        }
    }

    static func rename(
        _ deck: Deck,
        to name: DeckName,
        with writer: borrowing Writer,
        recorder: inout ChangeRecorder,
        at moment: Moment
    ) throws {
        guard name.key == deck.name.key || !deck.name.includes(name) else {
            throw LibraryError.refused("A deck can’t be inside itself.")
        }
        let family = try writer.decks().filter { deck.name.includes($0.name) }
        let renamed = try family.map { member in
            guard let name = member.name.moved(from: deck.name, to: name) else {
                throw LibraryError.refused(
                    "Decks can’t be nested this deeply. Choose a shorter name."
                )
            }
            return (member.id, name)
        }
        try checkFree(renamed.map(\.1), for: family, with: writer)
        for (id, name) in renamed {
            try recorder.edit(id, at: moment, with: writer) { $0.name = name.text }
        }
    }

    /// Moves a deck's own notes and its nested decks into another deck, and removes it.
    package func mergeDeck(
        _ id: DeckID,
        into other: DeckID,
        by browser: BrowserNumber?
    ) throws(LibraryError) -> Change? {
        try change(by: browser) { writer, recorder, moment in
            let deck = try Self.deck(id, with: writer)
            let destination = try Self.deck(other, with: writer)
            guard !deck.name.includes(destination.name) else {
                throw LibraryError.refused("A deck can’t be merged into one of its own subdecks.")
            }
            let family = try writer.decks().filter { deck.name.includes($0.name) }
            var names = Set(try writer.decks().map(\.name.key))
            names.subtract(family.map(\.name.key))
            // Outermost first, because a nested deck may take the name of the deck around it.
            for member in family {
                let target = member.name.moved(from: deck.name, to: destination.name)
                if let target, member.id != id, !names.contains(target.key) {
                    try recorder.edit(member.id, at: moment, with: writer) {
                        $0.name = target.text
                    }
                } else {
                    let existing = try writer.decks().first { $0.name.key == target?.key }
                    try recorder.empty(
                        member.id,
                        into: existing?.id ?? destination.id,
                        with: writer
                    )
                    try recorder.remove(member.id, at: moment, with: writer)
                }
            }
            return "Merged \(deck.name.quoted) into \(destination.name.quoted)"
        }
    }

    /// Moves a deck, its nested decks and all their notes to the bin.
    package func deleteDeck(
        _ id: DeckID,
        by browser: BrowserNumber?
    ) throws(LibraryError) -> Change? {
        try change(by: browser) { writer, recorder, moment in
            let deck = try Self.deck(id, with: writer)
            var count = 0
            for member in try writer.decks() where deck.name.includes(member.name) {
                let notes = try writer.notes(ofDeck: member.id, inBin: false)
                count += notes.count
                try recorder.bin(notes, at: moment, with: writer)
                try recorder.returnCards(in: member.id, with: writer)
                try recorder.remove(member.id, at: moment, with: writer)
            }
            return "Deleted deck \(deck.name.quoted) with \("\(count) cards" as Phrase)"
        }
    }

    /// A deck that has to exist outside the bin.
    static func deck(_ id: DeckID, with writer: borrowing Writer) throws -> Deck {
        guard let deck = try writer.deck(id) else {
            throw LibraryError.refused("This deck no longer exists.")
        }
        return deck
    }

    /// Refuses a name of which nobody can see some level, unless a file has brought it: a deck that has it keeps it.
    static func checkVisible(
        _ name: DeckName,
        with reader: borrowing some Reading & ~Copyable
    ) throws {
        guard !name.isVisible else { return }
        guard try !reader.decks().contains(where: { $0.name.key == name.key }) else { return }
        throw LibraryError.refused(DeckName.flaw(of: name.text))
    }

    private static func checkFree(
        _ names: [DeckName],
        for family: [Deck],
        with writer: borrowing Writer
    ) throws {
        let own = Set(family.map(\.id))
        let keys = Set(names.map(\.key))
        let other = try writer.decks().first { !own.contains($0.id) && keys.contains($0.name.key) }
        guard let other else { return }
        throw LibraryError.refused(
            "A deck named \(other.name.quoted) already exists. Choose another name, or merge the two."
        )
    }
}

extension DeckName {
    var quoted: Phrase { "“\(title)”" }
}
