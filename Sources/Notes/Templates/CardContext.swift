/// The values for filling in a template: the fields of a note, and data of a card.
struct CardContext {
    /// The texts of fields and of Anki's special fields, by name.
    var texts: [String: String]
    /// The number of the gap that is asked for, or of the card with ordinary templates.
    var number: Int
    /// Whether conditions can test the number (`{{#c1}}`).
    var hasGaps: Bool
    /// The filled-in front, for filling in the back.
    var front: [CardPiece]?

    /// The names of special fields.
    static let specialFields: Set = [
        "Card", "CardFlag", "CardID", "Deck", "FrontSide", "Subdeck", "Tags", "Type",
    ]

    /// Whether a field is not empty, so that its section is shown.
    func isFilled(_ name: String) -> Bool {
        if hasGaps, name == "c\(number)" { return true }
        return texts[name]?.isBlankField == false
    }
}

/// A piece of a filled-in side.
enum CardPiece: Hashable {
    case markup(String)
    /// The text of a field, and its HTML if that differs.
    case value(field: String, text: String, html: String? = nil)
    /// A field whose text the learner types.
    case typed(field: String, filters: [String], text: String)
    /// A field whose text is shown on demand.
    case hint(field: String, text: String, html: String? = nil)
    /// A text that is spoken in a language and not shown.
    case spoken(tag: String, text: String)
    /// The front, included on the back.
    case front([CardPiece])
}
