import JSON
import Testing

struct JSONWriterTests {
    @Test(arguments: [
        "", "plain", "\"quoted\" \\ and/or", "line\nfeed\r\ttab", "日本語 é\u{2028}\u{7F}<b>",
        String(String.UnicodeScalarView((0..<0x20).compactMap(Unicode.Scalar.init))),
    ])
    func escapesAsTheEncoderDoes(_ text: String) throws {
        var json = JSONWriter()
        json.write(text)

        #expect(json.bytes == (try JSONCoding.encode(text)))
    }

    @Test func separatesMembersAndElements() {
        var json = JSONWriter(hasShortEscapes: false)
        json.object { json in
            json.set("none", nil as String?)
            json.set("text", "a\n")
            json.set("numbers", [1, 0.5, -0.0, .nan])
            json.set("texts", ["[", ":"])
            json.set("empty") { _ in }
            json.set("each", each: [1, 2]) { number, member in member.set("number", number) }
            json.set(named: "\"", "\\")
            json.set("last", true)
        }

        #expect(
            json.text == #"""
                {"text":"a\u000a","numbers":[1,0.5,0,null],"texts":["[",":"],"empty":{},"each":[{"number":1},{"number":2}],"\"":"\\","last":true}
                """#
        )
    }

    @Test(arguments: [0, 7, -10, 1_700_000_000_000, Int64.min, .max])
    func writesWholeNumbers(_ number: Int64) {
        var json = JSONWriter()
        json.write(number)

        #expect(json.text == "\(number)")
    }
}
