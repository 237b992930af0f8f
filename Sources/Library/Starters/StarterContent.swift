internal import Compression
internal import EmbeddedFiles
internal import FoundationEssentials
internal import Languages
internal import Notes
internal import Storage

/// The starter decks, from files embedded in the executable.
enum StarterContent {
    /// Incremented when there is more content.
    static let version = 1

    /// The maximum size of one unpacked file in bytes.
    private static let limit = 16 << 20

    /// Inserts the starter decks into a new library, and stores their version.
    static func put(in writer: borrowing Writer, at moment: Moment) throws {
        // In English until the learner answers the question of the first visit, or skips it.
        for starter in try decks(in: .english, at: moment) {
            try writer.insert(starter.deck, at: moment)
            for note in starter.notes { try writer.insert(note) }
        }
        try writer.set(.starterVersion, to: String(version))
    }

    /// - Parameter language: That of the questions, for the learner's own language; a vocabulary has all languages.
    static func decks(in language: LanguageTag, at moment: Moment) throws -> [StarterDeck] {
        [
            try questions(in: language, at: moment),
            // The first card is "apple", in Finnish omena.
            try StarterDeck(
                vocabulary: file("First words.xcstrings"),
                named: vocabularyName,
                languageChoice: firstChoice,
                at: moment
            ),
        ]
    }

    static func questions(in language: LanguageTag, at moment: Moment) throws -> StarterDeck {
        try StarterDeck(questions: file("First questions.json"), in: language, at: moment)
    }

    /// The name of the deck in all languages.
    static let vocabularyName = "First words"

    private static var firstChoice: LanguageChoice {
        guard let finnish = LanguageTag("fi") else {
            preconditionFailure("A tag of two letters is well formed")
        }
        return .oneToOne(from: .english, to: finnish)
    }

    private static func file(_ name: String) throws -> [UInt8] {
        guard let file = EmbeddedFiles.starterDecks.first(where: { $0.name == name }),
            let packed = Data(base64Encoded: file.base64.description)
        else {
            preconditionFailure("\(name) is not inside the executable")
        }
        return try Gzip.decompress([UInt8](packed), limit: limit)
    }
}

extension SettingKey {
    /// The version of the starter decks that was inserted, so that deleted ones are not added again.
    static let starterVersion = SettingKey(rawValue: "starter.version")
}
