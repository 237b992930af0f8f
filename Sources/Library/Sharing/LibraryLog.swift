package import Notes

/// What makes a library of a fleet durable, besides its file.
package protocol LibraryLog: Sendable {
    /// Fails if others may have changed the library by now.
    func checkHeld() throws(LibraryError)

    /// Makes what a transaction has changed durable; when it returns, nothing takes it back.
    ///
    /// - Parameter answers: How many events it adds.
    /// - Returns: What the file stores as its position in the log.
    func append(_ body: [UInt8], answers: Int) throws(LibraryError) -> String

    /// Makes a file durable that is about to replace the library.
    ///
    /// - Parameter mark: Writes the file's position in the log into it.
    func append(fileAt path: String, marking mark: (String) throws -> Void) throws

    /// Called when the file lacks what was appended last.
    func fileIsBehind()

    /// Makes a picture or sound durable.
    func put(_ bytes: [UInt8], under hash: MediaHash) throws(LibraryError)
    /// Nil if there is no such medium.
    func content(of hash: MediaHash) throws(LibraryError) -> [UInt8]?
    func contains(_ hash: MediaHash) throws(LibraryError) -> Bool
    func remove(_ hash: MediaHash) throws(LibraryError)
}
