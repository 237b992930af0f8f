/// What happened to a library's lock, and how many tries in a row have failed.
///
/// It lies in the clear beside the file of keys, because most of it is written while nobody has the key: it says when
/// and with what kind of key, and nothing of what is in the library.
public struct LockRecord: Hashable, Sendable {
    /// What happened, the latest last.
    public private(set) var events: [LockEvent] = []
    /// How many tries that somebody could guess at have failed since the last that did not.
    public private(set) var failures = 0
    /// When the last of them did, in milliseconds since 1970.
    public private(set) var lastFailure: Int64 = 0

    /// So many are kept of what was refused, and as many of all else: nobody drives the one out with the other.
    public static let maximumCount = 200
    /// So many tries may fail before the next has to wait.
    public static let freeTries = 5
    /// The longest wait, in seconds.
    public static let longestWait = 15 * 60
    private static let shortestWait = 5

    /// Starts with nothing.
    public init() {}

    /// How many seconds the next try has to wait; it doubles with each that fails.
    public func wait(at moment: Int64) -> Int {
        guard failures >= Self.freeTries else { return 0 }
        let doublings = min(failures - Self.freeTries, 16)
        let pause = min(Self.shortestWait << doublings, Self.longestWait)
        // Where the clock was set back the wait begins anew, and is no longer than it ever was.
        let passed = max(0, (moment - lastFailure) / 1000)
        return passed >= pause ? 0 : pause - Int(passed)
    }

    /// Counts a try before it is made, so that ending the program in the middle of it gains nothing.
    public mutating func beginTry(at moment: Int64) {
        failures += 1
        lastFailure = moment
    }

    /// No try counts any more: one was right.
    public mutating func forgetTries() { forgetTries(as: LockRecord()) }

    /// Takes back that a try was counted, which was none.
    mutating func forgetTries(as before: LockRecord) {
        failures = before.failures
        lastFailure = before.lastFailure
    }

    /// Has the clock run on from here, should it have been set back since.
    public mutating func settle(at moment: Int64) { lastFailure = min(lastFailure, moment) }

    /// Keeps that something happened, and lets the oldest go.
    public mutating func add(_ event: LockEvent) {
        events.append(event)
        let alike = events.indices.filter {
            (events[$0].kind == .refused) == (event.kind == .refused)
        }
        if alike.count > Self.maximumCount { events.remove(at: alike[0]) }
    }
}

extension LockRecord {
    private static let mark = "Omena lock record 1"

    /// A line for each event, behind one for the tries.
    var text: String {
        var lines = [Self.mark, "\(failures) \(lastFailure)"]
        lines += events.map { event in
            let slot = event.slot.map { Hexadecimal.text(of: $0.bytes) }
            let words = ["\(event.moment)", event.kind.rawValue, event.means?.rawValue ?? "-"]
            return (words + [slot ?? "-"]).joined(separator: " ")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Reads what `text` writes, as far as it can be read: what is no event is passed over.
    init(_ text: String) {
        let lines = text.split(separator: "\n")
        guard lines.first.map({ $0 == Self.mark }) == true else { return }
        for (index, line) in lines.dropFirst().prefix(2 * Self.maximumCount + 1).enumerated() {
            let words = line.split(separator: " ")
            if index == 0 {
                guard words.count == 2, let failures = Int(words[0]), failures >= 0,
                    let moment = Int64(words[1])
                else { continue }
                self.failures = failures
                lastFailure = moment
            } else if words.count == 4, let moment = Int64(words[0]),
                let kind = LockEvent.Kind(rawValue: String(words[1]))
            {
                let means = LockEvent.Means(rawValue: String(words[2]))
                let slot = Hexadecimal.bytes(of: words[3]).flatMap {
                    $0.count == KeySlotID.size ? KeySlotID(bytes: $0) : nil
                }
                add(LockEvent(kind, at: moment, means: means, slot: slot))
            }
        }
    }
}

/// Bytes as two digits each.
private enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".utf8)

    static func text(of bytes: [UInt8]) -> String {
        String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
            as: UTF8.self
        )
    }

    static func bytes(of text: Substring) -> [UInt8]? {
        let values = text.utf8.map { digits.firstIndex(of: $0) }
        guard values.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: values.count, by: 2) {
            guard let high = values[index], let low = values[index + 1] else { return nil }
            bytes.append(UInt8(high << 4 | low))
        }
        return bytes
    }
}
