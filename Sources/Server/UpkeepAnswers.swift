package import Library

/// What came of a backup, for scripts.
package struct BackupAnswer: Codable, Sendable {
    /// Where it lies.
    package let file: String
    /// How much room it takes.
    package let bytes: Int

    /// Describes a backup.
    package init(file: String, bytes: Int) {
        self.file = file
        self.bytes = bytes
    }
}

/// What came of bringing a backup back, for scripts.
package struct RestoreAnswer: Codable, Sendable {
    /// The backup that what was replaced became; nil where there was nothing.
    package let kept: String?
    /// How many notes are here now.
    package let notes: Int
    /// How many pictures and sounds could not be found.
    package let missingMedia: Int
    /// Which library it is now.
    package let library: String
    /// In which of its lives.
    package let epoch: Int

    /// Tells of a restoration.
    package init(_ restoration: Restoration) {
        kept = restoration.kept?.description
        notes = restoration.notes
        missingMedia = restoration.missingMedia
        library = restoration.identity.id
        epoch = restoration.identity.epoch
    }
}

/// What a check found, for scripts.
package struct CheckAnswer: Codable, Sendable {
    /// One thing that was not as it should be.
    package struct Finding: Codable, Sendable {
        /// What was looked at.
        package let part: String
        /// What is wrong.
        package let says: String
        /// What was done, or can be.
        package let remedy: String
        /// Whether it is in order now.
        package let isRepaired: Bool
    }

    /// All that was found.
    package let findings: [Finding]
    /// Whether nothing is wrong any more.
    package let isSound: Bool
    /// The backup that was made before the first repair.
    package let backup: String?
    /// How many notes were looked at; nil where the file is broken.
    package let notes: Int?
    /// How many answers were.
    package let answers: Int?
    /// The names of pictures and sounds that notes give and the library does not know; nil where there are none.
    package let missingMedia: [String]?
    /// How many pictures and sounds nothing names; nil where there are none.
    package let unusedMedia: Int?

    /// Tells of a check.
    package init(_ report: CheckReport) {
        findings = report.findings.map {
            Finding(
                part: $0.part.rawValue,
                says: $0.says,
                remedy: $0.remedy,
                isRepaired: $0.isRepaired
            )
        }
        isSound = report.isSound
        backup = report.backup?.description
        notes = report.facts?.notes
        answers = report.facts?.answers
        missingMedia = report.missingMedia.isEmpty ? nil : report.missingMedia
        unusedMedia = report.unusedMedia == 0 ? nil : report.unusedMedia
    }
}

/// One line of what a server tells while it works: how far it is, and at the end what came of it.
package struct MaintenanceLine<Answer: Codable & Sendable>: Codable, Sendable {
    /// How much is done, from 0 to 1.
    package let share: Double?
    /// What came of it.
    package let answer: Answer?
    /// Why nothing came of it.
    package let error: String?

    /// Tells one of the three.
    package init(share: Double? = nil, answer: Answer? = nil, error: String? = nil) {
        self.share = share
        self.answer = answer
        self.error = error
    }
}
