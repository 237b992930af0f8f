/// What is sent back for a request.
package struct Response: Sendable {
    /// How it went.
    package var status: Status
    /// The length, the date and how the connection goes on are added by the server.
    package var headers: Headers
    /// What follows the head; a client that asks with HEAD does not get it.
    package var body: Body

    /// What follows the head.
    package enum Body: Sendable {
        case bytes([UInt8])
        /// Bytes that are gzipped already; a client that does not take gzip gets them plain.
        case gzipped([UInt8])
        /// A part of a file, usually all of it.
        case file(OpenFile, Range<Int>)
        /// Bytes that come into being while they are sent.
        case stream(@Sendable (ResponseWriter) async throws -> Void)
    }

    /// Makes a response.
    package init(_ status: Status = .ok, headers: Headers = [:], body: Body = .bytes([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The version of what is sent; with it the server answers `If-None-Match` with 304.
    package var entityTag: EntityTag? {
        get { headers["ETag"].flatMap { EntityTag(header: $0) } }
        set { headers["ETag"] = newValue?.description }
    }

    /// The same response, to be kept for as long as is said.
    package func cached(_ control: CacheControl) -> Response {
        with("Cache-Control", control.value)
    }

    /// The same response with the version of what is sent.
    package func tagged(_ tag: EntityTag) -> Response {
        with("ETag", tag.description)
    }

    /// The same response with one header set.
    package func with(_ name: String, _ value: String) -> Response {
        var response = self
        response.headers[name] = value
        return response
    }

    /// The same response with a cookie more.
    package func with(_ cookie: SetCookie) -> Response {
        var response = self
        response.headers.append("Set-Cookie", cookie.line)
        return response
    }
}
