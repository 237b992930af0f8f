package struct Response: Sendable {
    package var status: Status
    /// The server adds Content-Length, Date and Connection.
    package var headers: Headers
    /// Not sent in answer to HEAD.
    package var body: Body
    /// The length of a stream, if it is known before.
    package var streamSize: Int?
    /// Whether another server has fitted it to the client, so that it is passed on unchanged.
    package var isFitted = false

    package enum Body: Sendable {
        case bytes([UInt8])
        /// Gzipped; sent plain to clients that do not accept gzip.
        case gzipped([UInt8])
        /// A range of a file, usually all of it.
        case file(OpenFile, Range<Int>)
        /// Produced while it is sent.
        case stream(@Sendable (ResponseWriter) async throws -> Void)
    }

    package init(_ status: Status = .ok, headers: Headers = [:], body: Body = .bytes([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// With it the server answers `If-None-Match` with 304.
    package var entityTag: EntityTag? {
        get { headers["ETag"].flatMap { EntityTag(header: $0) } }
        set { headers["ETag"] = newValue?.description }
    }

    package func cached(_ control: CacheControl) -> Response {
        with("Cache-Control", control.value)
    }

    package func tagged(_ tag: EntityTag) -> Response {
        with("ETag", tag.description)
    }

    /// The same response with a header set.
    package func with(_ name: String, _ value: String) -> Response {
        var response = self
        response.headers[name] = value
        return response
    }

    package func with(_ cookie: SetCookie) -> Response {
        var response = self
        response.headers.append("Set-Cookie", cookie.line)
        return response
    }
}
