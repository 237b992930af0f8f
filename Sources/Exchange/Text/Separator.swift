/// What stands between the fields of a text.
package struct Separator: Hashable, Sendable {
    /// One character, or a few that stand together.
    package let text: String

    /// Wraps a text; nil where it is empty, too long, or would not be told from a quote or the end of a line.
    package init?(_ text: String) {
        guard (1...8).contains(text.utf8.count),
            !text.contains(where: { $0.isNewline || $0 == "\"" })
        else { return nil }
        self.text = text
    }

    private init(known text: String) { self.text = text }

    /// A comma.
    package static let comma = Separator(known: ",")
    /// A semicolon.
    package static let semicolon = Separator(known: ";")
    /// A tab.
    package static let tab = Separator(known: "\t")
    /// A space.
    package static let space = Separator(known: " ")
    /// An upright bar.
    package static let pipe = Separator(known: "|")
    /// A colon.
    package static let colon = Separator(known: ":")

    /// Those that have names, as Anki writes them, in the order in which they are likely.
    package static let named: [(name: String, separator: Separator)] = [
        ("tab", .tab), ("pipe", .pipe), ("semicolon", .semicolon), ("comma", .comma),
        ("colon", .colon), ("space", .space),
    ]

    /// Reads a name, in whatever case, or the separator itself.
    package init?(named text: String) {
        if let known = Self.named.first(where: { $0.name == text.lowercased() }) {
            self = known.separator
        } else if text == "\\t" {
            self = .tab
        } else {
            self.init(text)
        }
    }

    /// Its name, or where it has none the separator itself.
    package var name: String { Self.named.first { $0.separator == self }?.name ?? text }
}

extension Separator {
    /// The separator that most of a text's first records agree on; nil where each has a single field.
    ///
    /// Anki takes the first in its list that occurs at all, so that one tab or colon in one line decides for all.
    package init?(guessedFrom text: [UInt8], at start: (offset: Int, line: Int) = (0, 1)) {
        let end = min(text.count, start.offset + Self.looked)
        guard start.offset < end else { return nil }
        let sample = Array(text[..<end])
        var best: (separator: Separator, agreement: Double)?
        for (_, separator) in Self.named {
            var counts: [Int: Int] = [:]
            var records = DelimitedText(sample, separator: separator, from: start)
                .prefix(Self.lookedRecords).map(\.fields.count)
            // The sample may end in the middle of the last one.
            if end < text.count, records.count > 1 { records.removeLast() }
            for count in records { counts[count, default: 0] += 1 }
            let split = counts.filter { $0.key > 1 }.max { ($0.value, $1.key) < ($1.value, $0.key) }
            guard let split else { continue }
            let agreement = Double(split.value) / Double(records.count)
            if agreement > (best?.agreement ?? 0) { best = (separator, agreement) }
        }
        guard var separator = best?.separator else { return nil }
        if separator == .comma, Self.isGlossary(sample[start.offset...]) { separator = .colon }
        self = separator
    }

    /// Whether every line reads `word: meaning, another meaning`.
    private static func isGlossary(_ text: ArraySlice<UInt8>) -> Bool {
        let lines = text.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
            .prefix(lookedRecords)
        return lines.allSatisfy { line in
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
                line.dropFirst(colon - line.startIndex + 1).first == UInt8(ascii: " ")
            else { return false }
            return !line[..<colon].contains(UInt8(ascii: ","))
        }
    }

    private static let looked = 65_536
    private static let lookedRecords = 200
}
