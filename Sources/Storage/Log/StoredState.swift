internal import Glibc
internal import Notes
internal import Recall

/// A set state as stored in JSON.
struct StoredState: Codable {
    private enum Kind: String, Codable {
        case imported, reset, redated
    }

    private var kind: Kind
    private var card: CardState?
    private var due: Moment?

    init(_ state: Event.SetState) {
        switch state {
        case .imported(let card):
            kind = .imported
            self.card = card
        case .reset:
            kind = .reset
        case .redated(let due):
            kind = .redated
            self.due = due
        }
    }

    /// Parses a state, with `JSONDecoder` if the format differs from that of `json`.
    static func read(_ json: UnsafeRawBufferPointer) throws -> StoredState {
        if let state = StoredState(written: json) { return state }
        return try StoredJSON.read(json, as: StoredState.self, in: ("event", "state"))
    }

    /// The state; nil if a member is missing.
    var state: Event.SetState? {
        switch kind {
        case .imported: card.map { .imported($0) }
        case .reset: .reset
        case .redated: due.map { .redated($0) }
        }
    }

    /// The same text as `JSONEncoder` writes with sorted keys, without its cost, because an import writes one for each card.
    var json: String {
        var json = JSONMembers()
        if let card { json.add("card") { card.write(into: &$0) } }
        json.add("due", due?.milliseconds)
        json.add("kind", quoted: kind.rawValue)
        return json.text
    }

    /// Parses what `json` writes; nil if `JSONDecoder` has to parse it.
    private init?(written json: UnsafeRawBufferPointer) {
        var members = WrittenMembers(json)
        guard members.take("{") else { return nil }
        if members.take("\"card\":{") {
            guard let card = CardState(written: &members), members.take("}") else { return nil }
            self.card = card
            _ = members.take(",")
        }
        due = members.number("due").map(Moment.init(milliseconds:))
        guard let word = members.word("kind"), let kind = Kind(rawValue: word), members.take("}"),
            members.isAtEnd
        else { return nil }
        self.kind = kind
    }
}

extension CardState {
    fileprivate func write(into json: inout JSONMembers) {
        let (name, step): (String, Int?) =
            switch stage {
            case .new: ("new", nil)
            case .learning(let step): ("learning", step)
            case .review: ("review", nil)
            case .relearning(let step): ("relearning", step)
            }
        json.add("difficulty", memory?.difficulty)
        json.add("due", due)
        json.add("interval", Int64(interval))
        json.add("lapses", Int64(lapses))
        json.add("lastDay", lastDay.map(Int64.init))
        json.add("lastReview", lastReview)
        json.add("reviews", Int64(reviews))
        json.add("stability", memory?.stability)
        json.add("stage", quoted: name)
        json.add("step", step.map(Int64.init))
    }
}

extension CardState {
    fileprivate init?(written members: inout WrittenMembers) {
        let difficulty = members.real("difficulty")
        let due = members.number("due")
        let interval = members.number("interval")
        let lapses = members.number("lapses")
        let lastDay = members.number("lastDay")
        let lastReview = members.number("lastReview")
        let reviews = members.number("reviews")
        let stability = members.real("stability")
        let name = members.word("stage")
        let step = members.number("step").map(Int.init)
        guard let interval, let lapses, let reviews, (stability == nil) == (difficulty == nil)
        else { return nil }
        let stage: Stage
        switch (name, step) {
        case ("new", nil): stage = .new
        case ("learning", let step?): stage = .learning(step: step)
        case ("review", nil): stage = .review
        case ("relearning", let step?): stage = .relearning(step: step)
        default: return nil
        }
        var memory: Memory?
        if let stability, let difficulty {
            memory = Memory(stability: stability, difficulty: difficulty)
        }
        self.init(
            stage: stage,
            memory: memory,
            due: due,
            interval: Int(interval),
            reviews: Int(reviews),
            lapses: Int(lapses),
            lastReview: lastReview,
            lastDay: lastDay.map(Int.init)
        )
    }
}

/// Parses the members of a JSON object as `JSONMembers` writes them, in the order of their names.
private struct WrittenMembers {
    private let json: UnsafeRawBufferPointer
    private var position = 0

    init(_ json: UnsafeRawBufferPointer) { self.json = json }

    var isAtEnd: Bool { position == json.count }

    /// Skips a text if it comes next.
    mutating func take(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard let start = json.baseAddress, json.count - position >= count,
            memcmp(start + position, text.utf8Start, count) == 0
        else { return false }
        position += count
        return true
    }

    mutating func number(_ name: StaticString) -> Int64? {
        value(name) { text in
            guard let number = Decimal(text), number.fractionDigits == 0 else { return nil }
            return number.digits
        }
    }

    mutating func real(_ name: StaticString) -> Double? {
        value(name) { Decimal($0)?.double ?? Double(String(decoding: $0, as: UTF8.self)) }
    }

    mutating func word(_ name: StaticString) -> String? {
        value(name) { text in
            guard text.count > 1, text[0] == UInt8(ascii: "\"") else { return nil }
            let letters = UnsafeRawBufferPointer(rebasing: text[1..<text.count - 1])
            return String(decoding: letters, as: UTF8.self)
        }
    }

    /// The value of the next member, if it has that name; leaves a value of another type unread, so that the rest fails.
    @inline(__always)
    private mutating func value<Value>(
        _ name: StaticString,
        _ read: (UnsafeRawBufferPointer) -> Value?
    ) -> Value? {
        guard let start = positionOfValue(name) else { return nil }
        var end = start
        while end < json.count, json[end] != UInt8(ascii: ","), json[end] != UInt8(ascii: "}") {
            end += 1
        }
        guard let value = read(UnsafeRawBufferPointer(rebasing: json[start..<end])) else {
            return nil
        }
        position = end
        if end < json.count, json[end] == UInt8(ascii: ",") { position += 1 }
        return value
    }

    /// The position of the next member's value, if the member has that name.
    private func positionOfValue(_ name: StaticString) -> Int? {
        let end = position + 1 + name.utf8CodeUnitCount
        guard let start = json.baseAddress, end + 1 < json.count,
            json[position] == UInt8(ascii: "\""), json[end] == UInt8(ascii: "\""),
            json[end + 1] == UInt8(ascii: ":"),
            memcmp(start + position + 1, name.utf8Start, name.utf8CodeUnitCount) == 0
        else { return nil }
        return end + 2
    }
}

/// A number without an exponent and with few enough digits to be read exactly.
private struct Decimal {
    /// All digits without the decimal point.
    let digits: Int64
    /// How many digits follow the decimal point.
    let fractionDigits: Int

    init?(_ text: UnsafeRawBufferPointer) {
        let isNegative = text.first == UInt8(ascii: "-")
        var digits: Int64 = 0
        var count = 0
        var point: Int?
        for index in (isNegative ? 1 : 0)..<text.count {
            let byte = text[index]
            if byte == UInt8(ascii: "."), point == nil, count > 0 {
                point = count
            } else {
                let digit = byte &- UInt8(ascii: "0")
                guard digit < 10, count < 15 else { return nil }
                digits = 10 * digits + Int64(digit)
                count += 1
            }
        }
        guard count > 0, point != count, !(isNegative && digits == 0) else { return nil }
        self.digits = isNegative ? -digits : digits
        fractionDigits = point.map { count - $0 } ?? 0
    }

    /// Numerator and denominator are exact, so it is rounded only once.
    var double: Double {
        Double(digits) / Self.powers[fractionDigits]
    }

    private static let powers: [Double] = (0...15).map { exponent in
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }
}

/// Writes a JSON object whose names and words consist of letters.
private struct JSONMembers {
    private var bytes: [UInt8] = []

    init() {
        bytes.reserveCapacity(240)
        bytes.append(UInt8(ascii: "{"))
    }

    var text: String { String(decoding: bytes + [UInt8(ascii: "}")], as: UTF8.self) }

    mutating func add(_ name: StaticString, _ number: Int64?) {
        guard let number else { return }
        begin(name)
        bytes.append(digitsOf: number)
    }

    mutating func add(_ name: StaticString, _ number: Double?) {
        guard let number else { return }
        begin(name)
        bytes += number.description.utf8
    }

    mutating func add(_ name: StaticString, quoted word: String) {
        begin(name)
        bytes += "\"\(word)\"".utf8
    }

    mutating func add(_ name: StaticString, _ write: (inout JSONMembers) -> Void) {
        begin(name)
        bytes.append(UInt8(ascii: "{"))
        write(&self)
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func begin(_ name: StaticString) {
        if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        bytes += UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        bytes += "\":".utf8
    }
}
