import JSON
import Testing

struct JSONValueTests {
    @Test(arguments: [(32, true), (33, false), (500, false)])
    func hasThirtyTwoLevelsAtMost(count: Int, isRead: Bool) {
        let json = String(repeating: "[", count: count) + String(repeating: "]", count: count)

        #expect((JSONValue(json.utf8) != nil) == isRead)
    }

    @Test func bracketsInTextsOpenNoLevel() {
        let text = String(repeating: #"[\"{\\"#, count: 40)
        let lists = Array(repeating: "[1]", count: 40).joined(separator: ",")

        let value = JSONValue(#"["\#(text)", \#(lists)]"#.utf8)

        #expect(value?.elements.count == 41)
    }

    @Test(
        arguments: [
            ("null", .null), (" true ", true), ("false", false), ("-0", 0), ("1e2", 100),
            ("1.0", 1), ("-2.5", .number(-2.5)), ("1e-400", 0),
            ("9223372036854775807", 9_223_372_036_854_775_807),
            ("9223372036854775808", .number(9_223_372_036_854_775_808)), ("1E300", .number(1e300)),
            (#""\u00e9\ud83c\udf4e\/\n""#, "é🍎/\n"), ("[ ]", []), ("{ }", [:]),
            (#"[1,"a",[null],{"b":{}}]"#, [1, "a", [.null], ["b": [:]]]),
            (#"{"a":1,"a":null}"#, ["a": 1]), ("\u{FEFF}[]", []),
        ] as [(String, JSONValue)]
    )
    func readsJSON(_ json: String, _ value: JSONValue) {
        #expect(JSONValue(json.utf8) == value)
    }

    @Test(arguments: [
        "", " ", "[1,]", #"{"a":1,}"#, "[1 2]", "[", "{", #"{"a"}"#, "{1:2}", "nul", "nullx", "1 2",
        "01", "+1", "1.", "NaN", "1e400", "-1e400", #""a"#, #""\ud83c""#, #""\x""#, "\"\n\"", "'a'",
        "[1] //",
    ])
    func refusesWhatIsNotJSON(_ json: String) {
        #expect(JSONValue(json.utf8) == nil)
    }

    @Test func refusesOtherEncodings() {
        #expect(JSONValue("[1]".utf16.flatMap { [UInt8($0), 0] }) == nil)
        #expect(JSONValue([0x22, 0xFF, 0x22]) == nil)
    }
}
