import Languages
import LibraryValues

/// What the library contains, and where its file is on a computer of the learner's own.
struct LibraryPanel: HTML {
    let facts: LibraryFacts

    func write(to page: inout HTMLWriter) {
        section(.class("group"), .aria("aria-labelledby", "library")) {
            h2(.id("library")) { "Your library" }
            dl(.class("rows facts")) {
                fact("Decks", "\(facts.decks)")
                fact("Cards", "\(facts.notes)")
                fact("Answers", "\(facts.answers)")
                fact("Size", sizeText(bytes: facts.bytes))
                // On a server of several, the file is in a folder that only its operator opens.
                if PageFrame.current.learner == nil {
                    div(.class("set-row")) {
                        dt { "File" }
                        dd(.class("path"), .fixed("dir", "ltr")) { facts.path }
                    }
                }
            }
        }.write(to: &page)
    }

    private func fact(_ name: Phrase, _ value: Phrase) -> some HTML {
        div(.class("set-row")) {
            dt { name }
            dd { value }
        }
    }
}

/// A file size: `12 kB`, `3.4 MB`.
func sizeText(bytes: Int) -> Phrase {
    var amount = Double(bytes) / 1000
    var unit = 0
    while amount > 999, unit < 3 {
        amount /= 1000
        unit += 1
    }
    let language = InterfaceLanguage.current
    let number =
        amount < 9.95 && unit > 0
        ? language.decimal(tenths: Int((amount * 10).rounded()))
        : language.grouped(Int(amount.rounded(.up)))
    return switch unit {
    case 0: "\(number) kB"
    case 1: "\(number) MB"
    case 2: "\(number) GB"
    default: "\(number) TB"
    }
}
