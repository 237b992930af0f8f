internal import Sodium

/// The history of a library's lock, and the number of failed attempts in a row of each client.
///
/// It is stored unencrypted beside the key file, because most of it is written while the key is unavailable. It contains the
/// times and kinds of keys, and where attempts came from, but nothing about the library's content.
package struct LockRecord: Hashable, Sendable {
    /// By what failures are counted.
    enum Counter: Hashable {
        case address(String)
        /// A browser in which a key was right before.
        case browser(Digest)
    }

    /// The failed attempts of one client with guessable keys since its last success.
    struct Tries: Hashable {
        var failures = 0
        /// The last attempt, in milliseconds since 1970.
        var last: Int64
    }

    /// The latest last.
    package private(set) var events: [LockEvent] = []
    private(set) var tries: [Counter: Tries] = [:]

    /// The maximum number of failed attempts and of other events, counted separately so that neither displaces the other.
    package static let maximumCount = 200
    /// The maximum number of known browsers, and of addresses with failures; beyond it the oldest is forgotten.
    static let maximumClients = 128
    /// How many attempts of a client may fail before it has to wait.
    package static let freeTries = 5
    /// The maximum wait in seconds.
    package static let longestWait = 15 * 60
    private static let shortestWait = 5

    package init() {}

    /// By what the next attempt of a client is counted: whichever lets it try soonest; nil for a command.
    func counter(for client: UnlockClient, at moment: Int64) -> Counter? {
        guard let address = client.address else { return nil }
        let known = client.browsers.map { Counter.browser($0) }.filter { tries[$0] != nil }
        return (known + [.address(address)]).min {
            wait(of: $0, at: moment) < wait(of: $1, at: moment)
        }
    }

    /// Whether a key was right in this browser before.
    package func knows(_ client: UnlockClient) -> Bool {
        client.browsers.contains { tries[.browser($0)] != nil }
    }

    /// The wait before the next attempt in seconds; doubles with each failure.
    func wait(of counter: Counter, at moment: Int64) -> Int {
        guard let tries = tries[counter], tries.failures >= Self.freeTries else { return 0 }
        let doublings = min(tries.failures - Self.freeTries, 16)
        let pause = min(Self.shortestWait << doublings, Self.longestWait)
        // Not negative, even if the clock was set back.
        let passed = max(0, (moment - tries.last) / 1000)
        return passed >= pause ? 0 : pause - Int(passed)
    }

    /// Counts an attempt before it is made, so that killing the program during it gains nothing.
    mutating func beginTry(of counter: Counter, at moment: Int64) {
        tries[counter] = Tries(failures: (tries[counter]?.failures ?? 0) + 1, last: moment)
        forgetOldest()
    }

    /// Resets the count after a success.
    mutating func forgetTries(of counter: Counter, at moment: Int64) {
        switch counter {
        case .address: tries[counter] = nil
        case .browser: tries[counter] = Tries(last: moment)
        }
    }

    /// Restores the count of an attempt that turned out not to be one.
    mutating func forgetTry(of counter: Counter, as before: LockRecord) {
        tries[counter] = before.tries[counter]
    }

    /// Gives a browser in which a key was right a count of its own.
    mutating func meet(_ browser: Digest, at moment: Int64) {
        tries[.browser(browser)] = Tries(last: moment)
        forgetOldest()
    }

    /// Moves last attempts back if the clock was set back, so that a wait starts again but is not longer than before.
    mutating func adjustToClock(at moment: Int64) {
        tries = tries.mapValues { Tries(failures: $0.failures, last: min($0.last, moment)) }
    }

    /// Adds an event and removes the oldest if there are too many.
    package mutating func add(_ event: LockEvent) {
        events.append(event)
        let alike = events.indices.filter {
            (events[$0].kind == .refused) == (event.kind == .refused)
        }
        if alike.count > Self.maximumCount { events.remove(at: alike[0]) }
    }

    /// Addresses and browsers are counted separately, so that no number of strangers makes Omena forget a browser.
    private mutating func forgetOldest() {
        for isAddress in [true, false] {
            let alike = tries.filter { $0.key.isAddress == isAddress }
            guard alike.count > Self.maximumClients else { continue }
            let oldest = alike.min { $0.value.last < $1.value.last }
            if let oldest { tries[oldest.key] = nil }
        }
    }
}

extension LockRecord.Counter {
    fileprivate var isAddress: Bool { if case .address = self { true } else { false } }

    fileprivate var words: String {
        switch self {
        case .address(let address): "address \(address)"
        case .browser(let digest): "browser \(digest)"
        }
    }

    fileprivate init?(kind: Substring, _ name: Substring) {
        switch kind {
        case "address": self = .address(String(name))
        case "browser":
            guard let digest = Digest(name) else { return nil }
            self = .browser(digest)
        default: return nil
        }
    }
}

extension LockRecord {
    private static let mark = "Omena lock record 1"

    /// A line for each client, followed by one for each event.
    var text: String {
        var lines = [Self.mark]
        lines += tries.map { "\($0.words) \($1.failures) \($1.last)" }.sorted()
        lines += events.map { event in
            let slot = event.slot.map { Hexadecimal.text(of: $0.bytes) }
            let words = ["\(event.moment)", event.kind.rawValue, event.means?.rawValue ?? "-"]
            return (words + [slot ?? "-"]).joined(separator: " ")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Parses what `text` writes; unreadable lines are skipped.
    init(_ text: String) {
        let lines = text.split(separator: "\n")
        guard lines.first.map({ $0 == Self.mark }) == true else { return }
        for line in lines.dropFirst().prefix(2 * (Self.maximumCount + Self.maximumClients)) {
            let words = line.split(separator: " ")
            guard words.count == 4 else { continue }
            if let counter = Counter(kind: words[0], words[1]) {
                // Somebody else may have written the file, so limit the numbers, which are added to.
                guard let failures = Int(words[2]), (0...1 << 30).contains(failures),
                    let last = Int64(words[3]), last.magnitude <= 1 << 60
                else { continue }
                tries[counter] = Tries(failures: failures, last: last)
            } else if let moment = Int64(words[0]),
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
