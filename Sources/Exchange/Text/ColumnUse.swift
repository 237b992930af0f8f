internal import Languages
package import Notes

/// What a column of a text holds.
package enum ColumnUse: Hashable, Sendable {
    case field(FieldID)
    /// Tags, separated by spaces.
    case tags
    case deck
    case type
    case guid
    case wordType
    /// In degrees north of the equator.
    case latitude
    /// In degrees east of Greenwich.
    case longitude
    case ignored

    /// The uses other than fields, by name.
    static let named: [(word: String, use: ColumnUse)] = [
        ("tags", .tags), ("deck", .deck), ("notetype", .type), ("guid", .guid),
        ("wordtype", .wordType), ("latitude", .latitude), ("longitude", .longitude),
        ("ignore", .ignored),
    ]

    private static let otherNames: [String: ColumnUse] = [
        "tag": .tags, "type": .type, "id": .guid, "partofspeech": .wordType, "lat": .latitude,
        "lon": .longitude, "lng": .longitude, "long": .longitude, "": .ignored, "-": .ignored,
    ]

    /// Parses what a person enters for a column: the name of a field, a language, or another use.
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

    /// A use other than a field.
    static func special(_ text: String) -> ColumnUse? {
        let letters = text.lowercased().filter { !$0.isWhitespace && $0 != "_" }
        return named.first { $0.word == letters }?.use ?? otherNames[letters]
    }

    /// The name that `init` parses.
    package func text(in type: NoteType) -> String {
        if case .field(let id) = self {
            return type.fields.first { $0.id == id }?.name ?? id.description
        }
        return Self.named.first { $0.use == self }?.word ?? ""
    }
}
