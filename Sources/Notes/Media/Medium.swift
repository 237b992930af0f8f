/// A picture or sound whose format was determined from its content.
///
/// Neither a file's name nor the type that a browser reports is trusted.
package struct Medium: Hashable, Sendable {
    package let bytes: [UInt8]
    package let format: MediaFormat

    /// The maximum size in bytes of a picture or sound on a card.
    package static let maximumSize = 20_000_000
    /// The maximum number of pixels of a picture, because browsers decode them all.
    static let maximumPixels = 100_000_000

    /// Determines the format; throws if the content cannot be used on a card.
    package init(_ bytes: [UInt8]) throws(MediaFlaw) {
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= Self.maximumSize else { throw .tooLarge }
        let header = HeaderBytes(bytes)
        let format = try MediaFormat(header)
        if format.kind == .picture {
            guard let size = header.pixels(of: format), size.width > 0, size.height > 0 else {
                throw .damaged(format)
            }
            guard size.width <= Self.maximumPixels / size.height else { throw .tooManyPixels }
        } else {
            switch header.sound(of: format) {
            case .sound: break
            case .video: throw .video
            case .none: throw .damaged(format)
            }
        }
        self.bytes = bytes
        self.format = format
    }
}

extension MediaFormat {
    /// The format that the first bytes indicate.
    package init?(of bytes: [UInt8]) {
        guard let format = try? MediaFormat(HeaderBytes(bytes)) else { return nil }
        self = format
    }

    init(_ header: HeaderBytes) throws(MediaFlaw) {
        if header.has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 0) {
            self = .png
        } else if header.has([0xFF, 0xD8, 0xFF], at: 0) {
            self = .jpeg
        } else if header.has("GIF87a", at: 0) || header.has("GIF89a", at: 0) {
            self = .gif
        } else if header.has("RIFF", at: 0), header.has("WEBP", at: 8) {
            self = .webp
        } else if header.has("RIFF", at: 0), header.has("WAVE", at: 8) {
            self = .wav
        } else if header.has("OggS", at: 0) {
            self = .ogg
        } else if header.has("fLaC", at: 0) {
            self = .flac
        } else if header.has([0x1A, 0x45, 0xDF, 0xA3], at: 0) {
            self = .webm
        } else if header.has("ftyp", at: 4) {
            self = try Self.brand(of: header)
        } else if header.has("ID3", at: 0) || header.frameOfMP3(at: 0) != nil {
            self = .mp3
        } else if header.frameOfAAC(at: 0) != nil {
            self = .aac
        } else {
            throw header.isMarkup ? .markup : .unknown
        }
    }

    private static func brand(of header: HeaderBytes) throws(MediaFlaw) -> MediaFormat {
        let brands = header.brands
        if brands.contains("avif") || brands.contains("avis") { return .avif }
        if !brands.isDisjoint(with: ["heic", "heix", "hevc", "hevx", "mif1", "msf1"]) {
            throw .heic
        }
        return .m4a
    }
}
