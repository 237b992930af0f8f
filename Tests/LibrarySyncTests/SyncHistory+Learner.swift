import Foundation
import Languages
import LibraryValues
import Notes
import Recall
import TestChance
import TestLibrary
import Testing

@testable import Library
@testable import Storage

// What a learner does.

extension SyncHistory {
    func learn(with replica: SyncReplica) throws {
        do {
            switch below(36) {
            case 0...11:
                let change = try RandomChanges(library: replica.library).next(&chance)
                note(change.map { "\($0.says)" } ?? "nothing")
            case 12...18: try answer(replica)
            case 19...20: try turn(replica)
            case 21: try changeSettings(replica)
            case 22: try changeScheduler(replica)
            case 23: try changeMedia(replica)
            case 24...25: try importNotes(replica)
            case 26: try emptyBin(replica)
            case 27: try changeTags(replica)
            case 28: try changePlaces(replica)
            case 29: try changeDeckSettings(replica)
            case 30: try maintain(replica)
            case 31: try moveCards(replica)
            case 32...33: try actAsProgram(on: replica)
            case 34: try below(2) == 0 ? restoreTexts(replica) : connect(replica)
            default: try below(4) == 0 ? start(replica) : maintain(replica)
            }
        } catch LibraryError.refused(let reason) {
            note("refused: \(reason)")
        }
    }

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
        note("turning \(change.says) ")
        if change.isUndone {
            _ = try replica.library.redo(change.id)
        } else {
            _ = try replica.library.undo(change.id)
        }
    }

    private func changeSettings(_ replica: SyncReplica) throws {
        let (kind, number) = (below(10), below(10))
        note("settings \(kind) \(number)")
        try replica.library.changeSettings { settings in
            switch kind {
            case 0: settings.retention = 0.8 + Double(number) / 100
            case 1: settings.rollover = number
            case 2: settings.newLimit = number
            case 3: settings.learningSteps = Steps(seconds: [60 + 60 * number])
            case 4: settings.longestInterval = 30 + number
            case 5: settings.leechLapses = 1 + number
            case 6: settings.easyDays = number > 5 ? [number - 4] : []
            case 7: settings.counts = number > 5 ? [.learn] : []
            case 8: settings.language = number > 5 ? .french : nil
            default: settings.theme = number > 5 ? .dark : .light
            }
        }
        try replica.library.changeMapSettings { $0.style = number > 5 ? .hybrid : .standard }
    }

    private func changeScheduler(_ replica: SyncReplica) throws {
        switch below(4) {
        case 0:
            note("removed parameters")
            _ = try replica.library.removeParameters(of: try deck(of: replica), by: nil)
        case 1:
            let isOfDeck = below(2) == 0
            let deck = try isOfDeck ? deck(of: replica) : nil
            let found = try replica.library.fitScheduler(to: deck) { _ in }
            let report = try found.map { try replica.library.use($0) }
            note("fitted to \(report?.reviews ?? 0) reviews")
        default:
            note("parameters")
            try replica.library.setParameters(Parameters(parameters()))
        }
    }

    private func parameters() -> [Double] {
        var values = Parameters.default.values
        values[0] = 0.2 + Double(below(10)) / 100
        return values
    }

    private func changeDeckSettings(_ replica: SyncReplica) throws {
        guard let deck = try replica.library.decks().randomElement(using: &chance) else { return }
        var settings = deck.settings
        switch below(8) {
        case 0...1: settings.retention = below(3) == 0 ? nil : 0.8 + Double(below(10)) / 100
        case 2...3: settings.parameters = below(3) == 0 ? nil : parameters()
        case 4: settings.languageChoice = LanguageChoice("oneToOne:en:fi")
        case 5: settings.languageOrder = ["fi", "en"].compactMap { LanguageTag($0) }
        case 6: settings.colour = DeckColour.allCases.randomElement(using: &chance)
        default: settings.reviewLimit = below(3) == 0 ? nil : below(50)
        }
        note("settings of \(deck.name.text)")
        _ = try replica.library.changeDeck(deck.id, to: nil, settings, by: nil)
    }

    func deck(of replica: SyncReplica) throws -> DeckID {
        guard let deck = try replica.library.decks().randomElement(using: &chance) else {
            throw LibraryError.refused("There is no deck.")
        }
        return deck.id
    }

    func note(of replica: SyncReplica) throws -> NoteID {
        let list = try replica.library.notes(matching: "", after: nil)
        guard let note = list.notes.randomElement(using: &chance) else {
            throw LibraryError.refused("There is no note.")
        }
        return note.id
    }

    private func changeTags(_ replica: SyncReplica) throws {
        guard let tag = try replica.library.tags().randomElement(using: &chance) else { return }
        if below(2) == 0 {
            note("removed tag \(tag.text)")
            _ = try replica.library.removeTag(tag, by: nil)
        } else {
            let name = try #require(TagName(any("food", "Food", "new", "a::b")))
            note("renamed tag \(tag.text) to \(name.text)")
            _ = try replica.library.renameTag(tag, to: name, by: nil)
        }
    }

    private func changeMedia(_ replica: SyncReplica) throws {
        let (name, byte) = ("\(below(3)).png", UInt8(below(5)))
        note("medium \(name) ")
        switch below(4) {
        case 0: _ = try replica.library.putMedia([byte], named: name)
        case 1:
            let isNew = below(2) == 0
            note("is now ")
            note(
                try replica.library.storeMedium([byte], named: name, replaces: isNew, by: nil)
            )
        case 2: _ = try replica.library.add(Medium(Self.picture + [byte]), named: name)
        default: _ = try replica.library.removeMedium(named: name, by: nil)
        }
    }

    /// The start of a picture of one pixel.
    private static let picture = [UInt8](
        Data(
            base64Encoded: """
                iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==
                """
        ) ?? Data()
    )

    private func changePlaces(_ replica: SyncReplica) throws {
        let place = try #require(Place(latitude: Double(below(80)) + 0.1, longitude: 0.3))
        let change = PlaceChange(
            name: any("Turku", "Here"),
            place: place,
            deck: try replica.library.decks().randomElement(using: &chance)?.id
        )
        if let pin = try replica.library.pins().randomElement(using: &chance), below(2) == 0 {
            note("changed place \(pin.note)")
            _ = try replica.library.changePlace(pin.note, change, by: nil)
        } else {
            note("added a place")
            _ = try replica.library.addPlace(change, by: nil)
        }
    }

    private func moveCards(_ replica: SyncReplica) throws {
        let card = CardID(note: try note(of: replica), face: .template(1))
        let deck = try deck(of: replica)
        note("moved \(card) to \(deck)")
        _ = try replica.library.move([card], to: deck, by: nil)
    }

    private func emptyBin(_ replica: SyncReplica) throws {
        switch below(6) {
        case 0:
            note("did the work of a day")
            try replica.library.performDailyMaintenance()
        case 1...2:
            note("restored the bin")
            _ = try replica.library.restoreAll(by: nil)
        default:
            note("emptied the bin")
            try replica.library.emptyBin()
        }
    }

    /// What changes only what is derived, or nothing.
    private func maintain(_ replica: SyncReplica) throws {
        let library = replica.library
        switch below(5) {
        case 0: note("checked \(try library.check().findings.filter { $0.part != .media })")
        case 1: note("indexed \(try library.indexNextPart())")
        case 2: try library.recordKnowledge(timeZoneOffset: 60)
        case 3: _ = try library.deal(.review, Source(), timeZoneOffset: 60, seed: 1)
        default:
            _ = try library.home(timeZoneOffset: 60)
            try library.releaseMemory()
        }
    }

    /// What programs that were written for Anki do.
    private func actAsProgram(on replica: SyncReplica) throws {
        let library = replica.library
        switch below(6) {
        case 0...1:
            let type = NoteType.basicAndReversed.id
            let draft = ConnectedDraft(
                type: any(type, NoteType.place.id),
                deck: try deck(of: replica),
                values: [1: FieldValue("connected"), 2: FieldValue("\(below(9))")],
                tags: ["connected", "b"].compactMap { TagName($0) }
            )
            note("added \(try library.add([draft, draft], by: nil))")
        case 2...3:
            let (edited, text) = (try note(of: replica), "<b>\(below(9))</b>")
            note("edited \(edited)")
            _ = try library.edit(edited, by: nil) { $0.values[1] = FieldValue(text) }
        case 4:
            let card = CardID(note: try note(of: replica), face: .template(1))
            note("answered \(try library.answer([(card, .hard)], timeZoneOffset: 0))")
        default:
            var type = NoteTypeDraft(NoteType.basicAndReversed)
            type.name = "Connected \(below(9))"
            type.fields = [.init(name: "Front"), .init(name: "Back")]
            type.templates = [.init(name: "Card", front: "{{Front}}", back: "{{Back}}")]
            let added = try library.add(type, isCloze: false, by: nil)
            note("added type \(added)")
            try library.change(added, by: nil) { $0.name += " changed" }
        }
    }

    /// What says something about one file only.
    private func connect(_ replica: SyncReplica) throws {
        let library = replica.library
        switch below(4) {
        case 0:
            note("paired a browser")
            _ = try library.browser(token: try library.pair(name: "browser"))
            if below(2) == 0, let browser = try library.pairedBrowsers().first {
                _ = try library.unpair(browser.number)
            }
        case 1:
            note("asked as a program")
            let client = try library.client("program \(below(3))")
            if below(2) == 0 { _ = try library.decide(on: client.number, .allowed, []) }
            if below(4) == 0 { _ = try library.forgetClient(client.number) }
            _ = try library.numbers(ofNotes: [try note(of: replica)])
            try library.change(ConnectSettings())
        case 2:
            note("added a peer")
            _ = try library.pairPeer(name: "phone")
            let peer = try library.addPeer(name: "server", address: "http://a", token: "b")
            try library.recordSync(with: peer, SyncRecord(received: 1))
            if below(2) == 0 { _ = try library.removePeer(peer) }
        default:
            try library.skipWelcome()
            try library.change(LookupSettings(), key: "key")
            note("tested \(try library.testLatestBackupIfDue() != nil)")
            for hash in try library.lackingMedia(limit: 1) {
                note(" got \(try library.storeMedia([UInt8(below(5))])) for \(hash)")
            }
        }
    }

    private func restoreTexts(_ replica: SyncReplica) throws {
        let lost = try replica.library.overwritten(note: nil)
        guard let text = lost.randomElement(using: &chance) else { return note("lost no text") }
        note("restored \(text.text)")
        _ = try replica.library.restoreOverwritten(text.id, by: nil)
    }

    /// What is done at the start: starter decks, and the question for the languages.
    private func start(_ replica: SyncReplica) throws {
        let library = replica.library
        if let welcome = try library.welcome(in: any(.english, .french, .japanese)) {
            note("welcome from \(welcome.speaks)")
            try library.answer(welcome, named: DeckName("b"), by: nil)
        } else if let offer = try library.starterOffers().min(by: { $0.notes < $1.notes }) {
            note("added \(offer.name.text)")
            _ = try library.addStarter(named: offer.name, by: nil)
        }
    }
}
