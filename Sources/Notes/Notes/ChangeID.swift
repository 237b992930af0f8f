/// Identifies a change in a library's journal; counts up from 1.
package struct ChangeID: Identifier {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}
