import Foundation
import Languages
import LibraryValues
import Notes
import Recall
import TestChance
import TestFolder
import Testing
import Threads

@testable import Library
@testable import Storage

/// Some replicas of one library and what happens to them, which a seed determines.
final class SyncHistory {
    let folder: TemporaryFolder
    private(set) var replicas: [SyncReplica] = []
    private var chance: SplitMix
    private let faults: MergeFaults
    private(set) var trace: [String] = []
    private var written = WrittenFacts()

    init(seed: UInt64, faults: MergeFaults = []) throws {
        chance = SplitMix(seed: seed)
        self.faults = faults
        folder = try TemporaryFolder()
        for number in 0..<Int.random(in: 2...5, using: &chance) {
            let skew = Int64.random(in: -3 * 3_600_000...3 * 3_600_000, using: &chance)
            let path = folder.path("\(number).omena")
            try SyncTemplate.file.write(to: URL(filePath: path))
            replicas.append(try SyncReplica(path: path, number: number, skew: skew))
        }
        try written.add(from: replicas[0], isFirst: true)
    }

    deinit { for replica in replicas { try? replica.library.close() } }

    /// Does as many random things, and then syncs until nothing is left to send.
    func run(steps: Int) throws {
        for step in 0..<steps {
            for replica in replicas { replica.clock.advance(by: 40_000) }
            let replica = replicas[below(replicas.count)]
            trace.append("\(step) on \(replica.number): ")
            if below(12) == 0 {
                // Weeks offline.
                let pause = Int64(below(20)) * 86_400_000
                for replica in replicas { replica.clock.advance(by: pause) }
            }
            try act(on: replica)
            try written.add(from: replica)
        }
        try settle()
    }

    /// How the replicas differ, or from what was written last; nil if all is as it should be.
    func disagreement() throws -> String? {
        let now = replicas.map(\.clock.now).max() ?? replicas[0].clock.now
        let first = try replicas[0].content(at: now)
        for replica in replicas.dropFirst() {
            let other = try replica.content(at: now)
            guard other != first else { continue }
            let (left, right) = (Set(first).subtracting(other), Set(other).subtracting(first))
            return """
                replica \(replica.number) differs
                \(left.sorted().prefix(6).joined(separator: "\n"))
                but
                \(right.sorted().prefix(6).joined(separator: "\n"))
                """
        }
        let contradictions = try written.contradictions(in: replicas[0])
        return contradictions.isEmpty ? nil : contradictions.prefix(6).joined(separator: "\n")
    }

    private func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &chance) }

    private func note(_ text: String) { trace[trace.count - 1] += text }

    private func act(on replica: SyncReplica) throws {
        switch below(46) {
        case 0...15:
            let change = try RandomChanges(library: replica.library).next(&chance)
            note(change.map { "\($0.says)" } ?? "nothing")
        case 16...23: try answer(replica)
        case 24: try turn(replica)
        case 25: try changeSettings(replica)
        case 26: try setParameters(replica)
        case 27: try addMedia(replica)
        case 28...29: try importNotes(replica)
        case 30: try emptyBin(replica)
        case 31: try reopen(replica)
        case 32: try restore(replica)
        case 33: try copy(over: replica)
        case 34...35: try changeTags(replica)
        case 36: try removeMedium(replica)
        case 37: try changePlaces(replica)
        case 38: try setRetention(replica)
        case 39: try below(2) == 0 ? repair(replica) : moveCards(replica)
        default:
            let other = replicas[below(replicas.count)]
            try sync(from: other, to: replica)
        }
    }

    // MARK: - What a learner does

    private func answer(_ replica: SyncReplica) throws {
        let notes = try replica.library.notes(matching: "", after: nil).notes
        guard let row = notes.randomElement(using: &chance) else { return }
        let faces = ["1", "2", "en>fi", "fi>en"].compactMap { Face($0) }
        let card = CardID(note: row.id, face: faces[below(faces.count)])
        let now = replica.clock.now
        let events = try replica.library.events(of: card)
        var kind: Event.Kind
        let grade = Grade.allCases[below(Grade.allCases.count)]
        switch below(8) {
        case 0: kind = .practice(grade)
        case 1 where !events.isEmpty: kind = .retraction(of: events[below(events.count)].id)
        case 2: kind = .review(grade, due: nil, reviews: nil)
        default:
            let due = now.later(by: Int64(below(40)) * 86_400_000 + 600_000)
            kind = .review(
                grade,
                due: due,
                reviews: try replica.library.card(card)?.state.reviews ?? 0
            )
        }
        let event = Event(
            id: EventID(at: now.milliseconds, using: &chance),
            note: card.note,
            face: card.face,
            kind: kind,
            moment: now,
            offset: 60,
            duration: below(9_000),
            mode: .learn
        )
        var review = event
        if case .review = kind { review.mode = .review }
        note("\(kind) of \(card) \(try replica.library.record([review]))")
    }

    private func turn(_ replica: SyncReplica) throws {
        guard let change = try replica.library.history().prefix(4).randomElement(using: &chance)
        else { return }
        do throws(LibraryError) {
            if change.isUndone {
                _ = try replica.library.redo(change.id)
            } else {
                _ = try replica.library.undo(change.id)
            }
            note("turned \(change.says)")
        } catch .refused {
            note("could not turn \(change.says)")
        }
    }

    private func changeSettings(_ replica: SyncReplica) throws {
        let (kind, number) = (below(4), below(10))
        note("settings \(kind) \(number)")
        try replica.library.changeSettings { settings in
            switch kind {
            case 0: settings.retention = 0.8 + Double(number) / 100
            case 1: settings.rollover = number
            case 2: settings.newLimit = number
            default: settings.theme = number > 5 ? .dark : .light
            }
        }
    }

    private func setParameters(_ replica: SyncReplica) throws {
        var values = Parameters.default.values
        values[0] = 0.2 + Double(below(10)) / 100
        note("parameters \(values[0])")
        try replica.library.setParameters(Parameters(values))
    }

    private func setRetention(_ replica: SyncReplica) throws {
        guard let deck = try replica.library.decks().randomElement(using: &chance) else { return }
        var settings = deck.settings
        settings.retention = below(3) == 0 ? nil : 0.8 + Double(below(10)) / 100
        if below(2) == 0 {
            var values = Parameters.default.values
            values[0] = 0.2 + Double(below(10)) / 100
            settings.parameters = below(3) == 0 ? nil : values
        }
        note("retention \(settings.retention as Any) of \(deck.name.text)")
        _ = try? replica.library.changeDeck(deck.id, to: nil, settings, by: nil)
    }

    private func changeTags(_ replica: SyncReplica) throws {
        guard let tag = try replica.library.tags().randomElement(using: &chance) else { return }
        if below(2) == 0 {
            note("removed tag \(tag.text)")
            _ = try? replica.library.removeTag(tag, by: nil)
        } else {
            let name = try #require(TagName(["food", "Food", "new", "a::b"][below(4)]))
            note("renamed tag \(tag.text) to \(name.text)")
            _ = try? replica.library.renameTag(tag, to: name, by: nil)
        }
    }

    private func removeMedium(_ replica: SyncReplica) throws {
        let name = "\(below(3)).png"
        note("removed \(name)")
        _ = try? replica.library.removeMedium(named: name, by: nil)
    }

    private func changePlaces(_ replica: SyncReplica) throws {
        let place = try #require(Place(latitude: Double(below(80)) + 0.1, longitude: 0.3))
        let change = PlaceChange(
            name: ["Turku", "Here"][below(2)],
            place: place,
            deck: try replica.library.decks().randomElement(using: &chance)?.id
        )
        if let pin = try replica.library.pins().randomElement(using: &chance), below(2) == 0 {
            note("changed place \(pin.note)")
            _ = try? replica.library.changePlace(pin.note, change, by: nil)
        } else {
            note("added a place")
            _ = try? replica.library.addPlace(change, by: nil)
        }
    }

    private func moveCards(_ replica: SyncReplica) throws {
        let notes = try replica.library.notes(matching: "", after: nil).notes
        guard let row = notes.randomElement(using: &chance),
            let deck = try replica.library.decks().randomElement(using: &chance)
        else { return }
        let card = CardID(note: row.id, face: .template(1))
        note("moved \(card) to \(deck.name.text)")
        _ = try? replica.library.move([card], to: deck.id, by: nil)
    }

    private func repair(_ replica: SyncReplica) throws {
        note("repaired \(try replica.library.rebuild())")
    }

    private func addMedia(_ replica: SyncReplica) throws {
        let (name, byte) = ("\(below(3)).png", UInt8(below(5)))
        note("medium \(name)")
        _ = try replica.library.putMedia([byte], named: name)
    }

    private func importNotes(_ replica: SyncReplica) throws {
        var notes: [ImportNote] = []
        for number in 0..<(1 + below(3)) {
            let word = ["omena", "kissa", "talo", "puu"][below(4)]
            let identity: ImportNote.Identity =
                below(2) == 0 ? .guid(NoteGUID(rawValue: "guid-\(word)")) : .key(word)
            var note = ImportNote(
                identity,
                type: NoteType.basicAndReversed.id,
                values: [1: FieldValue(word), 2: FieldValue("\(word) \(below(3)) \(number)")]
            )
            if below(2) == 0 { note.tags = ["imported", "b"].compactMap { TagName($0) } }
            if below(2) == 0 {
                var card = ImportCard(face: .template(1), state: .new, hasMemory: false)
                card.flag = UInt8(below(4))
                card.log = [
                    ImportEvent(
                        moment: Moment(
                            milliseconds: 1_700_000_000_000 + Int64(below(3)) * 86_400_000
                        ),
                        offset: 0,
                        kind: .review(.good, due: nil, reviews: nil),
                        duration: 1_000
                    )
                ]
                note.cards = [card]
                note.changed = replica.clock.now
            }
            notes.append(note)
        }
        let deck = try #require(DeckName(["Imports", "A", "b"][below(3)]))
        var batch = ImportBatch(file: "a.json", into: deck, notes: notes, update: .always)
        batch.isCollection = notes.contains { !$0.cards.isEmpty }
        if below(3) == 0 {
            batch.edition = ImportEdition(
                TakenEdition(publication: 7, number: below(3) + 1, pack: "")
            )
        }
        let report = try? replica.library.importNotes(of: batch, by: nil)
        note("imported \(report?.added ?? 0)")
    }

    private func emptyBin(_ replica: SyncReplica) throws {
        note("emptied the bin")
        if below(6) == 0 {
            try replica.library.performDailyMaintenance()
        } else {
            try replica.library.emptyBin()
        }
    }

    // MARK: - What happens to files

    private func reopen(_ replica: SyncReplica) throws {
        note("reopened")
        try replica.library.close()
        try replica.open()
    }

    private func restore(_ replica: SyncReplica) throws {
        let backup = folder.path("\(replica.number)-backup.omena")
        if FileManager.default.fileExists(atPath: backup) {
            note("restored")
            written.hasLoss = true
            _ = try replica.library.restore(from: backup)
        } else {
            note("backed up")
            _ = try replica.library.backUp(to: backup)
        }
    }

    /// Puts a copy of another replica, or an earlier copy of its own, into its place.
    private func copy(over replica: SyncReplica) throws {
        let kept = folder.path("\(replica.number)-copy")
        let hasCopy = FileManager.default.fileExists(atPath: kept)
        note(hasCopy ? "replaced by an earlier copy" : "copied")
        try replica.library.close()
        let file = URL(filePath: replica.path)
        if hasCopy {
            // In place, so that the file stays the same one.
            let bytes = try Data(contentsOf: URL(filePath: kept))
            let handle = try FileHandle(forWritingTo: file)
            try handle.truncate(atOffset: 0)
            try handle.write(contentsOf: bytes)
            try handle.close()
            try FileManager.default.removeItem(atPath: kept)
            try replica.open()
            try written.forgetUnsent(of: replica)
            written.hasLoss = true
        } else {
            try Data(contentsOf: file).write(to: URL(filePath: kept))
            try replica.open()
        }
    }

    // MARK: - Syncing

    /// One way, perhaps only some pages, in any order and more than once.
    private func sync(from other: SyncReplica, to replica: SyncReplica) throws {
        guard other !== replica else { return }
        var vector = try replica.library.syncState().vector
        var pages: [[UInt8]] = []
        while let page = try other.library.syncPage(
            after: vector,
            limit: [200, 2_000, 60_000][below(3)]
        ) {
            pages.append(page.bytes)
            vector = page.vector
            if page.isLast || below(6) == 0 { break }
        }
        if below(4) == 0 { pages.shuffle(using: &chance) }
        if below(4) == 0, let page = pages.first { pages.append(page) }
        note("\(pages.count) pages from \(other.number)")
        for page in pages { _ = try replica.library.merge(page, from: nil, faults: faults) }
        try written.add(from: replica)
    }

    /// All with one of them, as with a server, until nothing is left to send.
    private func settle() throws {
        let hub = replicas[below(replicas.count)]
        for _ in 0..<30 {
            var isQuiet = true
            for replica in replicas where replica !== hub {
                if try send(from: replica, to: hub) { isQuiet = false }
            }
            for replica in replicas where replica !== hub {
                if try send(from: hub, to: replica) { isQuiet = false }
            }
            if isQuiet { return }
        }
        throw SyncFailure(description: "The replicas never agree on having everything")
    }

    /// Sends all that the other lacks; false if that is nothing.
    private func send(from sender: SyncReplica, to receiver: SyncReplica) throws -> Bool {
        var hasSent = false
        while let page = try sender.library.syncPage(
            after: receiver.library.syncState().vector
        ) {
            if page.facts > 0 { hasSent = true }
            _ = try receiver.library.merge(page.bytes, from: nil, faults: faults)
            if page.isLast { break }
        }
        try written.add(from: receiver)
        return hasSent
    }
}

struct SyncFailure: Error, CustomStringConvertible {
    var description: String
}

/// One of the replicas.
final class SyncReplica {
    let path: String
    let number: Int
    let clock: TestClock
    private(set) var library: Library

    init(path: String, number: Int, skew: Int64) throws {
        self.path = path
        self.number = number
        let clock = TestClock()
        clock.advance(by: skew + 1_000)
        self.clock = clock
        library = try Library.open(at: path) { clock.now }
    }

    func open() throws {
        let clock = clock
        library = try Library.open(at: path) { clock.now }
    }

    /// Its whole content, with everything derived that is derived lazily.
    ///
    /// - Parameter moment: Removes what has expired by then.
    func content(at moment: Moment? = nil) throws -> [String] {
        if let moment { try library.database.write { try $0.removeOldOverwritten(at: moment) } }
        try library.refreshStaleStates()
        while try library.database.read({ try !$0.notesWithUnknownNewCards(limit: 1).isEmpty }) {
            try library.refreshStaleNotes()
        }
        return try library.database.read { try syncDump($0) } + ["\(library.settings())"]
    }
}

/// A small library that all replicas are copies of.
enum SyncTemplate {
    static let file: Data = {
        do {
            let folder = try TemporaryFolder()
            let path = folder.path("template.omena")
            let clock = TestClock()
            let library = try Library.open(at: path) { clock.now }
            for deck in try library.decks() { _ = try library.deleteDeck(deck.id, by: nil) }
            try library.emptyBin()
            clock.advance(by: 60)
            for name in ["A", "First questions", "b::c"] {
                _ = try library.makeDeck(named: #require(DeckName(name)), by: nil)
            }
            let decks = try library.decks()
            for number in 0..<6 {
                guard var form = try library.newNoteForm() else { continue }
                form.draft.deck = decks[number % decks.count].id
                for field in form.fields {
                    form.draft.values[field.id] = NoteDraft.Value(
                        "word \(number)",
                        pronunciation: ""
                    )
                }
                _ = try library.save(form.draft, as: nil, allowsDuplicate: true, by: nil)
            }
            try library.close()
            return try Data(contentsOf: URL(filePath: path))
        } catch {
            preconditionFailure("\(error)")
        }
    }()
}

extension Library {
    /// The log of a card.
    func events(of card: CardID) throws -> [Event] {
        try database.read { reader in
            try reader.card(of: card.note, face: card.face).map { try reader.events(of: $0) } ?? []
        }
    }
}

extension SyncTemplate {
    /// Another library with the same content.
    static func library(in folder: TemporaryFolder, _ name: String, clock: TestClock) throws
        -> Library
    {
        let path = folder.path("\(name).omena")
        try file.write(to: URL(filePath: path))
        return try Library.open(at: path) { clock.now }
    }
}
