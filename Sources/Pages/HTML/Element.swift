/// The name of an element that has content; called with attributes and content it makes the element.
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

/// The name of an element that never has content.
struct VoidTag: Sendable {
    fileprivate let name: StaticString

    init(_ name: StaticString) { self.name = name }

    func callAsFunction(_ attributes: Attribute...) -> Element {
        Element(name: name, attributes: attributes, content: nil)
    }
}

/// An element; one that never has content has no end tag.
struct Element: HTML {
    fileprivate let name: StaticString
    fileprivate let attributes: [Attribute]
    fileprivate let content: Fragment?

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
