import Testing

/// A long text that repeats a short one; test reports show its beginning.
struct Repeated: CustomTestStringConvertible, Sendable {
    let text: String

    var testDescription: String { "\(text.prefix(12))… \(text.utf8.count)" }

    init(_ text: String, _ count: Int, after opening: String = "") {
        self.text = opening + String(repeating: text, count: count)
    }

    init(each text: (Int) -> String, _ count: Int, after opening: String = "", before end: String) {
        self.text = opening + (0..<count).map(text).joined() + end
    }

    /// Texts that multiply in a parser: unclosed formatting is reopened in each paragraph.
    static let html = [
        Repeated("<div>", 20_000),
        Repeated("<b><i><u>", 10_000),
        Repeated(each: { "<b a\($0)>" }, 4_000, before: String(repeating: "<p>", count: 8_000)),
        Repeated(each: { "a\($0) " }, 15_000, after: "<b ", before: ">"),
        Repeated("<table><td>", 8_000),
        Repeated("<a><div>", 12_000),
        Repeated("x", 200_000),
        Repeated("&", 100_000),
        Repeated("<br>", 25_000),
    ]

    /// Texts that a naive parser of style sheets would scan repeatedly.
    static let css = [
        Repeated("(", 200_000), Repeated("{", 200_000), Repeated("a{", 100_000),
        Repeated("@media{", 30_000), Repeated("/*", 100_000), Repeated("\\", 200_000),
        Repeated("b:(;", 50_000, after: "a{"), Repeated("a:not(", 30_000),
    ]
}
