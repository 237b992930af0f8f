/// A picture or a sound as the text of a field names it, spelt so that Anki understands it too.
public struct MediaReference: Hashable, Sendable {
    /// Whether it is seen or heard.
    public enum Kind: String, Hashable, Sendable {
        case picture, sound
    }

    /// Whether it is seen or heard.
    public var kind: Kind
    /// What the file is called.
    public var name: String
    /// What a picture shows, in words; empty where nobody has said it, and of sounds always.
    public var caption: String

    /// Names a file.
    public init(_ kind: Kind, name: String, caption: String = "") {
        self.kind = kind
        self.name = name
        self.caption = kind == .picture ? Self.shortened(caption) : ""
    }

    /// On one line, and so short that all of it can be read again.
    private static func shortened(_ caption: String) -> String {
        var line = String(caption.prefix(longestCaption).map { $0.isNewline ? " " : $0 })
        while line.attributeEscaped.utf8.count > longestSpelling {
            line.removeLast(1 + line.count / 8)
        }
        return line
    }

    /// What stands in its place where it cannot be shown: its caption, else its name.
    public var words: String { caption.isEmpty ? name : caption }
}

extension MediaReference: CustomStringConvertible {
    /// As it stands in a text: `<img src="cat.png" alt="A cat">`, `[sound:meow.mp3]`.
    public var description: String {
        switch kind {
        case .sound: "[sound:\(name)]"
        case .picture where caption.isEmpty: "<img src=\"\(name.attributeEscaped)\">"
        case .picture: "<img src=\"\(name.attributeEscaped)\" alt=\"\(caption.attributeEscaped)\">"
        }
    }

    /// The most bytes one reference may take in a text.
    static let longest = 4_096
    /// The most characters a caption may have.
    public static let longestCaption = 500
    private static let longestName = 255
    private static let longestSpelling = 2_400

    /// Whether a text can be the name of a file beside the library: no address, and no path.
    package static func isName(_ name: String) -> Bool {
        (1...longestName).contains(name.utf8.count)
            && !name.contains(where: \.isNewline)
            && !name.unicodeScalars.contains {
                $0.isControl || "/\\:<>[]\"".unicodeScalars.contains($0)
            }
    }
}
