/// What kind of picture or sound some bytes are, by what they show themselves to be.
///
/// A name proves nothing; and nothing that a page could run (SVG, HTML) is ever among them.
struct MediaType {
    /// As a `Content-Type` says it.
    let name: String

    init(of bytes: [UInt8]) {
        name =
            Self.kinds.first { $0.marks.allSatisfy { bytes.holds($0.text, at: $0.place) } }?.name
            ?? "application/octet-stream"
    }

    private static let kinds: [(name: String, marks: [(text: [UInt8], place: Int)])] = [
        ("image/png", [([0x89, 0x50, 0x4E, 0x47], 0)]),
        ("image/jpeg", [([0xFF, 0xD8, 0xFF], 0)]),
        ("image/gif", [(Array("GIF8".utf8), 0)]),
        ("image/webp", [(Array("RIFF".utf8), 0), (Array("WEBP".utf8), 8)]),
        ("image/avif", [(Array("ftypavif".utf8), 4)]),
        ("audio/wav", [(Array("RIFF".utf8), 0), (Array("WAVE".utf8), 8)]),
        ("audio/ogg", [(Array("OggS".utf8), 0)]),
        ("audio/flac", [(Array("fLaC".utf8), 0)]),
        ("audio/mpeg", [(Array("ID3".utf8), 0)]),
        ("audio/mpeg", [([0xFF, 0xFB], 0)]),
        ("audio/mp4", [(Array("ftypM4A".utf8), 4)]),
        ("video/mp4", [(Array("ftyp".utf8), 4)]),
        ("video/webm", [([0x1A, 0x45, 0xDF, 0xA3], 0)]),
    ]
}

extension [UInt8] {
    fileprivate func holds(_ part: [UInt8], at place: Int) -> Bool {
        count >= place + part.count && self[place..<(place + part.count)].elementsEqual(part)
    }
}
