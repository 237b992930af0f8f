/// One page as a learner meets it: a value that can be written out.
package protocol Page: Sendable {
    /// The whole page in UTF-8, as it goes over the wire.
    func render() -> [UInt8]
}
