import Languages
import Library
import LibraryValues
import Notes
import Recall
import Storage
import TestFolder
import TestKey
import TestLibrary
import Testing
import Threads
import Vault

/// A new library for one test, whose clock stands still until the test advances it.
final class FreshLibrary {
    let folder: TemporaryFolder
    let path: String
    let clock = TestClock()
    /// The key of a sealed library.
    let key: VaultKey?
    private(set) var library: Library

    /// - Parameter isPlain: Whether the library is never sealed, because the test changes bytes of the file.
    init(sealedWith key: VaultKey? = TestKey.key, isPlain: Bool = false) throws {
        self.key = isPlain ? nil : key
        folder = try TemporaryFolder()
        path = folder.path("a.omena")
        let clock = clock
        library =
            if let key = self.key {
                try Library.open(at: path, key: key) { clock.now }
            } else {
                try Library.openNew(at: path) { clock.now }
            }
    }

    deinit { try? library.close() }

    /// Closes the library and opens it again; in between, `change` may change its file.
    func reopen(changing change: (borrowing Writer) throws -> Void = { _ in }) throws {
        try library.close()
        let database = try Database(path: path, in: key?.files(at: path), now: clock.now)
        try database.write(change)
        try database.close()
        let clock = clock
        library = try Library.open(at: path, key: self.key) { clock.now }
    }

    /// The first card of a starter deck.
    func firstCard(of deck: String = "First questions") throws -> DealtCard {
        try #require(try library.deal(.browse, Source(deck: deck))?.cards.first)
    }

    /// The id of a starter question, counted from the first.
    func cardID(_ place: Int = 0) throws -> CardID {
        guard place > 0 else {
            let card = try firstCard()
            return CardID(note: card.note, face: card.face)
        }
        let words = try #require(try library.deal(.browse, Source(deck: "First words"))).cards
        let card = words[place % words.count]
        let face = place < words.count ? card.face : try #require(Face("fi>en"))
        return CardID(note: card.note, face: face)
    }

    /// A deck's row on the home page.
    func summary(of deck: String = "First questions") throws -> DeckSummary {
        try #require(
            try library.home(timeZoneOffset: 0).decks.first { $0.name == deck }
        )
    }

    /// An answer to a card, given now.
    func answer(
        _ id: Int64,
        to card: DealtCard,
        _ grade: Grade = .good,
        after milliseconds: Int64 = 0
    ) -> Event {
        Event(
            id: EventID(rawValue: id),
            note: card.note,
            face: card.face,
            kind: .practice(grade),
            moment: Moment(milliseconds: clock.now.milliseconds + milliseconds),
            offset: 120,
            duration: 2_500,
            mode: .learn
        )
    }

    /// A retraction of an answer, given now.
    func retraction(_ id: Int64, of target: Event) -> Event {
        var event = target
        event.id = EventID(rawValue: id)
        event.kind = .retraction(of: target.id)
        event.duration = 0
        return event
    }
}

extension Library {
    func isPaired(token: String) throws -> Bool { try browser(token: token) != nil }
}
