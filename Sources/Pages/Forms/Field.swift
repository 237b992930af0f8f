import Languages

/// A labelled control of a form, with what belongs to it below.
struct Field: HTML {
    private let id: String
    private let title: Phrase
    private let content: Fragment

    /// - Parameter id: The control's id.
    init(_ id: String, _ title: Phrase, @HTMLBuilder content: () -> Fragment) {
        self.id = id
        self.title = title
        self.content = content()
    }

    func write(to page: inout HTMLWriter) {
        div(.class("field")) {
            label(.text("for", id)) { title }
            content
        }.write(to: &page)
    }
}
