import Languages
import Notes

/// A word type in its colour and in words.
struct Badge: HTML {
    let type: WordType

    func write(to page: inout HTMLWriter) {
        span(.class(type.badge)) { type.name }.write(to: &page)
    }
}

extension WordType {
    /// What it is called.
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

    fileprivate var badge: StaticString {
        switch self {
        case .noun: "badge noun"
        case .verb: "badge verb"
        case .adjective: "badge adjective"
        case .adverb: "badge adverb"
        case .preposition: "badge preposition"
        case .conjunction: "badge conjunction"
        case .pronoun: "badge pronoun"
        case .interjection: "badge interjection"
        case .determiner: "badge determiner"
        case .phrase: "badge phrase"
        }
    }
}

/// A choice among none and the ten word types, all of them in sight.
struct WordTypePicker: HTML {
    let chosen: WordType?

    func write(to page: inout HTMLWriter) {
        fieldset(.class("field types")) {
            legend { "Word type" }
            div(.class("type-choices")) {
                label {
                    choice("", isChosen: chosen == nil)
                    span(.class("badge")) { "None" }
                }
                Each(WordType.allCases) { type in
                    label {
                        choice(type.rawValue, isChosen: type == chosen)
                        Badge(type: type)
                    }
                }
            }
        }.write(to: &page)
    }

    private func choice(_ value: String, isChosen: Bool) -> some HTML {
        input(
            .type("radio"),
            .fixed("name", "word-type"),
            .text("value", value),
            .present("checked", if: isChosen)
        )
    }
}
