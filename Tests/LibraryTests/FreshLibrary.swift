import Languages
import Library
import LibraryValues
import Notes
import Recall
import Storage
import TestFolder
import TestKey
import Testing
import Threads
import Vault

/// A new library of its own for one test, whose clock stands still until the test moves it.
final class FreshLibrary {
    let folder: TemporaryFolder
    let path: String
    let clock = TestClock()
    /// What opens it, if it is sealed.
    let key: VaultKey?
    private(set) var library: Library

    /// - Parameter isPlain: For a test that changes bytes of the file.
    init(sealedWith key: VaultKey? = TestKey.key, isPlain: Bool = false) throws {
        self.key = isPlain ? nil : key
        folder = try TemporaryFolder()
        path = folder.path("a.omena")
        let clock = clock
        library = try Library.open(at: path, key: self.key) { clock.now }
    }

    deinit { try? library.close() }

    /// Closes the library and opens it again; in between the file can be changed beside it.
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

    /// What names a card: the first of the starter questions, or one of the words after it.
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

    /// The home page's line of a deck.
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

    /// Takes an answer back, now.
    func retraction(_ id: Int64, of target: Event) -> Event {
        var event = target
        event.id = EventID(rawValue: id)
        event.kind = .retraction(of: target.id)
        event.duration = 0
        return event
    }
}

/// A clock that a test sets.
struct TestClock: Sendable {
    /// Wednesday, 14 January 2026, 12:00 UTC.
    private let milliseconds = Locked<Int64>(1_768_392_000_000)

    var now: Moment { milliseconds.withLock { Moment(milliseconds: $0) } }

    func advance(by amount: Int64) { milliseconds.withLock { $0 += amount } }
}

extension Moment {
    /// So many milliseconds later, or earlier.
    func later(by milliseconds: Int64) -> Moment {
        Moment(milliseconds: self.milliseconds + milliseconds)
    }
}
