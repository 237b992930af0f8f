extension Response {
    /// A page.
    package static func html(_ bytes: [UInt8], status: Status = .ok) -> Response {
        .bytes(bytes, type: "text/html; charset=utf-8", status: status)
    }

    /// JSON that was encoded before.
    package static func json(_ bytes: [UInt8], status: Status = .ok) -> Response {
        .bytes(bytes, type: "application/json", status: status)
    }

    /// Plain text.
    package static func text(_ text: String, status: Status = .ok) -> Response {
        .bytes(Array(text.utf8), type: "text/plain; charset=utf-8", status: status)
    }

    /// Bytes of some media type.
    package static func bytes(_ bytes: [UInt8], type: String, status: Status = .ok) -> Response {
        Response(status, headers: ["Content-Type": type], body: .bytes(bytes))
    }

    /// Bytes that are gzipped already, by the type that they have unpacked.
    package static func gzipped(_ bytes: [UInt8], type: String) -> Response {
        Response(headers: ["Content-Type": type], body: .gzipped(bytes))
    }

    /// A whole file; a client may ask for parts of it.
    package static func file(_ file: OpenFile, type: String) -> Response {
        Response(headers: ["Content-Type": type], body: .file(file, 0..<file.size))
    }

    /// Bytes that are made while they are sent: exports, events.
    ///
    /// The task of the producer is cancelled when the server stops; what has an end may still be finished then, what
    /// has none (events) must return.
    package static func stream(
        type: String,
        _ producer: @escaping @Sendable (ResponseWriter) async throws -> Void
    ) -> Response {
        Response(headers: ["Content-Type": type], body: .stream(producer))
    }

    /// Leads the browser on with a GET.
    package static func redirect(to location: String, status: Status = .seeOther) -> Response {
        Response(status, headers: ["Location": PercentEncoding.escape(location)])
    }

    /// Done, and nothing to say.
    package static let noContent = Response(.noContent)
}
