package import LibraryValues

/// The result of checking a whole library.
package struct CheckReport: Hashable, Sendable {
    /// What was found, in the order of the checks; empty for a healthy library.
    package internal(set) var findings: [CheckFinding] = []
    /// The backup made before the first repair.
    package internal(set) var backup: BackupName?
    /// What the library holds; nil if its file is too damaged to read.
    package internal(set) var facts: LibraryFacts?

    /// References in notes to media that the library does not have, and that are shown as text.
    ///
    /// They are not damage: an import may have lacked them, or a card may be about HTML.
    package internal(set) var missingMedia: [String] = []
    /// How many media have no references; they are removed after 30 days without one.
    package internal(set) var unusedMedia = 0

    /// Whether everything that was found has been repaired.
    package var isSound: Bool { findings.allSatisfy(\.isRepaired) }
}

/// One fault in a library.
package struct CheckFinding: Hashable, Sendable {
    package enum Part: String, CaseIterable, Sendable {
        /// The structure of its files.
        case file
        /// Whether rows refer to existing rows.
        case references
        /// Whether all values can be parsed.
        case values
        /// Whether memories and schedules agree with the log.
        case memories
        /// Whether stored counts are right.
        case counts
        /// Whether the search index is right.
        case search
        /// Whether media exist and are undamaged.
        case media
    }

    package let part: Part
    /// What is wrong.
    package let says: String
    /// What was done about it or, if nothing was, what can be done.
    package let remedy: String
    package let isRepaired: Bool
}
