import Languages
import LibraryValues
import Notes

/// A small card with the deck's own sign, or a letter of the language that it teaches.
struct Tile: HTML {
    let deck: DeckSummary

    func write(to page: inout HTMLWriter) {
        let language = deck.icon == nil ? deck.language : nil
        span(
            .text("class", deck.colour.map { "tile \($0.style)" } ?? "tile"),
            .lang(language),
            .ariaHidden
        ) {
            if let icon = deck.icon {
                icon.text
            } else if let language {
                sample(of: language)
            } else {
                Icon.study.large
            }
        }.write(to: &page)
    }

    /// Letters typical of the language, else its tag.
    private func sample(of language: LanguageTag) -> String {
        samples[language.text] ?? samples[primary(language)] ?? primary(language)
    }

    private func primary(_ language: LanguageTag) -> String {
        String(language.text.prefix { $0 != "-" })
    }
}

extension DeckColour {
    /// The class of elements in this colour.
    var style: String { "deck-\(rawValue)" }
}

private let samples: [String: String] = [
    "ar": "ع", "de": "ß", "el": "Ωω", "en": "Aa", "es": "Ññ", "et": "Õõ", "fa": "پ", "fi": "Ää",
    "fr": "Éé",
    "he": "א", "hi": "अ", "is": "Þþ", "it": "Àà", "ja": "あ", "ja-Latn": "Ōō", "ko": "한", "nb": "Øø",
    "nl": "Ĳĳ", "pa": "ਪ", "pa-Arab": "پ", "pa-Latn": "Pā", "pl": "Łł", "pt": "Ãã", "ru": "Яя",
    "sv": "Åå",
    "th": "ก", "tr": "Ğğ", "uk": "Її", "uk-Latn": "Ji", "vi": "Ơơ", "zh": "字", "zh-Latn": "Pī",
]
