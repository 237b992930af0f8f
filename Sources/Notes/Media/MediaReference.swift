/// A reference to a picture or sound in the text of a field, in Anki's syntax.
package struct MediaReference: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case picture, sound
    }

    package var kind: Kind
    package var name: String
    /// A description of the picture; empty if there is none, and always for sounds.
    package var caption: String

    package init(_ kind: Kind, name: String, caption: String = "") {
        self.kind = kind
        self.name = name
        self.caption = kind == .picture ? Self.shortened(caption) : ""
    }

    /// On one line, and short enough to be parsed again.
    private static func shortened(_ caption: String) -> String {
        var line = String(caption.prefix(longestCaption).map { $0.isNewline ? " " : $0 })
        while line.attributeEscaped.utf8.count > longestSpelling {
            line.removeLast(1 + line.count / 8)
        }
        return line
    }

    /// The text to show in its place: its caption, or else its name.
    package var words: String { caption.isEmpty ? name : caption }
}

extension MediaReference: CustomStringConvertible {
    /// Its form in a text: `<img src="cat.png" alt="A cat">`, `[sound:meow.mp3]`.
    package var description: String {
        switch kind {
        case .sound: "[sound:\(name)]"
        case .picture where caption.isEmpty: "<img src=\"\(name.attributeEscaped)\">"
        case .picture: "<img src=\"\(name.attributeEscaped)\" alt=\"\(caption.attributeEscaped)\">"
        }
    }

    /// The maximum size in bytes of a reference in a text.
    static let longest = 4_096
    /// The maximum number of characters of a caption.
    package static let longestCaption = 500
    /// The maximum size in bytes of a name, which is that of a file name.
    static let longestName = 255
    private static let longestSpelling = 2_400

    /// Whether a text can be a file name, as opposed to a URL or a path.
    package static func isName(_ name: String) -> Bool {
        (1...longestName).contains(name.utf8.count)
            && !name.contains(where: \.isNewline)
            && !name.unicodeScalars.contains {
                $0.isControl || "/\\:<>[]\"".unicodeScalars.contains($0)
            }
    }
}
