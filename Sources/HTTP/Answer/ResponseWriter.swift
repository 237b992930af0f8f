/// The way from a producer to the client while a response is being sent.
package struct ResponseWriter: Sendable {
    let pipe: Pipe

    /// Sends bytes, or waits until the client has taken enough of those before.
    ///
    /// One write at a time.
    ///
    /// - Throws: `ClientGone` when nobody reads any more; there is no use in going on then.
    package func write(_ bytes: [UInt8]) async throws(ClientGone) {
        try await pipe.write(bytes)
    }

    /// Sends text.
    package func write(_ text: String) async throws(ClientGone) {
        try await pipe.write(Array(text.utf8))
    }
}

/// The client closed the connection, or the server had to.
package struct ClientGone: Error, Hashable {}
