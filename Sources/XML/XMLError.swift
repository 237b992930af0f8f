/// Why a text cannot be read as XML, and where.
public struct XMLError: Error, Hashable, Sendable {
    /// From 1.
    public var line: Int
    /// From 1.
    public var column: Int
    /// What is wrong, in a few words without a capital.
    public var reason: String
}
