internal import Compression
internal import FoundationEssentials
internal import Languages
internal import Notes
internal import Storage

/// The decks that a new library starts with, from the files inside the executable.
enum StarterContent {
    /// Rises when there is more to give.
    static let version = 1

    /// The most bytes that one file may have when it is unpacked.
    private static let limit = 16 << 20

    /// Puts the starter decks into a new library, and writes down that it was done.
    static func put(in writer: borrowing Writer, at moment: Moment) throws {
        for starter in try decks(at: moment) {
            try writer.insert(starter.deck, at: moment)
            for note in starter.notes { try writer.insert(note) }
        }
        try writer.set(.starterVersion, to: String(version))
    }

    /// The starter decks, made at a moment.
    static func decks(at moment: Moment) throws -> [StarterDeck] {
        [
            try StarterDeck(questions: file("First questions.json"), at: moment),
            // Apple, the first card anyone learns, is omena.
            try StarterDeck(
                vocabulary: file("First words.xcstrings"),
                named: vocabularyName,
                languageChoice: firstChoice,
                at: moment
            ),
        ]
    }

    /// What the deck is called that is in all languages.
    static let vocabularyName = "First words"

    private static var firstChoice: LanguageChoice {
        guard let finnish = LanguageTag("fi") else {
            preconditionFailure("A tag of two letters is well formed")
        }
        return .oneToOne(from: .english, to: finnish)
    }

    private static func file(_ name: String) throws -> [UInt8] {
        guard let file = embeddedFiles.first(where: { $0.name == name }),
            let packed = Data(base64Encoded: file.base64.description)
        else {
            preconditionFailure("\(name) is not inside the executable")
        }
        return try Gzip.decompress([UInt8](packed), limit: limit)
    }
}

extension SettingKey {
    /// Which version of the starter decks was put in; deleting them is respected.
    static let starterVersion = SettingKey(rawValue: "starter.version")
}
