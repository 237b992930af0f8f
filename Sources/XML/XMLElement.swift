/// An element of an XML text, with what stands in it.
public struct XMLElement: Sendable {
    /// What it is called, without the prefix of a namespace.
    public let name: String
    /// Its attributes, by their names without prefixes.
    public let attributes: [String: String]
    /// The line that it begins in, from 1.
    public let line: Int
    /// All that is written in it itself, not in elements inside it.
    public internal(set) var text = ""
    /// The elements in it, in their order.
    public internal(set) var children: [XMLElement] = []

    init(name: String, attributes: [String: String], line: Int) {
        self.name = name
        self.attributes = attributes
        self.line = line
    }

    /// The first element in it of that name.
    public subscript(_ name: String) -> XMLElement? { children.first { $0.name == name } }
}
