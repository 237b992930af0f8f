import Exchange
import Testing

/// Tables are read from text and written to it, with any separator.
struct DelimitedTextTests {
    private func records(_ text: String, _ separator: Separator) -> [[String]] {
        DelimitedText(Array(text.utf8), separator: separator).map(\.fields)
    }

    @Test(arguments: [
        ("a,b\nc,d", [["a", "b"], ["c", "d"]]),
        ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]),
        ("a,b\rc,d", [["a", "b"], ["c", "d"]]),
        ("\"a,1\",\"b \"\"x\"\"\"\n", [["a,1", "b \"x\""]]),
        ("\"two\r\nlines\",b\n\nc,", [["two\r\nlines", "b"], ["c", ""]]),
        ("# nothing\na,b\n#c,d", [["a", "b"]]),
        ("\"#a\",b", [["#a", "b"]]),
        ("\"open, b\nc,d", [["\"open", " b"], ["c", "d"]]),
        ("\"a\"x,b", [["ax", "b"]]),
        ("", []),
    ])
    func readsTables(text: String, rows: [[String]]) {
        #expect(records(text, .comma) == rows)
    }

    @Test func knowsTheFirstLineOfEachRecord() {
        let text = "#x\n\"a\nb\",c\r\n\r\nd\re"

        let lines = DelimitedText(Array(text.utf8), separator: .comma).map(\.line)

        #expect(lines == [2, 5, 6])
    }

    @Test(arguments: ["c", "\"c\""])
    func givesTheLastColumnTheTextOfFurtherOnes(cell: String) {
        let row = [String](repeating: cell, count: DelimitedText.mostColumns + 2)

        let fields = records(row.joined(separator: ",") + "\nd,e", .comma)

        #expect(fields.map(\.count) == [DelimitedText.mostColumns, 2])
        #expect(fields[0].last == "c,\(cell),\(cell)")
    }

    @Test(arguments: Separator.named.map(\.separator) + [Separator(" – ")].compactMap(\.self))
    func readsBackWhatItWrote(separator: Separator) {
        let rows = [
            ["a", "", "b c"], ["#first", "x\ny", "\"quoted\""], ["", "", ""],
            ["tab\t", "pipe|semi;comma,colon:", "dash – dash"], ["日本", "\r\n", " space "],
        ]

        var writer = DelimitedWriter(separator: separator)
        for row in rows { writer.write(row) }

        #expect(DelimitedText(writer.bytes, separator: separator).map(\.fields) == rows)
    }

    @Test(arguments: [
        ("a\tb, c\nd\te", "tab"), ("a;b\nc;d, e", "semicolon"), ("a,b\nc,d", "comma"),
        ("a|b\nc|d", "pipe"), ("word: meaning, other\nkissa: cat, pet", "colon"),
        ("one line: with a colon, and commas\na,b\nc,d\ne,f", "comma"), ("a b\nc d", "space"),
    ])
    func guessesTheSeparatorOfMostLines(text: String, name: String) {
        #expect(Separator(guessedFrom: Array(text.utf8))?.name == name)
    }

    @Test(arguments: [
        (TextEncoding.utf8, [0xEF, 0xBB, 0xBF, 0x63, 0xC3, 0xA9]),
        (.utf16LE, [0xFF, 0xFE, 0x63, 0, 0xE9, 0]), (.utf16BE, [0xFE, 0xFF, 0, 0x63, 0, 0xE9]),
    ])
    func detectsEncodingsByTheirByteOrderMarks(encoding: TextEncoding, bytes: [UInt8]) throws {
        let guess = TextEncoding(guessedFrom: bytes)

        #expect(guess == encoding)
        #expect(String(decoding: try guess.utf8(of: bytes), as: UTF8.self) == "cé")
    }

    @Test func readsWesternEuropeanTextOnRequest() throws {
        let bytes: [UInt8] = [0x63, 0xE9, 0x20, 0x80, 0x0A]

        #expect(
            String(decoding: try TextEncoding.windows1252.utf8(of: bytes), as: UTF8.self)
                == "cé €\n"
        )
        #expect {
            _ = try TextEncoding.utf8.utf8(of: bytes)
        } throws: {
            ($0 as? TextEncoding.EncodingError)?.line == 1
        }
    }
}
