/// Identifies a library and its history, so that a browser knows where its queued answers belong.
package struct LibraryIdentity: Hashable, Sendable {
    /// Assigned once, when the library is created.
    package var id: String
    /// Incremented when a backup is restored, so that answers given before are not added to the restored history.
    package var epoch: Int

    package init(id: String, epoch: Int) {
        self.id = id
        self.epoch = epoch
    }
}
