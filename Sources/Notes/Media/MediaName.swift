/// The name of a picture or sound in the library: letters and digits of any script, `-`, `_` and `.` only.
///
/// It needs no escaping in texts, URLs and file systems, and cannot name a hidden file.
package struct MediaName: Hashable, Sendable {
    /// The name with the extension of its format.
    package let text: String

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
        text = "\(stem.isEmpty ? format.kind.rawValue : stem).\(format.ending)"
    }
}

// MARK: - Names that say their content

// Names in files are Anki's, and need not be valid ones of Omena.
extension MediaName {
    /// Another name, such as `cat-0123456789ab.png`, for content that must not replace the file with this one.
    ///
    /// - Parameter name: Any file name; if need be, it is shortened, so that the other one is a file name too.
    package static func distinguished(_ name: String, by hash: MediaHash) -> String {
        let (stem, ending) = parts(of: name)
        var room = MediaReference.longestName - markLength - ending.utf8.count
        let kept = stem.prefix { character in
            room -= character.utf8.count
            return room >= 0
        }
        return "\(kept)\(mark(of: hash))\(ending)"
    }

    /// Whether a name says already that its file has this content, as names in an exported file may.
    package static func isDistinguished(_ name: String, by hash: MediaHash) -> Bool {
        parts(of: name).stem.hasSuffix(mark(of: hash))
    }

    /// A dash and the first digits of the hash.
    private static let markLength = 13

    private static func mark(of hash: MediaHash) -> String {
        "-\(hash.description.prefix(markLength - 1))"
    }

    /// A name without its extension, and the extension with its dot; one that leaves no room for a mark is none.
    private static func parts(of name: String) -> (stem: Substring, ending: Substring) {
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        guard name[dot...].utf8.count <= MediaReference.longestName - markLength else {
            return (name[...], "")
        }
        return (name[..<dot], name[dot...])
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
