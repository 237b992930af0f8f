internal import Notes

/// The name of a picture or sound that a program sends, as Anki would store it.
struct MediaFileName {
    let text: String

    private static let longest = 120

    /// Removes what no file name may contain; a path becomes one name, as in Anki.
    init(_ suggestion: String) {
        var name = String.UnicodeScalarView()
        for scalar in suggestion.composed.unicodeScalars
        where scalar.value >= 0x20 && scalar.value != 0x7F && !Self.removed.contains(scalar) {
            name.append(scalar)
        }
        var text = String(String(name).trimmed.drop { $0 == "." })
        if text.utf8.count > Self.longest {
            let dot = text.lastIndex(of: ".") ?? text.endIndex
            let ending = text[dot...].prefix(20)
            var stem = text[..<dot]
            while stem.utf8.count + ending.utf8.count > Self.longest, !stem.isEmpty {
                stem.removeLast()
            }
            text = String(stem + ending)
        }
        self.text = text.isEmpty ? "unnamed" : text
    }

    private static let removed = Set("[]<>:\"/?*^\\|".unicodeScalars)
}
