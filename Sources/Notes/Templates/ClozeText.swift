/// A text with numbered gaps: `The {{c1::cat::animal}} sat on the {{c2::mat}}`.
///
/// Gaps nest, and one may have several numbers (`{{c1,2::…}}`). As in Anki, an unclosed gap is dropped with
/// its content, and gaps nested deeper than ten levels are ignored.
struct ClozeText: Hashable, Sendable {
    static let maximumDepth = 10

    private var nodes: [Node] = []

    private indirect enum Node: Hashable, Sendable {
        case text(String)
        case gap(Gap)
    }

    private struct Gap: Hashable, Sendable {
        /// Sorted and unique; never empty.
        var numbers: [Int]
        var hint: String?
        var nodes: [Node] = []

        /// The part of a picture that it hides, if it does not hide text.
        var shape: OcclusionShape? {
            guard case .text(let text)? = nodes.first else { return nil }
            return OcclusionShape(text)
        }
    }

    /// Parses any text in time proportional to its length.
    init(_ source: String) {
        let bytes = Array(source.utf8)
        var open: [Gap] = []
        var textStart = 0
        var position = 0

        func add(_ node: Node) {
            if open.isEmpty { nodes.append(node) } else { open[open.count - 1].nodes.append(node) }
        }
        func finishText() {
            guard textStart < position else { return }
            var end = position
            if !open.isEmpty {
                end = (textStart..<position - 1).first { bytes.has("::", at: $0) } ?? position
                if end < position { open[open.count - 1].hint = bytes.text(end + 2..<position) }
            }
            add(.text(bytes.text(textStart..<end)))
        }

        while position < bytes.count {
            if let (numbers, end) = Self.opening(in: bytes, at: position) {
                finishText()
                if open.count < Self.maximumDepth { open.append(Gap(numbers: numbers)) }
                position = end
                textStart = position
            } else if !open.isEmpty, bytes.has("}}", at: position) {
                finishText()
                add(.gap(open.removeLast()))
                position += 2
                textStart = position
            } else {
                position += 1
            }
        }
        finishText()
    }

    /// Parses `{{c1,2::`, with at least one number that fits into 16 bits.
    private static func opening(
        in bytes: [UInt8],
        at position: Int
    ) -> (numbers: [Int], end: Int)? {
        guard bytes.has("{{c", at: position) else { return nil }
        let list = bytes[(position + 3)...].prefix {
            $0 == UInt8(ascii: ",") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        }
        guard bytes.has("::", at: list.endIndex) else { return nil }
        let numbers = bytes.text(list.indices).split(separator: ",").compactMap { UInt16($0) }
        guard !numbers.isEmpty else { return nil }
        return (Set(numbers).sorted().map(Int.init), list.endIndex + 2)
    }
}

extension ClozeText {
    var numbers: Set<Int> { Self.numbers(in: nodes) }

    /// Whether a gap that is asked hides a text or a part of a picture.
    var hidesSomething: Bool {
        Self.gaps(in: nodes).contains { gap in
            gap.numbers.contains { $0 > 0 }
                && (gap.shape != nil || !Self.text(of: gap.nodes, asking: nil).visible.isEmpty)
        }
    }

    var filled: String { Self.text(of: nodes, asking: nil) }

    /// The text with the gaps of one number open unless `isFilled`, and all others filled; nil if no gap has the number.
    func text(asking number: Int, isFilled: Bool) -> String? {
        guard numbers.contains(number) else { return nil }
        return Self.text(of: nodes, asking: isFilled ? nil : number)
    }

    private static func numbers(in nodes: [Node]) -> Set<Int> {
        nodes.reduce(into: []) { numbers, node in
            guard case .gap(let gap) = node else { return }
            numbers.formUnion(gap.numbers)
            numbers.formUnion(Self.numbers(in: gap.nodes))
        }
    }

    /// The same as HTML, with classes for style sheets; shapes on pictures are elements that the page's script draws.
    func markup(asking number: Int, isFilled: Bool) -> String? {
        guard numbers.contains(number) else { return nil }
        return Self.markup(of: nodes, asking: number, isFilled: isFilled)
    }

    /// The texts of the gaps of one number, joined by commas; nil if no gap has the number.
    func answers(to number: Int) -> String? {
        guard numbers.contains(number) else { return nil }
        return Self.gaps(in: nodes).filter { $0.numbers.contains(number) }
            .map { Self.text(of: $0.nodes, asking: nil) }.joined(separator: ", ")
    }

    private static func gaps(in nodes: [Node]) -> [Gap] {
        nodes.flatMap { node -> [Gap] in
            guard case .gap(let gap) = node else { return [] }
            return [gap] + gaps(in: gap.nodes)
        }
    }

    private static func markup(of nodes: [Node], asking number: Int, isFilled: Bool) -> String {
        nodes.map { node in
            guard case .gap(let gap) = node else {
                if case .text(let text) = node { return text }
                return ""
            }
            let isAsked = gap.numbers.contains(number)
            if let shape = gap.shape {
                return shape.markup(
                    isAsked: isAsked,
                    isFilled: isFilled,
                    isOnAll: gap.numbers == [0]
                )
            }
            let kind = isAsked ? "cloze" : "cloze-inactive"
            let ordinals = gap.numbers.map { String($0) }.joined(separator: ",")
            let inner =
                isAsked && !isFilled
                ? "[\(gap.hint ?? "...")]"
                : markup(of: gap.nodes, asking: number, isFilled: isFilled)
            return "<span class=\"\(kind)\" data-ordinal=\"\(ordinals)\">\(inner)</span>"
        }.joined()
    }

    private static func text(of nodes: [Node], asking number: Int?) -> String {
        nodes.map { node in
            switch node {
            case .text(let text): text
            case .gap(let gap):
                if gap.shape != nil {
                    ""
                } else if let number, gap.numbers.contains(number) {
                    "[\(gap.hint ?? "...")]"
                } else {
                    text(of: gap.nodes, asking: number)
                }
            }
        }.joined()
    }
}
