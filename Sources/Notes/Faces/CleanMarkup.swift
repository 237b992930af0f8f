/// A side as a tree in which every element, attribute and style is on the list of safe ones.
///
/// It is never serialized to HTML again: the browser creates its elements one by one, so that nothing can be parsed
/// differently from how it was cleaned.
package struct CleanMarkup: Hashable, Sendable {
    package var nodes: [Node]
    /// The cleaned style sheets that it contained.
    package var sheets: [String]

    package init(nodes: [Node] = [], sheets: [String] = []) {
        self.nodes = nodes
        self.sheets = sheets
    }

    package indirect enum Node: Hashable, Sendable {
        case text(String)
        case element(Element)
    }

    /// An element whose name is allowed.
    package struct Element: Hashable, Sendable {
        /// In lower case; names that begin with `omena-` are drawn by the page's script.
        package var name: String
        /// Allowed attributes with cleaned values.
        package var attributes: [Attribute]
        package var children: [Node]

        package init(
            _ name: String,
            _ attributes: [Attribute] = [],
            _ children: [Node] = []
        ) {
            self.name = name
            self.attributes = attributes
            self.children = children
        }
    }

    package struct Attribute: Hashable, Sendable {
        package var name: String
        /// With character references decoded.
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }
}
