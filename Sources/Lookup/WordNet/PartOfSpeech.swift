internal import Notes

/// WordNet's parts of speech.
enum PartOfSpeech: Int, CaseIterable, Sendable {
    case noun = 1
    case verb, adjective, adverb

    var file: String {
        switch self {
        case .noun: "noun"
        case .verb: "verb"
        case .adjective: "adj"
        case .adverb: "adv"
        }
    }

    /// Parses the letter used in pointers.
    init?(letter: UInt8?) {
        switch letter {
        case UInt8(ascii: "n"): self = .noun
        case UInt8(ascii: "v"): self = .verb
        case UInt8(ascii: "a"), UInt8(ascii: "s"): self = .adjective
        case UInt8(ascii: "r"): self = .adverb
        default: return nil
        }
    }

    var wordType: WordType {
        switch self {
        case .noun: .noun
        case .verb: .verb
        case .adjective: .adjective
        case .adverb: .adverb
        }
    }

    /// The endings of inflected words and their replacements in the base form, in the order to try.
    var endings: [(inflected: String, base: String)] {
        switch self {
        case .noun:
            [
                ("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"),
                ("men", "man"), ("ies", "y"),
            ]
        case .verb:
            [
                ("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""),
                ("ing", "e"), ("ing", ""),
            ]
        case .adjective: [("er", ""), ("est", ""), ("er", "e"), ("est", "e")]
        case .adverb: []
        }
    }
}
