/// Names a change to a library in its journal; counted up from 1.
public struct ChangeID: Identifier {
    /// The number.
    public let rawValue: Int64
    /// Wraps a number that was given before.
    public init(rawValue: Int64) { self.rawValue = rawValue }
}
