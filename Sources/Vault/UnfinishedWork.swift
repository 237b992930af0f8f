internal import Languages

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
        case diskFull
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

extension UnfinishedWork {
    /// A one-line form that is passed to a restarted program, such as `unsealing disk-full`.
    package var line: String {
        switch reason {
        case .diskFull: "\(kind.rawValue) disk-full"
        case .unavailable: "\(kind.rawValue) unavailable"
        case .damaged(let path): "\(kind.rawValue) damaged \(path)"
        case .other: "\(kind.rawValue) other"
        }
    }

    package init?(line: some StringProtocol) {
        let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard let kind = words.first.flatMap({ Kind(rawValue: String($0)) }) else { return nil }
        switch words.dropFirst().first {
        case "disk-full" where words.count == 2: self.init(kind, .diskFull)
        case "unavailable" where words.count == 2: self.init(kind, .unavailable)
        case "damaged" where words.count == 3: self.init(kind, .damaged(path: String(words[2])))
        case "other" where words.count == 2: self.init(kind, .other)
        default: return nil
        }
    }

    /// What was interrupted, and why.
    var words: Phrase { Phrase(verbatim: "\(what) \(why)") }

    private var what: Phrase {
        switch kind {
        case .opening: "The library couldn’t be opened."
        case .sealing: "Turning on the lock was interrupted."
        case .resealing:
            "Changing the key was interrupted. Unlock with the new passphrase, or with the old one if that isn’t accepted."
        case .unsealing: "Turning off the lock was interrupted."
        }
    }

    private var why: Phrase {
        switch reason {
        case .diskFull: "The disk is full. Free some space, then try again."
        case .unavailable:
            "Its files can’t be read or written. Check the disk space and the folder’s permissions, then try again."
        case .damaged(let path):
            "The file \(path) can’t be read. If it’s a backup, move it elsewhere; otherwise restore a backup with “omena restore”."
        case .other: "The reason is in Omena’s log."
        }
    }
}
