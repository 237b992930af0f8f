/// What kind of word a note teaches; the raw value is what is stored.
public enum WordType: String, CaseIterable, Codable, Sendable {
    case noun, verb, adjective, adverb, preposition, conjunction, pronoun, interjection, determiner
    case phrase
}
