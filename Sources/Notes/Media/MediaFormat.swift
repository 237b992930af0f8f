/// What kind of picture or sound some bytes are; all of them every browser of today can show or play.
///
/// Nothing that a page could run is among them: SVG, HTML.
public enum MediaFormat: String, CaseIterable, Sendable {
    case png, jpeg, gif, webp, avif
    case mp3, ogg, wav, m4a, aac, flac, webm

    /// Whether it is seen or heard.
    public var kind: MediaReference.Kind {
        switch self {
        case .png, .jpeg, .gif, .webp, .avif: .picture
        case .mp3, .ogg, .wav, .m4a, .aac, .flac, .webm: .sound
        }
    }

    /// As a `Content-Type` says it.
    public var contentType: String {
        switch self {
        case .png: "image/png"
        case .jpeg: "image/jpeg"
        case .gif: "image/gif"
        case .webp: "image/webp"
        case .avif: "image/avif"
        case .mp3: "audio/mpeg"
        case .ogg: "audio/ogg"
        case .wav: "audio/wav"
        case .m4a: "audio/mp4"
        case .aac: "audio/aac"
        case .flac: "audio/flac"
        case .webm: "audio/webm"
        }
    }

    /// What a file's name ends with.
    public var ending: String { self == .jpeg ? "jpg" : rawValue }

    /// What people call it.
    public var name: String {
        switch self {
        case .webp: "WebP"
        case .ogg: "Ogg"
        case .webm: "WebM"
        default: rawValue.uppercased()
        }
    }
}
