/// A text with Apple's format specifiers: `%lld`, `%@`, with an argument's position if necessary (`%2$@`), and `%%`.
struct Format {
    enum Piece: Equatable {
        case text(Substring)
        /// An argument's position from 0, and its kind, `lld` or `@`.
        case argument(position: Int, kind: Substring)
        case percent
    }

    private let text: String

    init(_ text: String) { self.text = text }

    private static let kinds = ["lld", "@"]

    var pieces: [Piece] {
        var pieces: [Piece] = []
        forEachPiece { pieces.append($0) }
        return pieces
    }

    /// - Parameter argument: Returns the text of the argument at a position.
    func filled(_ argument: (Int) -> String) -> String {
        var text = ""
        forEachPiece { piece in
            switch piece {
            case .text(let part): text += part
            case .argument(let position, _): text += argument(position)
            case .percent: text += "%"
            }
        }
        return text
    }

    /// Compares bytes and stores no pieces, because a page fills thousands of texts.
    private func forEachPiece(_ body: (Piece) -> Void) {
        var rest = text[...]
        var next = 0
        while let mark = rest.utf8.firstIndex(of: percentSign) {
            if mark > rest.startIndex { body(.text(rest[..<mark])) }
            var tail = rest.utf8[rest.utf8.index(after: mark)...]
            if tail.first == percentSign {
                body(.percent)
                rest = Substring(tail.dropFirst())
                continue
            }
            var position = next
            let digits = tail.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            let end = tail[digits.endIndex...]
            if end.first == UInt8(ascii: "$"), let number = Int(Substring(digits)), number > 0 {
                position = number - 1
                tail = end.dropFirst()
            }
            guard let kind = Self.kinds.first(where: { tail.starts(with: $0.utf8) }) else {
                // Not a format specifier.
                body(.percent)
                rest = rest[rest.utf8.index(after: mark)...]
                continue
            }
            let length = kind.utf8.count
            body(.argument(position: position, kind: Substring(tail.prefix(length))))
            next = position + 1
            rest = Substring(tail.dropFirst(length))
        }
        if !rest.isEmpty { body(.text(rest)) }
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
