extension [CardPiece] {
    /// The maximum size of a side's HTML in bytes; a larger side is shown as text.
    private static var longest: Int { 1 << 20 }

    /// A side as HTML; features that need the page's script are custom elements, which it draws.
    func html(isFront: Bool) -> String {
        var html = ""
        let asksItself = contains(where: \.isTyped)
        for piece in self where html.utf8.count < Self.longest {
            switch piece {
            case .markup(let markup): html += markup
            case .value(_, let text, let own): html += own ?? text
            case .hint(let field, let text, let own):
                html += "<omena-hint label=\"\(field.attributeEscaped)\">"
                html += "\(own ?? text)</omena-hint>"
            case .typed(let field, let filters, let text):
                if text.isBlankField { continue }
                html += "<omena-type field=\"\(field.attributeEscaped)\""
                if !isFront { html += " answer=\"\(text.withoutTags.trimmed.quoted)\"" }
                html += filters.contains("nc") ? " loose=\"on\"></omena-type>" : "></omena-type>"
            case .spoken(let tag, let text):
                let words = text.withoutTags.trimmed.quoted
                html += "<omena-tts tag=\"\(tag.attributeEscaped)\" text=\"\(words)\"></omena-tts>"
            case .front(let pieces):
                // A typed answer is compared only once.
                html += pieces.filter { !asksItself || !$0.isTyped }.html(isFront: isFront)
            }
        }
        return html
    }
}

extension CardPiece {
    var isTyped: Bool { if case .typed = self { true } else { false } }

    /// Text for pieces that are not spoken: the front itself, and text for speech.
    var spokenOut: [CardPiece] {
        switch self {
        case .front(let pieces): pieces
        case .spoken(_, let text): [.markup(text)]
        default: [self]
        }
    }

    /// Whether a back shows it in addition to the front.
    var addsToFront: Bool {
        switch self {
        case .value(_, let text, _), .hint(_, let text, _), .typed(_, _, let text):
            !text.isBlankField
        case .markup, .spoken, .front: false
        }
    }
}
