/// The boxes of the ISO base media format (MP4, AVIF and relatives): each begins with its length and type.
extension HeaderBytes {
    struct Box {
        let name: String
        let content: Range<Int>
    }

    /// The maximum number of sibling boxes that are read.
    private static let mostBoxes = 1_000

    /// The sibling boxes in a range, up to the first that does not fit.
    func boxes(in range: Range<Int>) -> [Box] {
        var boxes: [Box] = []
        var position = range.lowerBound
        while boxes.count < Self.mostBoxes, let short = big(4, at: position),
            let name = letters(at: position + 4)
        {
            var start = position + 8
            var size = short
            if short == 1 {
                // A length with more digits cannot fit into a file.
                guard byte(at: position + 8) == 0, let long = big(7, at: position + 9) else {
                    break
                }
                (start, size) = (position + 16, long)
            }
            if short == 0 { size = range.upperBound - position }
            guard size >= start - position, size <= range.upperBound - position else { break }
            boxes.append(Box(name: name, content: start..<position + size))
            position += size
        }
        return boxes
    }

    /// The content of the first box of a type.
    func box(_ name: String, in range: some RandomAccessCollection<Int>) -> Range<Int>? {
        guard let first = range.first, let last = range.last else { return nil }
        return boxes(in: first..<last + 1).first { $0.name == name }?.content
    }

    /// The file's major and compatible brands.
    var brands: Set<String> {
        guard let content = box("ftyp", in: 0..<count) else { return [] }
        // The major brand is followed by a version number.
        let others = stride(from: content.lowerBound + 8, to: content.upperBound, by: 4).prefix(64)
        return Set(([content.lowerBound] + others).compactMap { letters(at: $0) })
    }

    /// The handler types of the tracks: `soun`, `vide`.
    var tracks: [String] {
        guard let film = box("moov", in: 0..<count) else { return [] }
        return boxes(in: film).filter { $0.name == "trak" }.compactMap { track in
            box("mdia", in: track.content).flatMap { box("hdlr", in: $0) }
                .flatMap { letters(at: $0.lowerBound + 8) }
        }
    }
}
