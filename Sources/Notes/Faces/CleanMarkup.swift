/// What a side shows, as elements of which every name, attribute and style is known to do no harm.
///
/// It is never written as HTML again: a browser makes elements of it one by one, so that nothing is left to be parsed
/// in another way than it was meant.
public struct CleanMarkup: Hashable, Sendable {
    /// What stands on the side, in order.
    public var nodes: [Node]
    /// Sheets that stood in it, cleaned.
    public var sheets: [String]

    /// Puts a side together.
    public init(nodes: [Node] = [], sheets: [String] = []) {
        self.nodes = nodes
        self.sheets = sheets
    }

    /// A piece of a side.
    public indirect enum Node: Hashable, Sendable {
        /// Is written as it is.
        case text(String)
        /// Has attributes, and holds further nodes.
        case element(Element)
    }

    /// An element, of a name that is allowed.
    public struct Element: Hashable, Sendable {
        /// In lower case; one that begins with `omena-` is drawn by the page's script.
        public var name: String
        /// Names that are allowed with values that are; a style is cleaned.
        public var attributes: [Attribute]
        /// What it holds.
        public var children: [Node]

        /// Puts an element together.
        public init(
            _ name: String,
            _ attributes: [Attribute] = [],
            _ children: [Node] = []
        ) {
            self.name = name
            self.attributes = attributes
            self.children = children
        }
    }

    /// A name and its value.
    public struct Attribute: Hashable, Sendable {
        /// In lower case.
        public var name: String
        /// As it is meant, not as it was written.
        public var value: String

        /// Puts an attribute together.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }
}
