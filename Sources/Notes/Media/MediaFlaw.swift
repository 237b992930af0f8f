package import Languages

/// Why a file cannot be used as a picture or sound.
package enum MediaFlaw: Error, Hashable, Sendable {
    case empty
    case tooLarge
    /// A picture with too many pixels for a browser's memory.
    case tooManyPixels
    /// The content begins in this format but is damaged.
    case damaged(MediaFormat)
    /// Markup that could run scripts: SVG, HTML.
    case markup
    /// An HEIC picture, which most browsers cannot show.
    case heic
    case video
    case unknown
}

extension MediaFlaw: CustomStringConvertible {
    package var description: String { words.description }

    package var words: Phrase {
        switch self {
        case .empty: "This file is empty."
        case .tooLarge:
            "This file is too large. Pictures and sounds can have at most \(Medium.maximumSize / 1_000_000) MB."
        case .tooManyPixels:
            "This picture is too large. Pictures can have at most \(Medium.maximumPixels / 1_000_000) megapixels."
        case .damaged(let format):
            "This looks like a \(format.name) file but can’t be read. It may be damaged."
        case .markup:
            "SVG and HTML files can contain programs, so they can’t be added. Save the picture as PNG."
        case .heic: "Most browsers can’t show HEIC pictures. Save the picture as JPEG."
        case .video: "Videos can’t be added, only pictures and sounds."
        case .unknown:
            """
            Not every browser can show or play this file. Use PNG, JPEG, GIF, WebP or AVIF; or \
            MP3, M4A, AAC, Ogg, WAV, FLAC or WebM.
            """
        }
    }
}
