import Glibc
import Testing

/// Numbers from files, and from libraries that a stranger may have written, cannot end the program.
///
/// A conversion such as `Int(number)` traps if the number is out of range, and the name alone doesn't tell which type is
/// converted. Files that read foreign numbers therefore say what happens then: `Int(clamping:)`, `Int(exactly:)` or
/// `truncatingIfNeeded:`. Parsing a text needs no label, because its result is optional and the compiler requires that it
/// is unwrapped. Arithmetic is found where a number is used as it was read; sums of numbers in variables are not, which is
/// why those have types with limits (`Moment`, `CardState`, `Identifier`, `AnkiNumbers`).
struct OutsideNumberTests {
    private static let readers = [
        "Exchange/", "JSON/", "Library/Importing/", "LibraryValues/Importing/",
        "Languages/Catalog/", "Storage/Log/",
        "Compression/Zip/ByteCursor", "Compression/Zip/EndOfCentralDirectory",
        "Compression/Zip/ZipArchive", "Library/Clients/Search/", "Notes/Cards/CardState+Codable",
        "Notes/Identifier", "Notes/Moment", "Notes/Places/", "Storage/Cards/", "Storage/Clients/",
        "Storage/Notes/", "Storage/Schema/Columns", "Storage/Search/SearchCompiler", "Sync/",
    ]

    @Test func readersSayHowNumbersAreConverted() throws {
        for source in try Source.all.get()
        where Self.readers.contains(where: source.path.hasPrefix) {
            for (number, line) in Source.lines(of: source.text).enumerated() {
                let flaws = Self.flaws(of: line)
                #expect(flaws.isEmpty, "\(source.path), line \(number + 1): \(flaws)")
            }
        }
    }

    @Test(arguments: [
        "let days = Int(interval.rounded())", "UInt8(flag)", "return Int64(message.number(18))",
        "x.map { Int($0 * 60) }", "settings.whole.map { -$0 }", "NoteID(rawValue: id.rawValue + 1)",
        "1 - id.rawValue", "last = row.int64(0) + 1", "2 * row.int(3)",
        "let end = cursor.number(8) + start",
        "Dictionary(uniqueKeysWithValues: object.members.map { ($0, 1) })", "deck.whole - 1",
    ])
    func findsWhatTraps(_ line: String) {
        #expect(!Self.flaws(of: line[...]).isEmpty)
    }

    @Test(arguments: [
        "let days = Int(clamping: interval)", "UInt8(ascii: \"a\")",
        "guard let number = Int(text), number > 0",
        "Int(value).flatMap { $0 > 0 ? $0 : nil }", "let page = Int64(text) ?? 0",
        "list.compactMap { Int($0) }", "try Int64(from: decoder)",
        "UInt64(truncatingIfNeeded: byte) << 8",
        "value = .number(Int(String(decoding: bytes, as: UTF8.self)))",
        "id.rawValue >> 21", "// Int(number) traps", "let last = row.int64(0)",
        "func int(_ column: Int32) -> Int",
    ])
    func acceptsWhatCannot(_ line: String) {
        #expect(Self.flaws(of: line[...]).isEmpty)
    }

    /// The parts of a line that may trap.
    private static func flaws(of line: Substring) -> [String] {
        guard !line.drop(while: \.isWhitespace).hasPrefix("//") else { return [] }
        // C's search takes a thousandth of the time that a pattern takes, which is compiled each time.
        let bytes = String(line)
        func has(_ text: String) -> Bool { strstr(bytes, text) != nil }
        let initializers = ["Int(", "Int8(", "Int16(", "Int32(", "Int64("]
        var flaws = initializers.contains { has($0) } ? conversions(in: line) : []
        func find(_ pattern: @autoclosure () -> Regex<Substring>, in lines: String...) {
            guard lines.contains(where: has) else { return }
            flaws += line.matches(of: pattern()).map { String($0.output) }
        }
        find(/[{(,] ?-\$0/, in: "-$0")
        find(/rawValue [-+*] |(?:^|[^&])[-+*] [\w.]*\.rawValue\b(?! >>)/, in: "rawValue")
        // What was read from a row, a message or JSON.
        find(
            #/\.(?:int|int64|ankiNumber|number)\([^()]*\) [-+*] /#,
            in: ".int",
            ".ankiN",
            ".number("
        )
        find(/[-+*] \w+\.(?:int|int64|ankiNumber)\(/, in: ".int", ".ankiN")
        find(#/\.whole [-+*] /#, in: ".whole")
        find(/uniqueKeysWithValues: \w+\.(?:members|elements)/, in: "uniqueKeys")
        return flaws
    }

    /// Conversions that trap, rather than those of texts, whose results are unwrapped.
    private static func conversions(in line: Substring) -> [String] {
        let label = /clamping:|exactly:|truncatingIfNeeded:|bitPattern:|bigEndian:|ascii:/
        return line.matches(of: /(?:^|[^\w.])(U?Int(?:8|16|32|64)?)\(/).compactMap { match in
            let argument = line[match.range.upperBound...]
            guard argument.prefixMatch(of: label) == nil, !argument.isEmpty,
                !["String(", "from: decoder"].contains(where: argument.hasPrefix)
            else { return nil }
            var depth = 1
            let end = argument.firstIndex { character in
                depth += character == "(" ? 1 : character == ")" ? -1 : 0
                return depth == 0
            }
            let rest = end.map { argument[argument.index(after: $0)...] } ?? ""
            let before = line[..<match.1.startIndex]
            let isParsed =
                rest.contains(/^(?:\.flatMap|\.map| \?\?)/)
                || before.contains(/(?:if|guard|while|,) let \w+ = $|compactMap \{ $/)
                || before.contains(/^\s+let \w+ = $/) && rest.contains(/^(?:,| else| \{)/)
            return isParsed ? nil : "\(match.1)(\(argument.prefix(30))"
        }
    }
}
