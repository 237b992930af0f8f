/// A text with Apple's placeholders: `%lld`, `%@`, with their places where these differ (`%2$@`), and `%%`.
struct Format {
    /// A stretch of the text.
    enum Piece: Equatable {
        case text(Substring)
        /// What is put in, from 0, and as what: `lld` or `@`.
        case argument(place: Int, kind: Substring)
        /// `%`
        case percent
    }

    let pieces: [Piece]

    init(_ text: String) {
        guard text.utf8.contains(UInt8(ascii: "%")) else {
            pieces = [.text(text[...])]
            return
        }
        var pieces: [Piece] = []
        var rest = text[...]
        var next = 0
        while let mark = rest.firstIndex(of: "%") {
            if mark > rest.startIndex { pieces.append(.text(rest[..<mark])) }
            var tail = rest[rest.index(after: mark)...]
            if tail.first == "%" {
                pieces.append(.percent)
                rest = tail.dropFirst()
                continue
            }
            var place = next
            let digits = tail.prefix { $0.isASCII && $0.isNumber }
            if let number = Int(digits), number > 0, tail[digits.endIndex...].first == "$" {
                place = number - 1
                tail = tail[digits.endIndex...].dropFirst()
            }
            guard let kind = Self.kinds.first(where: { tail.hasPrefix($0) }) else {
                // Nobody meant a placeholder.
                pieces.append(.percent)
                rest = rest[rest.index(after: mark)...]
                continue
            }
            pieces.append(.argument(place: place, kind: tail.prefix(kind.count)))
            next = place + 1
            rest = tail.dropFirst(kind.count)
        }
        if !rest.isEmpty { pieces.append(.text(rest)) }
        self.pieces = pieces
    }

    private static let kinds = ["lld", "@"]

    /// The text with everything put in.
    func filled(_ argument: (Int) -> String) -> String {
        var text = ""
        for piece in pieces {
            switch piece {
            case .text(let part): text += part
            case .argument(let place, _): text += argument(place)
            case .percent: text += "%"
            }
        }
        return text
    }
}
