import Languages

/// Why a field was rejected; the field refers to it with `aria-describedby`.
struct FieldError: HTML {
    var id: String?
    let words: Phrase?
    /// Whether screen readers announce it at once, because no field refers to it.
    var isAlert = false

    func write(to page: inout HTMLWriter) {
        guard let words else { return }
        p(.class("error"), .text("id", id), .text("role", isAlert ? "alert" : nil)) {
            Icon.alert.small
            span { words }
        }.write(to: &page)
    }
}
