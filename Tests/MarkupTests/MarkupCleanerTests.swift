import Markup
import Notes
import Testing

private let digits = String(repeating: "ab", count: 32)
private let address = "/media/\(digits)"

private func clean(_ html: String) throws -> CleanMarkup? {
    try MarkupCleaner.clean(html) {
        ["cat.png", "my cat.png", "meow.mp3"].contains($0.name) ? MediaHash(digits) : nil
    }
}

/// Cleaned markup as text that a test can compare.
private func written(_ html: String) throws -> String? {
    try clean(html).map { written($0.nodes) }
}

private func written(_ nodes: [CleanMarkup.Node]) -> String {
    nodes.map { node in
        switch node {
        case .text(let text): text
        case .element(let element):
            "<\(element.name)"
                + element.attributes.map { " \($0.name)=\"\($0.value)\"" }.joined()
                + ">\(written(element.children))</\(element.name)>"
        }
    }.joined()
}

struct MarkupCleanerTests {
    @Test(arguments: [
        ("a <b>c</b>", "a <b>c</b>"),
        ("<p>one<p>two", "<p>one</p><p>two</p>"),
        ("<script>x</script>a<style>p{color:red}</style>", "a"),
        ("<blink>a</blink>", "a"),
        ("<form action=/x>a<input><button>b</button></form>", "a"),
        ("<p onclick=x class=y id=z data-q=1>a</p>", "<p class=\"y\" id=\"z\">a</p>"),
        ("<a href='javascript:x'>a</a>", "<a>a</a>"),
        ("<a href=' java\tscript:x'>a</a>", "<a>a</a>"),
        ("<a href='/decks'>a</a>", "<a>a</a>"),
        ("<a href='//evil.example'>a</a>", "<a>a</a>"),
        ("<a href='https:evil'>a</a>", "<a>a</a>"),
        ("<a href='HTTPS://x.example/?a=b'>a</a>", "<a href=\"HTTPS://x.example/?a=b\">a</a>"),
        ("<img src=cat.png alt=Cat onerror=x>", "<img src=\"\(address)\" alt=\"Cat\"></img>"),
        ("<img src=my%20cat.png>", "<img src=\"\(address)\"></img>"),
        ("<img src=dog.png>", "[dog.png]"),
        ("<img src=https://evil.example/x.png alt=Dog>", "Dog"),
        ("<img src=data:image/svg+xml,x>", ""),
        (
            "[sound:meow.mp3] [sound:woof.mp3]",
            "<omena-sound src=\"\(address)\" label=\"meow.mp3\"></omena-sound> "
        ),
        ("\\(x^2 &lt; <b>y</b>\\) [$]a[/$]", "x^2 < <b>y</b> a"),
        ("<svg><script>x</script><a href=y>z</a></svg>a", "a"),
        ("<math><mi>x</mi><annotation-xml>y</annotation-xml></math>", "x"),
        (
            "<table><tr><td colspan=2>a</table>",
            "<table><tbody><tr><td colspan=\"2\">a</td></tr></tbody></table>"
        ),
        ("<p style='color:red;behavior:url(x)'>a</p>", "<p style=\"color:red;\">a</p>"),
        ("<frameset><frame src=x></frameset>", ""),
        ("\u{0}a&lt;b&gt;&nbsp;", "a<b>\u{A0}"),
    ])
    func keepsOnlyAllowedMarkup(_ html: String, _ expected: String) throws {
        #expect(try written(html) == expected)
    }

    @Test func cleansEmbeddedStyleSheets() throws {
        let cleaned = try clean("a<style>p{color:red;behavior:x} @import 'x';</style>")

        #expect(cleaned?.sheets == ["p{color:red;}\n"])
    }

    @Test(.timeLimit(.minutes(1)), arguments: Repeated.html)
    func limitsTheSize(_ repeated: Repeated) throws {
        let cleaned = try clean(repeated.text)

        #expect(cleaned.map { $0.nodes.count <= MarkupCleaner.maximumNodes } != false)
    }

    @Test func dropsMarkupThatIsTooDeep() throws {
        #expect(try clean(String(repeating: "<div>", count: 90) + "a") != nil)
        #expect(try clean(String(repeating: "<div>", count: 200) + "a") == nil)
    }
}
