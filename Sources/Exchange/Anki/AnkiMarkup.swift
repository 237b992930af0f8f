internal import Notes

/// What is text here is HTML there.
enum AnkiMarkup {
    /// A text as HTML; the pictures and sounds that it names stay as they are spelt.
    static func html(of text: String) -> String {
        guard text.utf8.contains(where: { special.contains($0) }) else { return text }
        return MediaText(text).pieces.map { piece in
            switch piece {
            case .text(let text): escaped(text)
            case .reference(_, let source): source
            }
        }.joined()
    }

    private static let special = Set("&<>\n".utf8)

    private static func escaped(_ text: String) -> String {
        text.rewritten { scalar in
            switch scalar {
            case "\n": "<br>"
            case "\"": nil
            default: scalar.markupReference
            }
        }
    }
}
