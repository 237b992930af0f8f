internal import Notes

/// How the records of a text stand in it.
package enum TextLayout: Hashable, Sendable {
    /// Each in a line, its fields apart by a separator.
    case table(Separator)
    /// Each in a line, apart where the mark stands first.
    case pairs(PairMark)
    /// Each in a few lines, and an empty line behind it.
    case blocks

    /// What stands between a word and its meaning in a list that somebody wrote.
    package enum PairMark: String, CaseIterable, Sendable {
        /// A dash with spaces around it, short or long.
        case dash
        /// An equals sign.
        case equals
        /// A colon, with more of them in what follows.
        case colon
    }

    /// Those that a person may choose from.
    package static let choices: [TextLayout] =
        Separator.named.filter { $0.separator != .colon }.map { .table($0.separator) }
        + PairMark.allCases.map { .pairs($0) } + [.blocks]

    /// Reads a name, in whatever case, or a separator itself.
    package init?(named text: String) {
        let name = text.lowercased()
        if let mark = PairMark(rawValue: name) {
            self = .pairs(mark)
        } else if name == "lines" {
            self = .blocks
        } else if ["-", "–", "—"].contains(text.trimmed) {
            self = .pairs(.dash)
        } else if text.trimmed == "=" {
            self = .pairs(.equals)
        } else {
            guard let separator = Separator(named: text) else { return nil }
            self = .table(separator)
        }
    }

    /// Its name, which `init` reads.
    package var name: String {
        switch self {
        case .table(let separator): separator.name
        case .pairs(let mark): mark.rawValue
        case .blocks: "lines"
        }
    }

    /// The layout that most of a text agrees on.
    ///
    /// - Parameter isList: Whether it may be a list as people write them, rather than a table that a program wrote.
    package init(guessedFrom text: [UInt8], at start: (offset: Int, line: Int), isList: Bool) {
        let table = Separator(guessedFrom: text, at: start)
        guard isList else {
            self = .table(table ?? .comma)
            return
        }
        let sample = String(decoding: text[start.offset...].prefix(Self.looked), as: UTF8.self)
        let groups = sample.split(
            omittingEmptySubsequences: false,
            whereSeparator: \.isNewline
        ).map(\.trimmed).split(separator: "")
        let lines = groups.joined().prefix(Self.lookedLines)
        func share(_ isRight: (String) -> Bool) -> Double {
            lines.isEmpty ? 0 : Double(lines.count(where: isRight)) / Double(lines.count)
        }
        if share({ $0.contains("\t") }) >= Self.most {
            self = .table(.tab)
        } else if let mark = [PairMark.dash, .equals].first(where: { mark in
            share { mark.split($0).count == 2 } >= Self.most
        }) {
            self = .pairs(mark)
        } else if let table, table != .space, table != .colon,
            share({ $0.contains(table.text) }) >= Self.most
        {
            self = .table(table)
        } else if share({ PairMark.colon.split($0).count == 2 }) >= Self.most {
            self = .pairs(.colon)
        } else if groups.count > 1 || lines.count == 2,
            groups.count(where: { $0.count > 1 }) * 10 >= groups.count * 8
        {
            self = .blocks
        } else if let mark = PairMark.allCases.first(where: { mark in
            share { mark.split($0).count == 2 } > 0.5
        }) {
            self = .pairs(mark)
        } else if let table {
            self = .table(table)
        } else {
            self = .table(.tab)
        }
    }

    private static let looked = 65_536
    private static let lookedLines = 200
    private static let most = 0.8
}

extension TextLayout.PairMark {
    /// A line in two, by another mark where this one is not in it: people do not write all lines alike.
    func fields(_ line: String) -> [String] {
        ([self] + Self.allCases).lazy.map { $0.split(line) }.first { $0.count == 2 } ?? [line]
    }

    /// A line in two, where the mark stands first; in one where it does not.
    func split(_ line: String) -> [String] {
        let marks: [String] =
            switch self {
            case .dash: [" – ", " — ", " - ", "–", "—", " -- "]
            case .equals: ["="]
            case .colon: [": ", ":"]
            }
        for mark in marks {
            guard let range = line.firstRange(of: mark) else { continue }
            let parts = [line[..<range.lowerBound].trimmed, line[range.upperBound...].trimmed]
            if parts.allSatisfy({ !$0.isEmpty }) { return parts }
        }
        return [line]
    }
}
