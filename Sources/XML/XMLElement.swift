/// An XML element with its content.
package struct XMLElement: Sendable {
    /// The name without a namespace prefix.
    package let name: String
    /// The attributes by name without prefixes.
    package let attributes: [String: String]
    /// The line where it begins, counted from 1.
    package let line: Int
    /// Its own text, without that of child elements.
    package internal(set) var text = ""
    /// The child elements in order.
    package internal(set) var children: [XMLElement] = []

    /// The first child element with a name.
    package subscript(_ name: String) -> XMLElement? { children.first { $0.name == name } }
}
