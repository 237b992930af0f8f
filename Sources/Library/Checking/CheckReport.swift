package import LibraryValues

/// What looking through a whole library came to.
package struct CheckReport: Hashable, Sendable {
    /// What was found, in the order in which it was looked for; nothing in a healthy library.
    package internal(set) var findings: [CheckFinding] = []
    /// The backup that was made before something was repaired.
    package internal(set) var backup: BackupName?
    /// What the library holds; nil where its file is broken, so that it cannot be told.
    package internal(set) var facts: LibraryFacts?

    /// The names of pictures and sounds that notes give and the library does not know, so that they stand there as text.
    ///
    /// Nothing is broken by that: an import may have lacked them, or a card is about HTML.
    package internal(set) var missingMedia: [String] = []
    /// How many pictures and sounds nothing names; they are removed when that has been so for 30 days.
    package internal(set) var unusedMedia = 0

    /// Whether nothing was found.
    package var isHealthy: Bool { findings.isEmpty }

    /// Whether all that was found is repaired.
    package var isSound: Bool { findings.allSatisfy(\.isRepaired) }
}

/// One thing that is not as it should be in a library.
package struct CheckFinding: Hashable, Sendable {
    /// What of a library is looked at.
    package enum Part: String, CaseIterable, Sendable {
        /// The form of its files.
        case file
        /// Whether what rows refer to is there.
        case references
        /// Whether all that is written can be read.
        case values
        /// Whether memories and schedules are what the log says.
        case memories
        /// Whether what is counted beside the notes is right.
        case counts
        /// Whether a search finds what it should.
        case search
        /// Whether pictures and sound are there and unharmed.
        case media
    }

    /// What was looked at.
    package let part: Part
    /// What is wrong, in words.
    package let says: String
    /// What was done about it, in words; what can be done, where nothing was.
    package let remedy: String
    /// Whether it is in order now.
    package let isRepaired: Bool
}
