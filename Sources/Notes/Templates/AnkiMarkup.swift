/// Converts plain text to the HTML in Anki's fields.
package enum AnkiMarkup {
    /// A text as HTML; references to pictures and sounds stay unchanged.
    package static func html(of text: String) -> String {
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
