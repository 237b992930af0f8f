/// A text in which readings stand in brackets behind what they are readings of: ` 日本[にほん]の 水[みず]`.
///
/// What is read begins behind a space, which belongs to it and is not shown, or behind a tag, as in Anki.
struct BracketedReadings {
    /// The text with the readings in the place of what is read.
    private(set) var readings = ""
    /// The text without readings.
    private(set) var written = ""
    /// The text as HTML, with the readings over what is read.
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
