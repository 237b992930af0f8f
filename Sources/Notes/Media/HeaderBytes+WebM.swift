/// The elements of WebM (EBML): each has an id, a length and its content.
extension HeaderBytes {
    private struct Element {
        let name: Int
        let content: Range<Int>
    }

    private enum Name {
        static let header = 0x1A45_DFA3
        static let documentType = 0x4282
        static let segment = 0x1853_8067
        static let cluster = 0x1F43_B675
        static let tracks = 0x1654_AE6B
        static let track = 0xAE
        static let trackType = 0x83
    }

    /// The maximum number of sibling elements that are read.
    private static let mostElements = 1_000

    /// The types of the tracks: 1 is video, 2 is audio.
    var trackTypes: [Int] {
        guard let header = element(at: 0, before: count), header.name == Name.header,
            let type = elements(in: header.content).first(where: { $0.name == Name.documentType }),
            has("webm", at: type.content.lowerBound), type.content.count == 4,
            let segment = element(at: header.content.upperBound, before: count),
            segment.name == Name.segment,
            let tracks = elements(in: segment.content).first(where: { $0.name == Name.tracks })
        else { return [] }
        return elements(in: tracks.content).filter { $0.name == Name.track }.flatMap { track in
            elements(in: track.content).filter { $0.name == Name.trackType }
                .compactMap { byte(at: $0.content.lowerBound) }
        }
    }

    /// The sibling elements in a range, up to the first cluster or the first that does not fit.
    private func elements(in range: Range<Int>) -> [Element] {
        var elements: [Element] = []
        var position = range.lowerBound
        while elements.count < Self.mostElements, position < range.upperBound,
            let element = element(at: position, before: range.upperBound),
            element.name != Name.cluster
        {
            elements.append(element)
            position = element.content.upperBound
        }
        return elements
    }

    /// The element at an offset; one of unknown length extends to the end.
    private func element(at position: Int, before end: Int) -> Element? {
        guard let (name, sizePosition) = number(at: position, keepsMark: true, longest: 4),
            let (size, start) = number(at: sizePosition, keepsMark: false, longest: 8),
            start <= end
        else { return nil }
        guard let size else { return Element(name: name ?? 0, content: start..<end) }
        guard let name, size <= end - start else { return nil }
        return Element(name: name, content: start..<start + size)
    }

    /// A variable-length integer; its value is nil if all bits are set, which means unknown.
    private func number(
        at position: Int,
        keepsMark: Bool,
        longest: Int
    ) -> (value: Int?, end: Int)? {
        guard let first = byte(at: position), first > 0 else { return nil }
        let length = UInt8(first).leadingZeroBitCount + 1
        guard length <= longest else { return nil }
        var value = keepsMark ? first : first & (0xFF >> length)
        var isFull = value == 0xFF >> length
        for offset in 1..<length {
            guard let next = byte(at: position + offset) else { return nil }
            isFull = isFull && next == 0xFF
            value = value << 8 | next
        }
        return (isFull && !keepsMark ? nil : value, position + length)
    }
}
