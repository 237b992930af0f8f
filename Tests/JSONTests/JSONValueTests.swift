import JSON
import Testing

struct JSONValueTests {
    /// A few hundred bytes of brackets would take a second to decode.
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
}
