/// A syntax error in XML.
package struct XMLError: Error, Hashable, Sendable {
    /// Counted from 1.
    package var line: Int
    /// Counted from 1.
    package var column: Int
    /// The reason in a few words.
    package var reason: String
}
