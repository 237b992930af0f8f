public import Languages

/// Why some bytes cannot be put into a card as a picture or sound.
public enum MediaFlaw: Error, Hashable, Sendable {
    /// There are none.
    case empty
    /// There are more than can be kept.
    case tooLarge
    /// A picture that would fill a browser's memory.
    case tooManyPixels
    /// They begin like this format and do not go on like it.
    case damaged(MediaFormat)
    /// Markup, which could run: SVG, HTML.
    case markup
    /// A picture as iPhones keep it, which most browsers cannot show.
    case heic
    /// A film.
    case video
    /// Nothing of all that.
    case unknown
}

extension MediaFlaw: CustomStringConvertible {
    /// The words as a text.
    public var description: String { words.description }

    /// One plain line that says what to do.
    public var words: Phrase {
        switch self {
        case .empty: "This file is empty."
        case .tooLarge:
            "This file is too large: a picture or sound may have \(Medium.maximumSize / 1_000_000) MB at most."
        case .tooManyPixels:
            "This picture is too large: it may have \(Medium.maximumPixels / 1_000_000) megapixels at most."
        case .damaged(let format):
            "This begins like a \(format.name) file, and then nothing can be made of it. Is it damaged?"
        case .markup: "SVG and HTML can run programs and are not taken. Save the picture as PNG."
        case .heic: "Most browsers cannot show HEIC pictures. Save it as JPEG."
        case .video: "Films are not taken: only pictures and sounds."
        case .unknown:
            """
            This is no picture or sound that every browser knows: PNG, JPEG, GIF, WebP, AVIF; \
            MP3, M4A, AAC, Ogg, WAV, FLAC, WebM.
            """
        }
    }
}
