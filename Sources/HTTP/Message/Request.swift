/// A request that came in whole.
@dynamicMemberLookup
package struct Request: Sendable {
    /// Its method, address and headers.
    package var head: RequestHead
    /// What came with it.
    package var body: Body

    /// What came after the head.
    package enum Body: Sendable {
        /// Bytes in memory; empty where there was no body.
        case bytes([UInt8])
        /// A file that they were written to on the way.
        case file(UploadedFile)
    }

    /// Makes a request; the server does, and tests of handlers do.
    package init(_ head: RequestHead, body: Body = .bytes([])) {
        self.head = head
        self.body = body
    }

    /// What the head knows.
    package subscript<Value>(dynamicMember part: KeyPath<RequestHead, Value>) -> Value {
        head[keyPath: part]
    }

    /// The body's bytes, if they are in memory.
    package var bytes: [UInt8] {
        switch body {
        case .bytes(let bytes): bytes
        case .file: []
        }
    }

    /// Reads the body as a form that a page posted (400 and 415 when it is none).
    package func form() throws(HTTPError) -> Query {
        guard head.contentType == "application/x-www-form-urlencoded" else {
            throw HTTPError(.unsupportedMediaType, message: "A form is expected here.")
        }
        return try Query(formEncoded: bytes)
    }
}
