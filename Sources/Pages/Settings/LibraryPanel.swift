import Library

/// What the library holds and where it lies.
struct LibraryPanel: HTML {
    let facts: LibraryFacts

    func write(to page: inout HTMLWriter) {
        section(.class("group"), .aria("aria-labelledby", "library")) {
            h2(.id("library")) { "Your library" }
            dl(.class("rows facts")) {
                fact("Decks", grouped(facts.decks))
                fact("Cards", grouped(facts.notes))
                fact("Answers", grouped(facts.answers))
                fact("Size", spoken(bytes: facts.bytes))
                div(.class("set-row")) {
                    dt { "File" }
                    dd(.class("path"), .fixed("dir", "ltr")) { facts.path }
                }
            }
        }.write(to: &page)
    }

    private func fact(_ name: String, _ value: String) -> some HTML {
        div(.class("set-row")) {
            dt { name }
            dd { value }
        }
    }
}

/// A number of bytes as one would say it: `12 kB`, `3.4 MB`.
func spoken(bytes: Int) -> String {
    var amount = Double(bytes) / 1000
    var units = ["kB", "MB", "GB", "TB"][...]
    while amount > 999, units.count > 1 {
        amount /= 1000
        units.removeFirst()
    }
    guard amount < 9.95, units.first != "kB" else {
        return "\(grouped(Int(amount.rounded(.up)))) \(units.first ?? "")"
    }
    let tenths = Int((amount * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(units.first ?? "")"
}
