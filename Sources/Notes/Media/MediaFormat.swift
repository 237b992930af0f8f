/// A format of pictures or sounds that all current browsers support.
///
/// Formats that could run scripts are excluded: SVG, HTML.
package enum MediaFormat: String, CaseIterable, Sendable {
    case png, jpeg, gif, webp, avif
    case mp3, ogg, wav, m4a, aac, flac, webm

    package var kind: MediaReference.Kind {
        switch self {
        case .png, .jpeg, .gif, .webp, .avif: .picture
        case .mp3, .ogg, .wav, .m4a, .aac, .flac, .webm: .sound
        }
    }

    /// The media type for `Content-Type`.
    package var contentType: String {
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

    /// The file name extension.
    package var ending: String { self == .jpeg ? "jpg" : rawValue }

    /// The name shown to people.
    package var name: String {
        switch self {
        case .webp: "WebP"
        case .ogg: "Ogg"
        case .webm: "WebM"
        default: rawValue.uppercased()
        }
    }
}
