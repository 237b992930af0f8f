package import Notes
package import SQLite

/// Makes the transactions of a library durable elsewhere, before they are on disk here.
package protocol SharedCommits: Sendable {
    /// Fails if others may have changed the library by now.
    func checkHeld() throws

    /// Makes changes durable; when it returns, nothing takes them back.
    ///
    /// - Returns: What the file remembers of the place where they are.
    func append(_ changes: SharedChanges) throws -> String

    /// Makes a file durable that is about to replace the library.
    ///
    /// - Parameter mark: Writes into the file what it is to remember of its place.
    func append(fileAt path: String, marking mark: (String) throws -> Void) throws

    /// What was appended last is not in the file, which is of no use until the log was read again.
    func fileIsBehind()
}

/// What a transaction has changed, for whoever has the state before it.
package struct SharedChanges: Sendable {
    /// The ID of the library; another one than before if it has become a copy of that.
    package var library: String
    /// Without its facts where these are already encoded.
    package var page: FactPage
    package var facts = FactEncoder()
    /// How many events were added.
    package var events = 0
    /// The sequences of which the library knows that two facts have them.
    package var reused = SyncVector()
    /// Tables that belong to this file alone and have to survive it, as they are now, by name.
    package var tables: [String: [[String: Value]]]

    package init(library: String, page: FactPage, tables: [String: [[String: Value]]]) {
        (self.library, self.page, self.tables) = (library, page, tables)
    }
}
