extension String {
    /// The text without the marks around Anki's formulas, so that they can be read as they are written: `x^2` for `\(x^2\)`.
    ///
    /// A mark without its counterpart stays, and so do style sheets. The time is proportional to the length of the text.
    package var withoutFormulaMarks: String {
        guard utf8.contains(where: { $0 == backslash || $0 == bracket }) else { return self }
        let bytes = Array(utf8)
        var ends = formulaMarks.map { ForwardSearch($0.end) }
        var sheetEnds = ForwardSearch("</style>")
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var position = 0
        while position < bytes.count {
            if bytes[position] == backslash || bytes[position] == bracket,
                let kind = formulaMarks.firstIndex(where: { bytes.has($0.start, at: position) }),
                case let start = position + formulaMarks[kind].start.utf8CodeUnitCount,
                let end = ends[kind].first(in: bytes, from: start)
            {
                text += bytes[start..<end]
                position = end + formulaMarks[kind].end.utf8CodeUnitCount
            } else if bytes.has("<style", at: position),
                let end = sheetEnds.first(in: bytes, from: position)
            {
                text += bytes[position..<end]
                position = end
            } else {
                text.append(bytes[position])
                position += 1
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

private let backslash = UInt8(ascii: "\\")
private let bracket = UInt8(ascii: "[")

private let formulaMarks: [(start: StaticString, end: StaticString)] = [
    (#"\("#, #"\)"#), (#"\["#, #"\]"#), ("[latex]", "[/latex]"), ("[$]", "[/$]"),
    ("[$$]", "[/$$]"),
]
