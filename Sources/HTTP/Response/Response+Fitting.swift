internal import Compression

extension Response {
    /// The response for this client: not modified, partial, or compressed.
    ///
    /// Conditions and ranges apply only to GET and HEAD, and to a response with status 200.
    func fitted(to head: RequestHead) -> Response {
        if isFitted { return self }
        let isRead = (head.method == .get || head.method == .head) && status == .ok
        guard isRead else { return encoded(for: head.headers) }
        if let entityTag, entityTag.isNamed(in: head.headers) { return notModified }
        return ranged(for: head) ?? encoded(for: head.headers)
    }

    /// Only headers about the cached copy remain: RFC 9110 §15.4.5.
    private var notModified: Response {
        var headers = Headers(
            headers.fields.filter { !$0.name.lowercased().hasPrefix("content-") }
        )
        if isCompressible { headers.vary(by: "Accept-Encoding") }
        return Response(.notModified, headers: headers)
    }

    /// The requested part of the body; nil where none is requested or possible.
    private func ranged(for head: RequestHead) -> Response? {
        guard head.method == .get, let header = head.headers["Range"], let size,
            entityTag?.allowsRange(in: head.headers) ?? (head.headers["If-Range"] == nil)
        else { return nil }
        var response = self
        switch ByteRange(header, size: size) {
        case .whole:
            return nil
        case .unsatisfiable:
            response = .text(
                "The requested range is beyond the end.\n",
                status: .rangeNotSatisfiable
            )
            response.headers["Content-Range"] = "bytes */\(size)"
        case .part(let part):
            response.status = .partialContent
            response.body = body.part(part)
            response.headers["Content-Range"] =
                "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)"
        }
        return response
    }

    private func encoded(for headers: Headers) -> Response {
        var response = self
        switch body {
        case .gzipped(let bytes):
            response.headers.vary(by: "Accept-Encoding")
            if headers.acceptGzip {
                response.markGzipped()
            } else if let plain = try? Gzip.decompress(bytes, limit: 256 << 20) {
                response.body = .bytes(plain)
            } else {
                return .text("The stored file is damaged.\n", status: .internalServerError)
            }
        case .bytes(let bytes):
            guard isCompressible else { break }
            response.headers.vary(by: "Accept-Encoding")
            guard headers.acceptGzip else { break }
            response.body = .gzipped(CompressorPool.compress(bytes))
            response.markGzipped()
        case .file:
            response.headers["Accept-Ranges"] = "bytes"
        case .stream:
            break
        }
        return response
    }

    /// The tag identifies the plain bytes, so that for the coded ones it is weak.
    private mutating func markGzipped() {
        headers["Content-Encoding"] = "gzip"
        if let entityTag { self.entityTag = entityTag.weak }
    }

    /// Whether compressing pays: for text that needs more than one packet.
    private var isCompressible: Bool {
        switch body {
        case .gzipped: return true
        case .file, .stream: return false
        case .bytes(let bytes):
            guard bytes.count > 1024, headers["Content-Encoding"] == nil else { return false }
            return ContentType.isText(headers["Content-Type"] ?? "")
        }
    }

    /// The length of a body that parts can be taken of.
    private var size: Int? {
        switch body {
        case .bytes(let bytes): bytes.count
        case .file(_, let range): range.count
        case .gzipped, .stream: nil
        }
    }
}

extension Response.Body {
    fileprivate func part(_ part: Range<Int>) -> Response.Body {
        switch self {
        case .bytes(let bytes): .bytes(Array(bytes[part]))
        case .file(let file, let whole):
            .file(file, whole.lowerBound + part.lowerBound..<whole.lowerBound + part.upperBound)
        case .gzipped, .stream: self
        }
    }
}

extension Headers {
    fileprivate mutating func vary(by name: String) {
        guard !list("Vary").contains(where: { $0.isSameName(as: name) || $0 == "*" }) else {
            return
        }
        self["Vary"] = (all("Vary") + [name]).joined(separator: ", ")
    }
}
