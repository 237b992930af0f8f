import Languages
import Notes

/// The colours that a deck's tile can have, and none.
struct DeckColourPicker: HTML {
    let chosen: DeckColour?

    func write(to page: inout HTMLWriter) {
        fieldset(.class("field")) {
            legend { "Colour" }
            div(.class("swatches")) {
                label {
                    radioButton("colour", "", isChecked: chosen == nil)
                    span(.class("swatch"))
                    span(.class("vh")) { "None" }
                }
                Each(DeckColour.allCases) { colour in
                    label {
                        radioButton("colour", colour.rawValue, isChecked: colour == chosen)
                        span(.text("class", "swatch \(colour.style)"))
                        span(.class("vh")) { colour.name }
                    }
                }
            }
        }.write(to: &page)
    }
}

extension DeckColour {
    fileprivate var name: Phrase {
        switch self {
        case .red: "Red"
        case .orange: "Orange"
        case .yellow: "Yellow"
        case .green: "Green"
        case .turquoise: "Turquoise"
        case .blue: "Blue"
        case .purple: "Purple"
        case .pink: "Pink"
        }
    }
}
