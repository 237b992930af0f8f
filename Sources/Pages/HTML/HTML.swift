import Languages

/// Something that can be written into a page, which is written front to back into one buffer.
protocol HTML {
    /// Appends itself to `page`.
    func write(to page: inout HTMLWriter)
}

extension String: HTML {
    func write(to page: inout HTMLWriter) { page.text(self) }
}

extension Phrase: HTML {
    func write(to page: inout HTMLWriter) { page.text(pageText) }
}

extension Int: HTML {
    func write(to page: inout HTMLWriter) { page.number(self) }
}

extension Optional: HTML where Wrapped: HTML {
    func write(to page: inout HTMLWriter) { self?.write(to: &page) }
}

/// Markup from the source code, written unescaped; a `StaticString` never holds a learner's text.
struct Markup: HTML {
    private let markup: StaticString

    init(_ markup: StaticString) { self.markup = markup }

    func write(to page: inout HTMLWriter) { page.markup(markup) }
}

/// A fragment for each element of a sequence, created when it is written, so that a long list is never held in memory.
struct Each<Elements: Sequence>: HTML {
    private let elements: Elements
    private let content: (Elements.Element) -> Fragment

    init(_ elements: Elements, @HTMLBuilder content: @escaping (Elements.Element) -> Fragment) {
        self.elements = elements
        self.content = content
    }

    func write(to page: inout HTMLWriter) {
        for element in elements { content(element).write(to: &page) }
    }
}
