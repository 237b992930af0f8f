/// What a picture or sound is called in the library: letters and digits of any script, `-`, `_` and `.` alone.
///
/// So it can stand in a text, an address and a file system as it is, and hides nothing.
public struct MediaName: Hashable, Sendable {
    /// The name with its ending, which says what the content is.
    public let text: String
    private let stem: String
    private let ending: String

    /// The most bytes that are kept of a name before its ending.
    private static let longestStem = 80

    /// The name for some content: what is left of the one that its file had, with the ending of what it is.
    ///
    /// - Parameter suggestion: The name of a file, or whatever else; a path counts for its last step.
    public init(_ suggestion: String, for format: MediaFormat) {
        let file = suggestion.split(whereSeparator: { "/\\".contains($0) }).last ?? ""
        let dot = file.dropFirst().lastIndex(of: ".") ?? file.endIndex
        var stem = ""
        var hasGap = false
        for character in String(file[..<dot]).composed {
            guard character.isPlain else {
                hasGap = true
                continue
            }
            let next = hasGap && !stem.isEmpty ? "-\(character)" : String(character)
            guard stem.utf8.count + next.utf8.count <= Self.longestStem else { break }
            stem += next
            hasGap = false
        }
        // A name that begins with `_` is a template's own, and one with a dot is hidden.
        stem = String(stem.drop { "_.-".contains($0) })
        self.init(stem: stem.isEmpty ? format.kind.rawValue : stem, ending: format.ending)
    }

    private init(stem: String, ending: String) {
        self.stem = stem
        self.ending = ending
        text = "\(stem).\(ending)"
    }

    /// Another name, for content that must not take this one from what has it.
    public func distinguished(by hash: MediaHash) -> MediaName {
        MediaName(stem: "\(stem)-\(hash.description.prefix(12))", ending: ending)
    }
}

extension Character {
    /// Whether nobody can mistake it for anything but a part of a word.
    fileprivate var isPlain: Bool {
        unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter,
                .otherLetter, .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber,
                .otherNumber:
                true
            default: "-_.".unicodeScalars.contains(scalar)
            }
        }
    }
}
