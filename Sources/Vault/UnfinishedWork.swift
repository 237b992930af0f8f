/// Work on all files of a library, on behalf of its lock, that did not come to its end.
public struct UnfinishedWork: Hashable, Sendable {
    /// What was being done.
    public enum Kind: String, CaseIterable, Sendable {
        /// The library was to be opened with a key that fits.
        case opening
        /// It was to be given a lock.
        case sealing
        /// It was to be put under another key.
        case resealing
        /// It was to be taken from under its lock.
        case unsealing
    }

    /// What was in the way, as far as a learner can do something about it.
    public enum Reason: Hashable, Sendable {
        /// The disk has no room left.
        case noRoom
        /// A file or its folder cannot be read or written.
        case unavailable
        /// What a file holds cannot be relied on.
        case damaged(path: String)
        /// Anything else; whoever runs Omena reads it.
        case other
    }

    /// What was being done.
    public let kind: Kind
    /// What was in the way.
    public let reason: Reason

    /// Tells of some work.
    public init(_ kind: Kind, _ reason: Reason) {
        self.kind = kind
        self.reason = reason
    }
}

extension UnfinishedWork: CustomStringConvertible {
    /// On one line, so that a program that begins anew can be told of it: `unsealing no-room`.
    public var line: String {
        switch reason {
        case .noRoom: "\(kind.rawValue) no-room"
        case .unavailable: "\(kind.rawValue) unavailable"
        case .damaged(let path): "\(kind.rawValue) damaged \(path)"
        case .other: "\(kind.rawValue) other"
        }
    }

    /// Reads what `line` writes.
    public init?(line: some StringProtocol) {
        let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard let kind = words.first.flatMap({ Kind(rawValue: String($0)) }) else { return nil }
        switch words.dropFirst().first {
        case "no-room" where words.count == 2: self.init(kind, .noRoom)
        case "unavailable" where words.count == 2: self.init(kind, .unavailable)
        case "damaged" where words.count == 3: self.init(kind, .damaged(path: String(words[2])))
        case "other" where words.count == 2: self.init(kind, .other)
        default: return nil
        }
    }

    /// What happened and what to do, for whoever runs a command.
    public var description: String { "\(what) \(why)" }

    private var what: String {
        switch kind {
        case .opening: "The library could not be opened."
        case .sealing: "Turning the lock on did not come to its end."
        case .resealing: "Changing the key did not come to its end."
        case .unsealing: "Turning the lock off did not come to its end."
        }
    }

    private var why: String {
        switch reason {
        case .noRoom: "There is no room left on the disk; make room, then try again."
        case .unavailable: "Its files cannot be read or written; see what limits them."
        case .damaged(let path): "\(path) cannot be read; if it is a backup, put it elsewhere."
        case .other: "What was in the way stands in the log of Omena."
        }
    }
}
