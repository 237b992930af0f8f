package import Library
import LibraryValues

/// The result of a backup, for scripts.
package struct BackupAnswer: Codable, Sendable {
    package let file: String
    package let bytes: Int
}

/// The result of restoring a backup, for scripts.
package struct RestoreAnswer: Codable, Sendable {
    /// The backup of what was replaced; nil where nothing was.
    package let kept: String?
    package let notes: Int
    package let missingMedia: Int
    package let library: String
    package let epoch: Int

    package init(_ restoration: Restoration) {
        kept = restoration.kept?.description
        notes = restoration.notes
        missingMedia = restoration.missingMedia
        library = restoration.identity.id
        epoch = restoration.identity.epoch
    }
}

/// The result of a check, for scripts.
package struct CheckAnswer: Codable, Sendable {
    package struct Finding: Codable, Sendable {
        package let part: String
        /// What is wrong.
        package let says: String
        /// What was done, or can be done.
        package let remedy: String
        package let isRepaired: Bool
    }

    package let findings: [Finding]
    package let isSound: Bool
    /// The backup made before the first repair.
    package let backup: String?
    /// How many notes were checked; nil where the file cannot be read.
    package let notes: Int?
    /// How many answers were checked.
    package let answers: Int?
    /// The names of pictures and sounds that notes contain but the library does not; nil where there are none.
    package let missingMedia: [String]?
    /// How many pictures and sounds no note contains; nil where there are none.
    package let unusedMedia: Int?

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

/// One line of a server that runs a task: the progress, or at the end the result.
package struct MaintenanceLine<Answer: Codable & Sendable>: Codable, Sendable {
    /// The share that is done, from 0 to 1.
    package var share: Double?
    package var answer: Answer?
    package var error: String?
}
