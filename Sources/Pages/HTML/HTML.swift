import Languages

/// Something that can be written into a page.
///
/// A page is written front to back, into one buffer.
protocol HTML {
    /// Writes itself at the end of `page`.
    func write(to page: inout HTMLWriter)
}

/// A text is written so that a browser shows exactly its characters.
extension String: HTML {
    func write(to page: inout HTMLWriter) { page.text(self) }
}

/// A phrase is written in the reader's language.
extension Phrase: HTML {
    func write(to page: inout HTMLWriter) { page.text(description) }
}

/// A number is written in decimal digits.
extension Int: HTML {
    func write(to page: inout HTMLWriter) { page.number(self) }
}

/// Nothing is written for nil.
extension Optional: HTML where Wrapped: HTML {
    func write(to page: inout HTMLWriter) { self?.write(to: &page) }
}

/// Markup that stands in the source code, taken as it is; a `StaticString` never holds a learner's text.
struct Markup: HTML {
    private let markup: StaticString

    init(_ markup: StaticString) { self.markup = markup }

    func write(to page: inout HTMLWriter) { page.markup(markup) }
}

/// A fragment for each member of a sequence, written at once, so that a long list is never held in memory.
struct Each<Members: Sequence>: HTML {
    private let members: Members
    private let content: (Members.Element) -> Fragment

    init(_ members: Members, @HTMLBuilder content: @escaping (Members.Element) -> Fragment) {
        self.members = members
        self.content = content
    }

    func write(to page: inout HTMLWriter) {
        for member in members { content(member).write(to: &page) }
    }
}
