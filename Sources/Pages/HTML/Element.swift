/// The name of an element with content; calling it with attributes and content creates the element.
struct Tag: Sendable {
    fileprivate let name: StaticString

    init(_ name: StaticString) { self.name = name }

    func callAsFunction(
        _ attributes: Attribute...,
        @HTMLBuilder content: () -> Fragment = { Fragment() }
    ) -> Element {
        Element(name: name, attributes: attributes, content: content())
    }
}

/// The name of an element that never has content, such as `input`.
struct VoidTag: Sendable {
    fileprivate let name: StaticString

    init(_ name: StaticString) { self.name = name }

    func callAsFunction(_ attributes: Attribute...) -> Element {
        Element(name: name, attributes: attributes, content: nil)
    }
}

struct Element: HTML {
    let name: StaticString
    let attributes: [Attribute]
    /// Nil for an element that never has content, and so has no end tag.
    let content: Fragment?

    func write(to page: inout HTMLWriter) {
        page.markup("<")
        page.markup(name)
        for attribute in attributes { attribute.write(to: &page) }
        page.markup(">")
        guard let content else { return }
        content.write(to: &page)
        page.markup("</")
        page.markup(name)
        page.markup(">")
    }
}
