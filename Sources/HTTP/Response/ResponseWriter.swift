/// Sends the bytes of a stream to the client.
package struct ResponseWriter: Sendable {
    let pipe: Pipe

    /// Sends bytes, or waits while the buffer is full; only one write may run at a time.
    ///
    /// - Throws: When the client has disconnected.
    package func write(_ bytes: [UInt8]) async throws(ClientGone) {
        try await pipe.write(bytes)
    }

    package func write(_ text: String) async throws(ClientGone) {
        try await pipe.write(Array(text.utf8))
    }
}

/// The connection is closed.
package struct ClientGone: Error, Hashable {}
