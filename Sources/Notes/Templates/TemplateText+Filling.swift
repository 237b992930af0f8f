extension TemplateText {
    /// Whether a nonempty field would be shown: Anki's condition on the front for generating a card.
    func showsField(in context: CardContext) -> Bool { Self.showsField(nodes, context) }

    /// Stops at `mostWork`, because a template may repeat a long field, or its front, thousands of times.
    func pieces(in context: CardContext) -> [CardPiece] {
        var pieces: [CardPiece] = []
        var work = 0
        Self.fill(nodes, context, &pieces, &work)
        return pieces
    }

    /// About how many bytes are read to fill in one side: as many as the texts of a note may have.
    private static let mostWork = 4 << 20

    private static func showsField(_ nodes: [Node], _ context: CardContext) -> Bool {
        nodes.contains { node in
            switch node {
            case .markup: false
            case .field(let name, _): context.isFilled(name)
            case .section(let name, let isInverted, let inner):
                context.isFilled(name) != isInverted && showsField(inner, context)
            }
        }
    }

    private static func fill(
        _ nodes: [Node],
        _ context: CardContext,
        _ pieces: inout [CardPiece],
        _ work: inout Int
    ) {
        for node in nodes where work < mostWork {
            switch node {
            case .markup(let markup):
                pieces.append(.markup(markup))
            case .field("FrontSide", _):
                // As in Anki, whatever filters there are.
                pieces.append(.front(context.front ?? []))
            case .field(let name, let filters):
                pieces.append(piece(name, filters, context, &work))
            case .section(let name, let isInverted, let inner):
                if context.isFilled(name) != isInverted { fill(inner, context, &pieces, &work) }
                continue
            }
            work += pieces.last?.size ?? 0
        }
    }

    private static func piece(
        _ name: String,
        _ filters: [String],
        _ context: CardContext,
        _ work: inout Int
    ) -> CardPiece {
        var text = context.texts[name] ?? ""
        if filters.last == "type" {
            work += text.utf8.count
            let answer = filters.contains("cloze") ? answers(in: text, context) : text
            return .typed(field: name, filters: filters.dropLast(), text: answer)
        }
        var html: String?
        for filter in filters where work < mostWork {
            work += text.utf8.count + (html?.utf8.count ?? 0)
            switch filter {
            case "text":
                text = text.withoutMarkup
                html = nil
            case "cloze":
                html = gaps(in: html ?? text, context, asMarkup: true)
                text = gaps(in: text, context, asMarkup: false)
            case "cloze-only":
                text = answers(in: text, context)
                html = nil
            case "kana":
                text = BracketedReadings(text).readings
                html = html.map { BracketedReadings($0).readings }
            case "kanji":
                text = BracketedReadings(text).written
                html = html.map { BracketedReadings($0).written }
            case "furigana":
                html = BracketedReadings(html ?? text).ruby
                text = BracketedReadings(text).written
            default: break
            }
        }
        if let voice = filters.first(where: { $0.hasPrefix("tts ") }) {
            let tag = voice.dropFirst(4).split(separator: " ").first.map(String.init) ?? ""
            return .spoken(tag: tag, text: text)
        }
        guard filters.contains("hint") else { return .value(field: name, text: text, html: html) }
        return text.isBlankField ? .markup("") : .hint(field: name, text: text, html: html)
    }

    private static func gaps(
        in text: String,
        _ context: CardContext,
        asMarkup: Bool
    ) -> String {
        let isFilled = context.front != nil
        let cloze = ClozeText(text)
        return asMarkup
            ? cloze.markup(asking: context.number, isFilled: isFilled) ?? ""
            : cloze.text(asking: context.number, isFilled: isFilled) ?? ""
    }

    private static func answers(in text: String, _ context: CardContext) -> String {
        ClozeText(text).answers(to: context.number) ?? ""
    }
}

extension CardPiece {
    /// About how many bytes it takes, also where it has no text.
    fileprivate var size: Int {
        let content =
            switch self {
            case .markup(let text), .typed(_, _, let text), .spoken(_, let text): text.utf8.count
            case .value(_, let text, let html), .hint(_, let text, let html):
                text.utf8.count + (html?.utf8.count ?? 0)
            case .front(let pieces): pieces.reduce(0) { $0 + $1.size }
            }
        return MemoryLayout<CardPiece>.stride + content
    }

    /// The piece as Anki renders it before scripts run, with hints expanded.
    var markup: String {
        switch self {
        case .markup(let text), .value(_, let text, _), .hint(_, let text, _): text
        case .typed(let field, let filters, _):
            "[[type:\((filters.reversed() + [field]).joined(separator: ":"))]]"
        case .spoken: ""
        case .front(let pieces): pieces.map(\.markup).joined()
        }
    }

    /// The same with gaps in elements of their own.
    var markupWithGaps: String {
        switch self {
        case .value(_, let text, let own), .hint(_, let text, let own): own ?? text
        case .front(let pieces): pieces.map(\.markupWithGaps).joined()
        default: markup
        }
    }
}
