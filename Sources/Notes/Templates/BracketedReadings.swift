/// A text with readings in brackets after the words: ` 日本[にほん]の 水[みず]`.
///
/// As in Anki, the word that a reading belongs to begins after a space, which is not shown, or after a tag.
struct BracketedReadings {
    /// The text with the words replaced by their readings.
    private(set) var readings = ""
    /// The text without readings.
    private(set) var written = ""
    /// The text as HTML with ruby annotations.
    private(set) var ruby = ""

    init(_ text: String) {
        var rest = text[...]
        while let open = rest.firstIndex(of: "["),
            let close = rest[open...].firstIndex(of: "]")
        {
            let before = rest[..<open]
            let reading = rest[open..<close].dropFirst()
            let start = before.lastIndex { $0 == " " || $0 == ">" }
            let read = before[(start.map { before.index(after: $0) } ?? before.startIndex)...]
            rest = rest[close...].dropFirst()
            guard !read.isEmpty, !reading.isEmpty, !reading.hasPrefix("sound:") else {
                let both = "\(before)[\(reading)]"
                add(both, both, both)
                continue
            }
            var around = before[..<read.startIndex]
            if around.last == " " { around.removeLast() }
            let over = "<ruby><rb>\(read)</rb><rt>\(reading)</rt></ruby>"
            add("\(around)\(reading)", "\(around)\(read)", "\(around)\(over)")
        }
        add(String(rest), String(rest), String(rest))
    }

    private mutating func add(_ reading: String, _ text: String, _ both: String) {
        readings += reading
        written += text
        ruby += both
    }
}
