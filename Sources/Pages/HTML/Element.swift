/// The name of an element that has content; called with attributes and content it makes the element.
struct Tag: Sendable {
    fileprivate let name: StaticString

    init(_ name: StaticString) { self.name = name }

    func callAsFunction<Content: HTML>(
        _ attributes: Attribute...,
        @HTMLBuilder content: () -> Content
    ) -> Element<Content> {
        Element(name: name, attributes: attributes, content: content())
    }

    func callAsFunction(_ attributes: Attribute...) -> Element<Nothing> {
        Element(name: name, attributes: attributes, content: Nothing())
    }
}

/// The name of an element that never has content.
struct VoidTag: Sendable {
    fileprivate let name: StaticString

    init(_ name: StaticString) { self.name = name }

    func callAsFunction(_ attributes: Attribute...) -> VoidElement {
        VoidElement(name: name, attributes: attributes)
    }
}

/// An element with attributes and content.
struct Element<Content: HTML>: HTML {
    fileprivate let name: StaticString
    fileprivate let attributes: [Attribute]
    fileprivate let content: Content

    func write(to page: inout HTMLWriter) {
        page.markup("<")
        page.markup(name)
        for attribute in attributes { attribute.write(to: &page) }
        page.markup(">")
        content.write(to: &page)
        page.markup("</")
        page.markup(name)
        page.markup(">")
    }
}

/// An element with attributes alone.
struct VoidElement: HTML {
    fileprivate let name: StaticString
    fileprivate let attributes: [Attribute]

    func write(to page: inout HTMLWriter) {
        page.markup("<")
        page.markup(name)
        for attribute in attributes { attribute.write(to: &page) }
        page.markup(">")
    }
}
