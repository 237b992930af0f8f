/// The address in the first line of a request, taken apart from its raw bytes.
///
/// The segments are split before they are decoded, so `%2F` never makes a new one, and `.` and `..` are refused
/// rather than followed, however they are written.
package struct RequestTarget: Hashable, Sendable {
    /// The address as it was sent.
    package let raw: String
    /// The decoded segments: none for `/`; a slash at the end leaves an empty last one.
    package let path: [String]
    /// What follows the `?`.
    package let query: Query
    /// The host that an address in full (`http://host/…`) names.
    package let authority: String?

    /// The most bytes that an address may have.
    package static let limit = 8192

    /// Reads an address, or says why it is refused (400, 414).
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
                message: "The address has a character that may not stand there."
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
