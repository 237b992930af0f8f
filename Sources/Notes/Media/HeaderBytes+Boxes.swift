/// The boxes of MP4, AVIF and their kin: each says how long it is and what it is called.
extension HeaderBytes {
    struct Box {
        let name: String
        let content: Range<Int>
    }

    /// How many boxes of one row are looked at.
    private static let mostBoxes = 1_000

    /// The boxes that lie side by side in a range; up to the first that does not fit.
    func boxes(in range: Range<Int>) -> [Box] {
        var boxes: [Box] = []
        var place = range.lowerBound
        while boxes.count < Self.mostBoxes, let short = big(4, at: place),
            let name = letters(at: place + 4)
        {
            var start = place + 8
            var size = short
            if short == 1 {
                // Longer than a file may be, it does not fit anyway.
                guard byte(at: place + 8) == 0, let long = big(7, at: place + 9) else { break }
                (start, size) = (place + 16, long)
            }
            if short == 0 { size = range.upperBound - place }
            guard size >= start - place, size <= range.upperBound - place else { break }
            boxes.append(Box(name: name, content: start..<place + size))
            place += size
        }
        return boxes
    }

    /// The content of the first box of that name.
    func box(_ name: String, in range: some RandomAccessCollection<Int>) -> Range<Int>? {
        guard let first = range.first, let last = range.last else { return nil }
        return boxes(in: first..<last + 1).first { $0.name == name }?.content
    }

    /// What the file says that it is, and what else it may be taken for.
    var brands: Set<String> {
        guard let content = box("ftyp", in: 0..<count) else { return [] }
        // Behind the first stands a number of its version.
        let others = stride(from: content.lowerBound + 8, to: content.upperBound, by: 4).prefix(64)
        return Set(([content.lowerBound] + others).compactMap { letters(at: $0) })
    }

    /// What the tracks of a film or sound are: `soun`, `vide`.
    var tracks: [String] {
        guard let film = box("moov", in: 0..<count) else { return [] }
        return boxes(in: film).filter { $0.name == "trak" }.compactMap { track in
            box("mdia", in: track.content).flatMap { box("hdlr", in: $0) }
                .flatMap { letters(at: $0.lowerBound + 8) }
        }
    }
}
