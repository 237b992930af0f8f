/// A complete request.
@dynamicMemberLookup
package struct Request: Sendable {
    package var head: RequestHead
    package var body: Body

    package enum Body: Sendable {
        /// In memory; empty if there was no body.
        case bytes([UInt8])
        /// Written to a file as they arrived.
        case file(UploadedFile)
        /// Read by the handler while it arrives.
        case arriving(ArrivingBody)
    }

    package init(_ head: RequestHead, body: Body = .bytes([])) {
        self.head = head
        self.body = body
    }

    package subscript<Value>(dynamicMember part: KeyPath<RequestHead, Value>) -> Value {
        head[keyPath: part]
    }

    // Direct properties for what every request reads several times; a key path takes a thousand instructions or more.
    package var method: Method { head.method }
    package var target: RequestTarget { head.target }
    package var headers: Headers { head.headers }
    package var peer: Peer { head.peer }
    package var contentType: String? { head.contentType }

    /// The bytes of a body in memory.
    package var bytes: [UInt8] {
        switch body {
        case .bytes(let bytes): bytes
        case .file, .arriving: []
        }
    }

    /// Parses the body as a form.
    ///
    /// - Throws: 415 or 400 if it is not one.
    package func form() throws(HTTPError) -> Query {
        guard head.contentType == "application/x-www-form-urlencoded" else {
            throw HTTPError(.unsupportedMediaType, message: "A form is expected here.")
        }
        return try Query(formEncoded: bytes)
    }
}
