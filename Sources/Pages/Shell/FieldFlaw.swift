import Languages

/// Why one field was refused, below it; the field names it as its description.
struct FieldFlaw: HTML {
    let id: String
    let words: Phrase?

    func write(to page: inout HTMLWriter) {
        guard let words else { return }
        p(.class("error"), .text("id", id)) {
            Icon.alert.small
            span { words }
        }.write(to: &page)
    }
}
