package import Notes

/// The result of restoring a backup beside the library, only to see whether that works.
package struct TestRestore: Hashable, Sendable {
    package enum Outcome: Hashable, Sendable {
        /// - missingMedia: How many pictures and sounds are referred to and were not found.
        case restored(notes: Int, missingMedia: Int)
        case failed(reason: String)
    }

    package let backup: BackupName
    package let at: Moment
    package let outcome: Outcome

    package init(of backup: BackupName, at moment: Moment, _ outcome: Outcome) {
        self.backup = backup
        at = moment
        self.outcome = outcome
    }

    package var hasFailed: Bool {
        if case .failed = outcome { true } else { false }
    }
}

extension TestRestore: Codable {
    private enum CodingKeys: CodingKey {
        case backup, at, notes, missingMedia, failure
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let name = try values.decode(String.self, forKey: .backup)
        guard let backup = BackupName(name) else {
            throw DecodingError.dataCorruptedError(
                forKey: .backup,
                in: values,
                debugDescription: "It is not the name of a backup."
            )
        }
        self.backup = backup
        at = try values.decode(Moment.self, forKey: .at)
        if let reason = try values.decodeIfPresent(String.self, forKey: .failure) {
            outcome = .failed(reason: reason)
        } else {
            outcome = .restored(
                notes: try values.decode(Int.self, forKey: .notes),
                missingMedia: try values.decode(Int.self, forKey: .missingMedia)
            )
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(backup.description, forKey: .backup)
        try values.encode(at, forKey: .at)
        switch outcome {
        case .restored(let notes, let missingMedia):
            try values.encode(notes, forKey: .notes)
            try values.encode(missingMedia, forKey: .missingMedia)
        case .failed(let reason): try values.encode(reason, forKey: .failure)
        }
    }
}
