public import Languages

/// Which question of a note a card asks; note and face together name a card everywhere outside the database.
public enum Face: Hashable, Sendable {
    /// The card of one template, by the template's number within its note type (never reused).
    case template(Int)
    /// The card of one gap of a cloze text, from 1.
    case cloze(Int)
    /// Asks one language of a note and answers in another.
    case languages(from: LanguageTag, to: LanguageTag)
    /// Asks for a place on the map.
    case map
}
