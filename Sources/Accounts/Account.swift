/// A learner on a server of several.
package struct Account: Hashable, Sendable {
    /// What a learner may do besides learning.
    package enum Role: String, CaseIterable, Codable, Sendable {
        case learner
        /// May publish decks.
        case teacher
        /// May add, invite and close accounts.
        case admin
    }

    package let id: AccountID
    package let name: LearnerName
    /// What pages call the learner.
    package let title: String
    package let role: Role
    /// The most bytes of the library, with pictures and sounds.
    package let quota: Int
    /// In seconds since 1970, as all moments here.
    package let made: Int64
    /// When the learner last used the server, to the hour; nil before the first time.
    package let seen: Int64?
    /// When it was closed; its files are deleted some time after that.
    package let closed: Int64?
    /// Whether the learner has something to sign in with.
    package let canSignIn: Bool

    package var isOpen: Bool { closed == nil }
    /// When the files of a closed account are deleted.
    package var deletion: Int64? { closed.map { $0 + Self.gracePeriod } }

    /// Whether each word of a text occurs in the name or in what pages call the learner, ignoring case.
    package func matches(_ search: String) -> Bool {
        let names = "\(name) \(title)".lowercased()
        return search.lowercased().split(whereSeparator: \.isWhitespace).allSatisfy {
            names.contains($0)
        }
    }

    /// How long the files of a closed account are kept, in seconds.
    package static let gracePeriod: Int64 = 30 * 86_400
    package static let usualQuota = 2 << 30

    private static let longestTitle = 100

    /// What pages call a learner with this name: a line of text, or the name where nothing of it can be seen.
    ///
    /// Without control characters, and without those that would turn the direction of the text around it.
    static func title(_ text: String, of name: LearnerName) -> String {
        let shown: String.UnicodeScalarView = text.unicodeScalars.filter { scalar in
            let properties = scalar.properties
            return properties.isWhitespace
                || properties.generalCategory != .control && !properties.isBidiControl
        }
        let line = String(shown).split(whereSeparator: \.isWhitespace).joined(separator: " ")
            .prefix(longestTitle)
        let isVisible = line.unicodeScalars.contains { scalar in
            !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint
        }
        return isVisible ? String(line) : name.text
    }
}

/// Identifies an account for ever, also when it is renamed; names the folder with its files.
package struct AccountID: Hashable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }

    /// The folder of the account's files, below that of the server: `learners/0a/0a1b…`.
    package var folder: String {
        let digits = String(UInt64(bitPattern: rawValue), radix: 16)
        let text = String(repeating: "0", count: 16 - digits.count) + digits
        return "learners/\(text.prefix(2))/\(text)"
    }
}
