/// A page of the program, as a value that renders itself.
package protocol Page: Sendable {
    /// The whole page in UTF-8.
    func render() -> [UInt8]
}
