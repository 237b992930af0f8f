import Languages
import LibraryValues
import Notes
import Testing

@testable import Library
@testable import Storage

// Conflicting calls on one object by two replicas that have not heard of one another's, which chance alone rarely makes.

extension SyncHistory {
    /// A step of a clash.
    typealias PlannedStep = (replica: SyncReplica, action: () throws -> Void)

    /// What a clash is about, which its first steps may create.
    private final class Subject {
        var deck: DeckID?
        var note: NoteID?
        /// The change that created it.
        var change: ChangeID?
    }

    /// The steps of a random clash, between which nothing else happens; none where the two replicas have nothing in common.
    func planClash() throws -> [PlannedStep] {
        let here = replicas[below(replicas.count)]
        let others = replicas.filter { $0 !== here }
        let there = others[below(others.count)]
        return switch below(5) {
        case 0: undoing(here, there)
        case 1: uniting(here, there)
        case 2: importing(here, there)
        default: try changing(here, there)
        }
    }

    /// Performs a step; false where it is refused.
    func perform(_ step: PlannedStep) throws -> Bool {
        do {
            try step.action()
            return true
        } catch LibraryError.refused(let reason) {
            note("refused: \(reason)")
            return false
        }
    }

    /// What one creates and undoes, the other one changes.
    private func undoing(_ here: SyncReplica, _ there: SyncReplica) -> [PlannedStep] {
        let subject = Subject()
        let isDeck = below(2) == 0
        return [
            (here, { try isDeck ? self.makeDeck(subject, on: here) : self.add(subject, on: here) }),
            (there, { try self.receive(from: here, on: there) }),
            (here, { try self.turn(subject, on: here) }),
            (there, { try self.change(subject, on: there) }),
        ]
    }

    /// What both create is one for the other one, while one undoes it, and perhaps redoes it after hearing that.
    private func uniting(_ here: SyncReplica, _ there: SyncReplica) -> [PlannedStep] {
        let (subject, other) = (Subject(), Subject())
        let isDeck = below(2) == 0
        let number = below(3)
        func make(_ subject: Subject, on replica: SyncReplica) throws {
            if isDeck {
                try makeDeck(subject, "Same \(number)", on: replica)
            } else {
                try importPackage(number, subject, on: replica)
            }
        }
        let start: [PlannedStep] = [
            (here, { try make(subject, on: here) }), (there, { try make(other, on: there) }),
            (there, { try self.receive(from: here, on: there) }),
            (here, { try self.turn(subject, on: here) }),
        ]
        guard below(2) == 0 else { return start + [(there, { try self.change(other, on: there) })] }
        return start + [
            (here, { try self.receive(from: there, on: here) }),
            (here, { try self.turn(subject, on: here) }),
        ]
    }

    /// Both import a package, and each changes a note of it.
    private func importing(_ here: SyncReplica, _ there: SyncReplica) -> [PlannedStep] {
        let (subject, other) = (Subject(), Subject())
        let number = below(3)
        let hasID = below(2) == 0
        return [
            (here, { try self.importPackage(number, hasID: hasID, subject, on: here) }),
            (here, { try self.change(subject, on: here) }),
            (there, { try self.importPackage(number, hasID: hasID, other, on: there) }),
            (there, { try self.change(other, on: there) }),
        ]
    }

    /// Both change a deck or a note.
    private func changing(_ here: SyncReplica, _ there: SyncReplica) throws -> [PlannedStep] {
        let subject = Subject()
        if below(2) == 0 {
            let known = Set(try there.library.decks().map(\.id))
            let decks = try here.library.decks().map(\.id).filter(known.contains)
            subject.deck = decks.randomElement(using: &chance)
        } else {
            let known = Set(try there.notes())
            subject.note = try here.notes().filter(known.contains).randomElement(using: &chance)
        }
        guard subject.deck != nil || subject.note != nil else { return [] }
        return [
            (here, { try self.change(subject, on: here) }),
            (there, { try self.change(subject, on: there) }),
        ]
    }

    // MARK: - Steps

    private func makeDeck(
        _ subject: Subject,
        _ name: String? = nil,
        on replica: SyncReplica
    ) throws {
        let name = try #require(DeckName(name ?? any("Clash", "C", "b::d")))
        note("made \(name.text)")
        let made = try replica.library.makeDeck(named: name, by: nil)
        (subject.deck, subject.change) = (made.deck, made.change?.id)
    }

    private func add(_ subject: Subject, on replica: SyncReplica) throws {
        subject.note = try add(to: try deck(of: replica), on: replica)
        subject.change = try replica.library.latestChange(by: nil)
    }

    private func add(to deck: DeckID, on replica: SyncReplica) throws -> NoteID? {
        let draft = ConnectedDraft(
            type: NoteType.basicAndReversed.id,
            deck: deck,
            values: [1: FieldValue("clash"), 2: FieldValue("\(below(9))")],
            tags: []
        )
        note("added a note to \(deck)")
        return try replica.library.add([draft], by: nil).first
    }

    private func receive(from other: SyncReplica, on replica: SyncReplica) throws {
        note("received all of \(other.number)")
        _ = try send(from: other, to: replica)
    }

    /// Undoes what created the subject, or redoes it.
    private func turn(_ subject: Subject, on replica: SyncReplica) throws {
        guard let id = subject.change, let change = try replica.library.change(id) else {
            throw LibraryError.refused("It was there already.")
        }
        note("turned \(change.says)")
        _ =
            try change.isUndone ? replica.library.redo(change.id) : replica.library.undo(change.id)
    }

    /// Imports a note that has the same GUID in every copy of the package, and perhaps the same ID.
    private func importPackage(
        _ number: Int,
        hasID: Bool = false,
        _ subject: Subject,
        on replica: SyncReplica
    ) throws {
        let guid = NoteGUID(rawValue: "package-\(number)")
        var given = ImportNote(
            .guid(guid),
            type: NoteType.basicAndReversed.id,
            values: [1: FieldValue("package"), 2: FieldValue("edition \(below(2))")]
        )
        if hasID { given.id = NoteID(rawValue: 1 << 40 + Int64(number)) }
        if below(2) == 0 { given.tags = ["package", "b"].compactMap { TagName($0) } }
        let deck = try #require(DeckName(any("Imports", "A")))
        let batch = ImportBatch(file: "a.json", into: deck, notes: [given])
        let report = try replica.library.importNotes(of: batch, by: nil)
        note("imported package \(number)")
        subject.change = report.change?.id
        subject.note = try replica.library.database.read { try $0.note(guid: guid) }
    }

    private func change(_ subject: Subject, on replica: SyncReplica) throws {
        if let deck = subject.deck {
            try change(deck, on: replica)
        } else if let note = subject.note {
            try change(note, on: replica)
        }
    }

    private func change(_ deck: DeckID, on replica: SyncReplica) throws {
        let library = replica.library
        // Another library may know it as another one by now.
        let key = try library.database.read { try $0.merged(ObjectKey(.deck, deck.rawValue)) }
        let deck = DeckID(rawValue: key.number ?? deck.rawValue)
        let kind = below(7)
        note("change \(kind) of \(deck)")
        switch kind {
        case 0, 1:
            let name = DeckName(any("Renamed", "A::b"))
            _ = try library.changeDeck(deck, to: name, nil, by: nil)
        case 2: _ = try library.mergeDeck(deck, into: self.deck(of: replica), by: nil)
        case 3: _ = try library.mergeDeck(self.deck(of: replica), into: deck, by: nil)
        case 4:
            _ = try library.deleteDeck(deck, by: nil)
            try emptyBinPerhaps(of: replica)
        case 5: _ = try add(to: deck, on: replica)
        default: _ = try library.act(.move(to: deck), on: .notes([note(of: replica)]), by: nil)
        }
    }

    private func change(_ note: NoteID, on replica: SyncReplica) throws {
        let library = replica.library
        let note = try library.database.read { try $0.merged(note) }
        let kind = below(8)
        self.note("change \(kind) of \(note)")
        switch kind {
        case 0, 1:
            let text = FieldValue("clash \(below(9))")
            _ = try library.edit(note, by: nil) { $0.values[2] = text }
        case 2, 3:
            let tags = ["clash", "b"].compactMap { TagName($0) }
            let action: NoteAction = below(2) == 0 ? .tag(tags) : .untag(tags)
            _ = try library.act(action, on: .notes([note]), by: nil)
        case 4:
            let card = CardID(note: note, face: .template(1))
            let flag = UInt8(below(4))
            _ = try library.act(.flag(flag), on: [card], by: nil, timeZoneOffset: 0)
        case 5: _ = try library.act(.move(to: deck(of: replica)), on: .notes([note]), by: nil)
        default:
            _ = try library.delete([note], by: nil)
            try emptyBinPerhaps(of: replica)
        }
    }

    private func emptyBinPerhaps(of replica: SyncReplica) throws {
        guard below(2) == 0 else { return }
        // A backup is made before, which the replica may be replaced with.
        try written.add(from: replica)
        try replica.library.emptyBin()
    }
}
