internal import Languages
package import LibraryValues
internal import Notes
internal import Storage

extension Library {
    /// The most notes, and the most cards, of one action.
    package static let largestSelection = 200_000

    /// Applies an action to notes as one change; nil where nothing changed.
    package func act(
        _ action: NoteAction,
        on selection: NoteSelection,
        by browser: BrowserNumber?,
        timeZoneOffset minutes: Int = 0
    ) throws(LibraryError) -> Change? {
        try change(by: browser) { writer, recorder, moment in
            let homes = try self.homes(of: selection, with: writer, offset: minutes)
            try selection.check(homes.count)
            let notes = homes.map(\.note)
            switch action {
            case .move(let deck):
                let name = try Self.deck(deck, with: writer).name.title
                let count = try recorder.move(homes, to: deck, with: writer)
                return "Moved \(try Self.words(notes, count, with: writer)) to “\(name)”"
            case .tag(let tags):
                let count = try recorder.tag(notes, tags, with: writer)
                return "Tagged \(try Self.words(notes, count, with: writer)) “\(tags.joined)”"
            case .untag(let tags):
                let count = try recorder.untag(notes, tags, with: writer)
                return
                    "Removed “\(tags.joined)” from \(try Self.words(notes, count, with: writer))"
            case .suspend:
                let cards = try Self.cards(of: notes, with: writer)
                try recorder.mark(cards, with: writer) { $0.isSuspended = true }
                try recorder.suspend(notes, true, with: writer)
                return "Suspended \(try Self.words(notes, with: writer))"
            case .unsuspend:
                try recorder.mark(try writer.marks(of: notes).map { ($0, $1) }, with: writer) {
                    $0.unsuspend()
                }
                try recorder.suspend(notes, false, with: writer)
                return "Unsuspended \(try Self.words(notes, with: writer))"
            case .delete:
                if let trusted = try writer.trustedMoment(at: moment) {
                    let limit = Moment(milliseconds: trusted.milliseconds - Self.binTime)
                    _ = try writer.emptyBin(before: limit)
                }
                try recorder.bin(notes, at: moment, with: writer)
                return "Deleted \(try Self.words(notes, with: writer))"
            }
        }
    }

    /// The selected notes that still exist, each with its deck.
    func homes(
        of selection: NoteSelection,
        with reader: borrowing some Reading & ~Copyable,
        offset minutes: Int
    ) throws -> [(note: NoteID, deck: DeckID)] {
        let notes: [NoteID]
        switch selection {
        case .notes(let named): notes = named
        case .found(let query, let exceptions, _):
            notes = try reader.search(
                SearchQuery(query),
                limit: Self.largestSelection + 1,
                on: try searchDay(reader, offset: minutes)
            ).notes.filter { !exceptions.contains($0) }
        }
        try Self.check(notes.count)
        return try reader.decks(of: notes)
    }

    private static func check(_ count: Int) throws {
        guard count <= largestSelection else {
            throw LibraryError.refused(
                "You can change at most \(largestSelection) cards at once. Select fewer."
            )
        }
    }

    /// Quotes the question of a single note, counts several.
    static func words(
        _ notes: [NoteID],
        _ count: Int? = nil,
        with reader: borrowing some Reading & ~Copyable
    ) throws -> Phrase {
        if notes.count == 1, let note = try reader.note(notes[0]) {
            return try note.quoted(with: reader)
        }
        return "\(count ?? notes.count) cards"
    }

    /// All cards that notes have now or had before, with their marks.
    private static func cards(
        of notes: [NoteID],
        with reader: borrowing some Reading & ~Copyable
    ) throws -> [(card: CardID, marks: CardMarks?)] {
        var questions = Questions(
            types: try reader.noteTypes(),
            in: DeckHierarchy(try reader.decks())
        )
        let known = try reader.marks(of: notes)
        let asked = Set(known.map(\.card.note))
        var seen = Set(known.map(\.card))
        var cards: [(card: CardID, marks: CardMarks?)] = known.map { ($0, $1) }
        for id in notes {
            guard let note = try reader.lazyNote(id) else { continue }
            var faces = try questions.faces(of: note)
            if faces.isEmpty, !asked.contains(id) {
                // A card of another language choice represents the note, so that it is found again.
                faces = questions.anyFace(of: note)
            }
            for face in faces {
                let card = CardID(note: id, face: face)
                if seen.insert(card).inserted { cards.append((card, nil)) }
            }
            try check(cards.count)
        }
        return cards
    }
}

extension NoteSelection {
    /// Refuses if the number of notes differs from the one that the learner saw.
    func check(_ count: Int) throws {
        guard case .found(_, _, let seen?) = self, seen != count else { return }
        throw LibraryError.refused(
            "The list has changed: \(count) cards are selected now. Repeat the action if you still want it."
        )
    }
}

extension ChangeRecorder {
    /// Moves notes to a deck, and returns how many were elsewhere.
    fileprivate mutating func move(
        _ homes: [(note: NoteID, deck: DeckID)],
        to deck: DeckID,
        with writer: borrowing Writer
    ) throws -> Int {
        let elsewhere = Dictionary(grouping: homes.filter { $0.deck != deck }, by: \.deck)
        for (old, notes) in elsewhere.sorted(by: { $0.key < $1.key }) {
            try move(notes.map(\.note), from: old, to: deck, with: writer)
        }
        let separate = try writer.marks(of: homes.map(\.note)).filter { $0.marks.deck != nil }
        try mark(separate.map { ($0, $1) }, with: writer) { $0.deck = nil }
        let moved = Set(elsewhere.values.joined().map(\.note)).union(separate.map(\.card.note))
        return moved.count
    }

    /// Adds tags to notes, and returns how many lacked one.
    fileprivate mutating func tag(
        _ notes: [NoteID],
        _ tags: [TagName],
        with writer: borrowing Writer
    ) throws -> Int {
        var changed: Set<NoteID> = []
        for tag in tags {
            let having = Set(try writer.spellings(of: tag, on: notes).map(\.note))
            let lacking = notes.filter { !having.contains($0) }
            try self.tag(lacking, tag.text, isThere: true, with: writer)
            changed.formUnion(lacking)
        }
        return changed.count
    }

    /// Removes tags from notes, and returns how many had one.
    fileprivate mutating func untag(
        _ notes: [NoteID],
        _ tags: [TagName],
        with writer: borrowing Writer
    ) throws -> Int {
        var changed: Set<NoteID> = []
        for tag in tags {
            let found = Dictionary(grouping: try writer.spellings(of: tag, on: notes), by: \.tag)
            for (spelling, notes) in found.sorted(by: { $0.key < $1.key }) {
                try self.tag(notes.map(\.note), spelling, isThere: false, with: writer)
                changed.formUnion(notes.map(\.note))
            }
        }
        return changed.count
    }
}

extension [TagName] {
    fileprivate var joined: String { map(\.title).joined(separator: ", ") }
}
