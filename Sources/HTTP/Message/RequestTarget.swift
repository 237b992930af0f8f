/// The address in the first line of a request, parsed from its bytes.
///
/// Segments are split before they are decoded, so that `%2F` never separates segments. `.` and `..` are refused, however
/// they are encoded.
package struct RequestTarget: Hashable, Sendable {
    /// As it was sent.
    package let raw: String
    /// The decoded segments: none for `/`; after a trailing slash the last one is empty.
    package private(set) var path: [String]
    package let query: Query
    /// The host of an absolute address (`http://host/…`).
    package let authority: String?

    /// In bytes.
    package static let limit = 8192

    /// What logs show: the rest may contain the learner's words and pairing codes.
    package var loggable: String {
        guard let first = path.first else { return "/" }
        return "/\(PercentEncoding.escape(first))\(path.count > 1 ? "/…" : "")"
    }

    /// - Throws: 400 or 414.
    package init(_ text: String) throws(HTTPError) {
        var text = text
        let parsed = text.withUTF8 { bytes -> Result<RequestTarget, HTTPError> in
            Result { () throws(HTTPError) in try RequestTarget(bytes: bytes) }
        }
        self = try parsed.get()
    }

    init(bytes: UnsafeBufferPointer<UInt8>) throws(HTTPError) {
        guard bytes.count <= Self.limit else {
            throw HTTPError(.targetTooLong, message: "The address is too long.")
        }
        guard let raw = String(validating: bytes, as: UTF8.self) else {
            throw HTTPError(.badRequest, message: "The address is not UTF-8.")
        }
        for byte in bytes where byte <= 0x20 || byte == 0x7F || byte == UInt8(ascii: "#") {
            throw HTTPError(
                .badRequest,
                message: "The address has an invalid character."
            )
        }
        self.raw = raw
        let (authority, rest) = try Self.splitAuthority(bytes)
        self.authority = authority
        let mark = rest.firstIndex(of: UInt8(ascii: "?"))
        path = try Self.segments(rest[..<(mark ?? rest.endIndex)])
        query =
            try mark.map { mark throws(HTTPError) in try Query(formEncoded: rest[(mark + 1)...]) }
            ?? Query()
    }

    /// The same below the first segment of its path; `raw` stays.
    package var belowFirst: RequestTarget {
        var target = self
        let rest = path.dropFirst()
        // What follows the slash of a folder.
        target.path = rest == [""] ? [] : Array(rest)
        return target
    }

    private static func segments(_ path: Slice<UnsafeBufferPointer<UInt8>>) throws(HTTPError)
        -> [String]
    {
        guard path.first == UInt8(ascii: "/") else {
            throw HTTPError(.badRequest, message: "The address must begin with a slash.")
        }
        guard path.count > 1 else { return [] }
        var segments: [String] = []
        let parts = path.dropFirst().split(
            separator: UInt8(ascii: "/"),
            omittingEmptySubsequences: false
        )
        for part in parts {
            let segment = try PercentEncoding.decodeSegment(part)
            guard segment != ".", segment != ".." else {
                throw HTTPError(.badRequest, message: "The address has a dot segment.")
            }
            segments.append(segment)
        }
        return segments
    }

    private static func splitAuthority(
        _ bytes: UnsafeBufferPointer<UInt8>
    ) throws(HTTPError) -> (String?, Slice<UnsafeBufferPointer<UInt8>>) {
        guard bytes.first != UInt8(ascii: "/") else { return (nil, bytes[...]) }
        let text = String(decoding: bytes.prefix(8), as: UTF8.self).lowercased()
        guard let scheme = ["http://", "https://"].first(where: text.hasPrefix) else {
            return (nil, bytes[...])
        }
        let afterScheme = bytes.dropFirst(scheme.utf8.count)
        guard let slash = afterScheme.firstIndex(of: UInt8(ascii: "/")) else {
            throw HTTPError(.badRequest, message: "The address has no path.")
        }
        return (String(decoding: afterScheme[..<slash], as: UTF8.self), afterScheme[slash...])
    }
}
