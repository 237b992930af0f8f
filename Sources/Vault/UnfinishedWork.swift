/// Interrupted work of the lock on all files of a library.
package struct UnfinishedWork: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        /// Unlocking with a correct key.
        case opening
        /// Turning on the lock.
        case sealing
        /// Replacing the key.
        case resealing
        /// Turning off the lock.
        case unsealing
    }

    /// The reason, as far as the learner can do something about it.
    package enum Reason: Hashable, Sendable {
        case noRoom
        /// A file or its folder cannot be read or written.
        case unavailable
        case damaged(path: String)
        /// Any other reason, for whoever runs Omena.
        case other
    }

    package let kind: Kind
    package let reason: Reason

    package init(_ kind: Kind, _ reason: Reason) {
        self.kind = kind
        self.reason = reason
    }
}

extension UnfinishedWork: CustomStringConvertible {
    /// A one-line form that is passed to a restarted program, such as `unsealing no-room`.
    package var line: String {
        switch reason {
        case .noRoom: "\(kind.rawValue) no-room"
        case .unavailable: "\(kind.rawValue) unavailable"
        case .damaged(let path): "\(kind.rawValue) damaged \(path)"
        case .other: "\(kind.rawValue) other"
        }
    }

    package init?(line: some StringProtocol) {
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

    /// The message for the command line.
    package var description: String { "\(what) \(why)" }

    private var what: String {
        switch kind {
        case .opening: "The library couldn’t be opened."
        case .sealing: "Turning on the lock was interrupted."
        case .resealing: "Changing the key was interrupted."
        case .unsealing: "Turning off the lock was interrupted."
        }
    }

    private var why: String {
        switch reason {
        case .noRoom: "There is no room left on the disk; make room, then try again."
        case .unavailable: "Its files cannot be read or written; see what limits them."
        case .damaged(let path): "\(path) cannot be read; if it is a backup, put it elsewhere."
        case .other: "The reason is in Omena’s log."
        }
    }
}
