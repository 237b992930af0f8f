import Languages
import Notes

/// The name of a word type, in its colour.
struct Badge: HTML {
    let type: WordType

    func write(to page: inout HTMLWriter) {
        span(.text("class", "badge \(type.rawValue)")) { type.name }.write(to: &page)
    }
}

extension WordType {
    var name: Phrase {
        switch self {
        case .noun: "noun"
        case .verb: "verb"
        case .adjective: "adjective"
        case .adverb: "adverb"
        case .preposition: "preposition"
        case .conjunction: "conjunction"
        case .pronoun: "pronoun"
        case .interjection: "interjection"
        case .determiner: "determiner"
        case .phrase: "phrase"
        }
    }
}

/// Radio buttons for the word types and for none.
struct WordTypePicker: HTML {
    let chosen: WordType?

    func write(to page: inout HTMLWriter) {
        fieldset(.class("field types")) {
            legend { "Word type" }
            div(.class("type-choices")) {
                label {
                    radioButton("word-type", "", isChecked: chosen == nil)
                    span(.class("badge")) { "None" }
                }
                Each(WordType.allCases) { type in
                    label {
                        radioButton("word-type", type.rawValue, isChecked: type == chosen)
                        Badge(type: type)
                    }
                }
            }
        }.write(to: &page)
    }
}
