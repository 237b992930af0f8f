internal import Languages
package import Notes

/// What a column of a text holds.
package enum ColumnUse: Hashable, Sendable {
    /// The text of a field.
    case field(FieldID)
    /// Tags, with spaces between them.
    case tags
    /// The name of the deck that a note goes into.
    case deck
    /// The name of a note's type.
    case type
    /// What knows a note again everywhere.
    case guid
    /// What kind of word it is.
    case wordType
    /// Where a place lies: north of the equator, in degrees.
    case latitude
    /// Where a place lies: east of Greenwich, in degrees.
    case longitude
    /// Nothing that is wanted.
    case ignored

    /// The uses that are no fields, by the words that stand for them.
    static let named: [(word: String, use: ColumnUse)] = [
        ("tags", .tags), ("deck", .deck), ("notetype", .type), ("guid", .guid),
        ("wordtype", .wordType), ("latitude", .latitude), ("longitude", .longitude),
        ("ignore", .ignored),
    ]

    private static let otherNames: [String: ColumnUse] = [
        "tag": .tags, "type": .type, "id": .guid, "partofspeech": .wordType, "lat": .latitude,
        "lon": .longitude, "lng": .longitude, "long": .longitude, "": .ignored, "-": .ignored,
    ]

    /// Reads what a person writes for a column of a note type: a field's name, a language, or what else it may be.
    package init?(_ text: some StringProtocol, in type: NoteType) {
        let text = text.trimmed
        let key = text.caseFolded
        if let field = type.fields.first(where: { $0.name.caseFolded == key }) {
            self = .field(field.id)
        } else if let use = Self.special(text) {
            self = use
        } else if type.cards == .languages, let language = LanguageTag(name: text) {
            self = .field(.language(language))
        } else {
            return nil
        }
    }

    /// What a word stands for that is no field.
    static func special(_ text: String) -> ColumnUse? {
        let letters = text.lowercased().filter { !$0.isWhitespace && $0 != "_" }
        return named.first { $0.word == letters }?.use ?? otherNames[letters]
    }

    /// How it is written, so that `init` reads it.
    package func text(in type: NoteType) -> String {
        if case .field(let id) = self {
            return type.fields.first { $0.id == id }?.name ?? id.description
        }
        return Self.named.first { $0.use == self }?.word ?? ""
    }
}
