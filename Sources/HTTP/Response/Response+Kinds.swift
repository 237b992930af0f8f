extension Response {
    package static func html(_ bytes: [UInt8], status: Status = .ok) -> Response {
        .bytes(bytes, type: "text/html; charset=utf-8", status: status)
    }

    package static func json(_ bytes: [UInt8], status: Status = .ok) -> Response {
        .bytes(bytes, type: "application/json", status: status)
    }

    package static func text(_ text: String, status: Status = .ok) -> Response {
        .bytes(Array(text.utf8), type: "text/plain; charset=utf-8", status: status)
    }

    package static func bytes(_ bytes: [UInt8], type: String, status: Status = .ok) -> Response {
        Response(status, headers: ["Content-Type": type], body: .bytes(bytes))
    }

    /// - Parameter type: Of the plain bytes.
    package static func gzipped(_ bytes: [UInt8], type: String) -> Response {
        Response(headers: ["Content-Type": type], body: .gzipped(bytes))
    }

    /// A file, of which clients may request parts.
    package static func file(_ file: OpenFile, type: String) -> Response {
        Response(headers: ["Content-Type": type], body: .file(file, 0..<file.size))
    }

    /// Bytes that are produced while they are sent.
    ///
    /// The producer's task is cancelled when the server stops; then a stream without an end must return.
    package static func stream(
        type: String,
        _ producer: @escaping @Sendable (ResponseWriter) async throws -> Void
    ) -> Response {
        Response(headers: ["Content-Type": type], body: .stream(producer))
    }

    package static func redirect(to location: String, status: Status = .seeOther) -> Response {
        Response(status, headers: ["Location": PercentEncoding.escape(location)])
    }

    package static let noContent = Response(.noContent)
}
