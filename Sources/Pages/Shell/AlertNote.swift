import Languages

/// Why nothing was saved, or what to consider first, above the content of a page.
struct AlertNote: HTML {
    enum Weight {
        case error, warning
    }

    let words: Phrase
    let weight: Weight

    init(_ words: Phrase, _ weight: Weight = .error) {
        self.words = words
        self.weight = weight
    }

    func write(to page: inout HTMLWriter) {
        p(.class(weight == .error ? "note error" : "note warning"), .role("alert")) {
            Icon.alert.small
            span(.dirAuto) { words }
        }.write(to: &page)
    }
}
