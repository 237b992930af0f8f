internal import Notes

/// The four kinds of words that WordNet knows.
enum PartOfSpeech: Int, CaseIterable, Sendable {
    case noun = 1
    case verb, adjective, adverb

    /// How its files are called.
    var file: String {
        switch self {
        case .noun: "noun"
        case .verb: "verb"
        case .adjective: "adj"
        case .adverb: "adv"
        }
    }

    /// Reads the letter by which pointers name it.
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

    /// The endings of inflected words, each with what stands in its place in the dictionary, in the order to be tried.
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
