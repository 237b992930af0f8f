/// What a template finds when it is filled in: the fields of one note, and what is known of one card.
struct CardContext {
    /// The texts of fields, and of what Anki calls special fields, by name.
    var texts: [String: String]
    /// The gap that is asked; with ordinary templates, the number of the card.
    var number: Int
    /// Whether conditions may ask for the number (`{{#c1}}`).
    var hasGaps: Bool
    /// What the front showed, when the back is filled in.
    var front: [CardPiece]?

    /// The names that a template can use besides its note's fields.
    static let specialFields: Set = [
        "Card", "CardFlag", "CardID", "Deck", "FrontSide", "Subdeck", "Tags", "Type",
    ]

    /// Whether a field holds something, so that its section is shown.
    func isFilled(_ name: String) -> Bool {
        if hasGaps, name == "c\(number)" { return true }
        return texts[name]?.isBlankField == false
    }
}

/// A piece of a side that was filled in.
enum CardPiece: Hashable {
    case markup(String)
    /// The text of a field, and where that differs how it looks in HTML.
    case value(field: String, text: String, html: String? = nil)
    /// A field whose text is to be typed.
    case typed(field: String, filters: [String], text: String)
    /// A field whose text is shown when it is asked for.
    case hint(field: String, text: String, html: String? = nil)
    /// A text that is said by a voice of a language, and not shown.
    case spoken(tag: String, text: String)
    /// The front, on the back.
    case front([CardPiece])
}
