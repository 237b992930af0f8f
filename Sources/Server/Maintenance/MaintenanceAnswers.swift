public import Library

/// What came of a backup, for scripts.
public struct BackupAnswer: Codable, Sendable {
    /// Where it lies.
    public let file: String
    /// How much room it takes.
    public let bytes: Int

    /// Describes a backup.
    public init(file: String, bytes: Int) {
        self.file = file
        self.bytes = bytes
    }
}

/// What came of bringing a backup back, for scripts.
public struct RestoreAnswer: Codable, Sendable {
    /// The backup that what was replaced became; nil where there was nothing.
    public let kept: String?
    /// How many notes are here now.
    public let notes: Int
    /// How many pictures and sounds could not be found.
    public let missingMedia: Int
    /// Which library it is now.
    public let library: String
    /// In which of its lives.
    public let epoch: Int

    /// Tells of a restoration.
    public init(_ restoration: Restoration) {
        kept = restoration.kept?.description
        notes = restoration.notes
        missingMedia = restoration.missingMedia
        library = restoration.identity.id
        epoch = restoration.identity.epoch
    }
}

/// What a check found, for scripts.
public struct CheckAnswer: Codable, Sendable {
    /// One thing that was not as it should be.
    public struct Finding: Codable, Sendable {
        /// What was looked at.
        public let part: String
        /// What is wrong.
        public let says: String
        /// What was done, or can be.
        public let remedy: String
        /// Whether it is in order now.
        public let isRepaired: Bool
    }

    /// All that was found.
    public let findings: [Finding]
    /// Whether nothing is wrong any more.
    public let isSound: Bool
    /// The backup that was made before the first repair.
    public let backup: String?
    /// How many notes were looked at; nil where the file is broken.
    public let notes: Int?
    /// How many answers were.
    public let answers: Int?
    /// The names of pictures and sounds that notes give and the library does not know; nil where there are none.
    public let missingMedia: [String]?
    /// How many pictures and sounds nothing names; nil where there are none.
    public let unusedMedia: Int?

    /// Tells of a check.
    public init(_ report: CheckReport) {
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
public struct UpkeepLine<Answer: Codable & Sendable>: Codable, Sendable {
    /// How much is done, from 0 to 1.
    public let share: Double?
    /// What came of it.
    public let answer: Answer?
    /// Why nothing came of it.
    public let error: String?

    /// Tells one of the three.
    public init(share: Double? = nil, answer: Answer? = nil, error: String? = nil) {
        self.share = share
        self.answer = answer
        self.error = error
    }
}
