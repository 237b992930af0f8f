import Languages

/// What has to be said before anything else on a page: why nothing was saved, or what to think of first.
struct AlertNote: HTML {
    /// How bad it is.
    enum Weight {
        case error, warning
    }

    let words: Phrase
    var weight = Weight.error

    /// Says something in words.
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
