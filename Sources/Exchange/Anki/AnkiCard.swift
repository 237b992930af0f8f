internal import Notes
internal import Recall
internal import SQLite

/// A row of Anki's table `cards`.
struct AnkiCard: Equatable {
    var id: Int64
    var note: Int64
    var deck: Int64
    var ord: Int64
    var changed: Int64
    var type: Int64
    var queue: Int64
    var due: Int64
    var interval: Int64
    var factor: Int64
    var reps: Int64
    var lapses: Int64
    var left: Int64
    var originalDue: Int64
    var originalDeck: Int64
    var flags: Int64
    var data: String

    static let columns: Int32 = 17

    /// Reads a row whose columns are in Anki's order, without `usn`.
    init(_ row: borrowing Row) {
        id = row.int64(0)
        note = row.int64(1)
        deck = row.int64(2)
        ord = row.ankiNumber(3)
        changed = row.ankiNumber(4)
        type = row.ankiNumber(5)
        queue = row.ankiNumber(6)
        due = row.ankiNumber(7)
        interval = row.ankiNumber(8)
        factor = row.ankiNumber(9)
        reps = row.ankiNumber(10)
        lapses = row.ankiNumber(11)
        left = row.ankiNumber(12)
        originalDue = row.ankiNumber(13)
        originalDeck = row.int64(14)
        flags = row.ankiNumber(15)
        data = row.text(16)
    }

    /// The deck it belongs to, even while it is in a filtered deck.
    var home: Int64 { originalDeck == 0 ? deck : originalDeck }

    /// When it is due in its own deck, in the unit of its type.
    var homeDue: Int64 { originalDeck != 0 && originalDue != 0 ? originalDue : due }

    var isLearning: Bool { type == 1 || type == 3 }

    /// Whether `homeDue` is in seconds since 1970; otherwise it is in days.
    var isInSeconds: Bool { homeDue > 1_000_000_000 }

    var isSuspended: Bool { queue == -1 }

    var burial: Card.Burial? {
        switch queue {
        case -2: .bySibling
        case -3: .byLearner
        default: nil
        }
    }

    /// 0 for none.
    var flag: UInt8 { UInt8(clamping: flags & 7) }

    /// Which question of its note it asks; nil where the number is impossible.
    func face(ofCloze isCloze: Bool) -> Face? {
        guard (0..<1_000_000).contains(ord) else { return nil }
        let number = Int(clamping: ord) + 1
        if isCloze { return .cloze(min(number, Face.highestCloze)) }
        return TemplateID(rawValue: number).map(Face.template)
    }
}

extension AnkiCard {
    /// The card's state.
    ///
    /// - Parameters:
    ///   - known: Its parsed `data`.
    ///   - lastReview: The time of the last review in the log.
    ///   - sm2: Estimates a memory for cards that Anki scheduled without FSRS.
    func state(
        _ known: AnkiCardData,
        _ clock: AnkiClock,
        lastReview: Int64?,
        steps: (learning: Int, relearning: Int),
        sm2: (_ interval: Double, _ ease: Double) -> Memory
    ) -> CardState {
        guard (1...3).contains(type) else { return .new }
        let last = known.lastReview.map(AnkiClock.moment) ?? lastReview
        let days = min(max(interval, 0), 36_500)
        let due = dueMoment(clock)
        let reviewed =
            last ?? (type == 2 ? due - days * 86_400_000 : AnkiClock.moment(ofSecond: changed))
        var memory = known.memory
        if memory == nil, type != 1 || reps > 0 {
            memory = sm2(Double(max(days, 1)), Double(factor == 0 ? 2_500 : factor) / 1_000)
        }
        return CardState(
            stage: stage(steps),
            memory: memory,
            due: due,
            interval: type == 1 ? 0 : Int(clamping: days),
            reviews: Int(clamping: max(reps, 1)),
            lapses: Int(clamping: lapses),
            lastReview: reviewed,
            lastDay: clock.learnersDay(of: reviewed)
        )
    }

    private func stage(_ steps: (learning: Int, relearning: Int)) -> CardState.Stage {
        // The thousands once counted the steps that could still be done on the day.
        let left = Int(clamping: left % 1_000)
        func step(of count: Int) -> Int { (count - left).clamped(to: 0...max(count - 1, 0)) }
        switch type {
        case 1: return .learning(step: step(of: steps.learning))
        case 3: return .relearning(step: step(of: steps.relearning))
        default: return .review
        }
    }

    private func dueMoment(_ clock: AnkiClock) -> Int64 {
        type != 2 && isInSeconds
            ? AnkiClock.moment(ofSecond: homeDue) : clock.start(of: homeDue)
    }
}

/// The JSON in a card's column `data`, parsed by hand because each of a hundred thousand cards has it.
struct AnkiCardData: Equatable {
    private(set) var stability: Double?
    private(set) var difficulty: Double?
    /// In seconds since 1970.
    private(set) var lastReview: Int64?

    init(_ text: String) {
        guard text.utf8.count > 2 else { return }
        var text = text
        text.withUTF8 { bytes in
            Self.forEachNumber(in: bytes) { key, value in
                switch key {
                case "s": stability = value
                case "d": difficulty = value
                case "lrt": lastReview = Int64(exactly: value.rounded())
                default: break
                }
            }
        }
    }

    /// Nil where FSRS has not scheduled it.
    var memory: Memory? {
        guard let stability, let difficulty, stability > 0, stability.isFinite,
            difficulty.isFinite
        else { return nil }
        return Memory(stability: stability, difficulty: difficulty)
    }

    /// Calls a body with the members of an object that are numbers; nested values are skipped.
    private static func forEachNumber(
        in bytes: UnsafeBufferPointer<UInt8>,
        _ body: (_ key: String, _ value: Double) -> Void
    ) {
        var key = ""
        var depth = 0
        var place = 0
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\""):
                let start = place + 1
                place = start
                while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
                    place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
                }
                let end = max(start, min(place, bytes.count))
                key = String(
                    decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]),
                    as: UTF8.self
                )
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                let start = place
                while place + 1 < bytes.count, isDigit(bytes[place + 1]) { place += 1 }
                let text = UnsafeBufferPointer(rebasing: bytes[start...place])
                if depth == 1, let number = Double(String(decoding: text, as: UTF8.self)) {
                    body(key, number)
                }
            default: break
            }
            place += 1
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
            UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }
}
