/// A text with Apple's format specifiers: `%lld`, `%@`, with an argument's position if necessary (`%2$@`), and `%%`.
struct Format {
    enum Piece: Equatable {
        case text(Substring)
        /// An argument's position from 0, and its kind, `lld` or `@`.
        case argument(position: Int, kind: Substring)
        case percent
    }

    let pieces: [Piece]

    init(_ text: String) {
        var pieces: [Piece] = []
        var rest = text[...]
        var next = 0
        while let mark = rest.utf8.firstIndex(of: percentSign) {
            if mark > rest.startIndex { pieces.append(.text(rest[..<mark])) }
            var tail = rest[rest.utf8.index(after: mark)...]
            if tail.first == "%" {
                pieces.append(.percent)
                rest = tail.dropFirst()
                continue
            }
            var position = next
            let digits = tail.prefix { $0.isASCII && $0.isNumber }
            if let number = Int(digits), number > 0, tail[digits.endIndex...].first == "$" {
                position = number - 1
                tail = tail[digits.endIndex...].dropFirst()
            }
            guard let kind = Self.kinds.first(where: { tail.hasPrefix($0) }) else {
                // Not a format specifier.
                pieces.append(.percent)
                rest = rest[rest.utf8.index(after: mark)...]
                continue
            }
            pieces.append(.argument(position: position, kind: tail.prefix(kind.count)))
            next = position + 1
            rest = tail.dropFirst(kind.count)
        }
        if !rest.isEmpty { pieces.append(.text(rest)) }
        self.pieces = pieces
    }

    private static let kinds = ["lld", "@"]

    /// - Parameter argument: Returns the text of the argument at a position.
    func filled(_ argument: (Int) -> String) -> String {
        var text = ""
        for piece in pieces {
            switch piece {
            case .text(let part): text += part
            case .argument(let position, _): text += argument(position)
            case .percent: text += "%"
            }
        }
        return text
    }
}

extension String {
    /// Whether there is anything that a format would replace; most texts of the interface have nothing.
    var hasPercent: Bool {
        utf8.withContiguousStorageIfAvailable { $0.contains(percentSign) }
            ?? utf8.contains(percentSign)
    }
}

private let percentSign = UInt8(ascii: "%")
