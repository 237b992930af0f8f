/// The name of a picture or sound in the library: letters and digits of any script, `-`, `_` and `.` only.
///
/// It needs no escaping in texts, URLs and file systems, and cannot name a hidden file.
package struct MediaName: Hashable, Sendable {
    /// The name with the extension of its format.
    package let text: String
    private let stem: String
    private let ending: String

    /// The maximum size in bytes of a name without its extension.
    private static let longestStem = 80

    /// Derives a name for a file from a suggestion and its format.
    ///
    /// - Parameter suggestion: A file name or any text; of a path the last component counts.
    package init(_ suggestion: String, for format: MediaFormat) {
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
        // Names that begin with `_` are reserved for templates, and those with a dot are hidden.
        stem = String(stem.drop { "_.-".contains($0) })
        self.init(stem: stem.isEmpty ? format.kind.rawValue : stem, ending: format.ending)
    }

    private init(stem: String, ending: String) {
        self.stem = stem
        self.ending = ending
        text = "\(stem).\(ending)"
    }

    /// Another name, for content that must not replace the file with this one.
    package func distinguished(by hash: MediaHash) -> MediaName {
        MediaName(stem: "\(stem)-\(hash.description.prefix(12))", ending: ending)
    }
}

extension Character {
    /// Whether it is safe in a file name.
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
