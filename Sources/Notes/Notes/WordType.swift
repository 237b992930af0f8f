/// A part of speech; the raw value is stored.
package enum WordType: String, CaseIterable, Codable, Sendable {
    case noun, verb, adjective, adverb, preposition, conjunction, pronoun, interjection, determiner
    case phrase
}
