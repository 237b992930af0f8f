/// Something in a chapter that its reader does not know.
package struct MarkdownError: Error, Hashable, Sendable {
    /// From 1 on.
    package let line: Int
    package let reason: String
}
