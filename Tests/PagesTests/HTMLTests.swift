import JSON
import Languages
import Recall
import LibraryValues
import Testing

@testable import Pages

struct HTMLTests {
    private func written(_ html: some HTML) -> String {
        var page = HTMLWriter()
        html.write(to: &page)
        return String(decoding: page.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("plain", "plain"),
        ("", ""),
        ("a < b && c > \"d\"", "a &lt; b &amp;&amp; c &gt; &quot;d&quot;"),
        (
            "</script><script>alert(1)</script>",
            "&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;"
        ),
        ("りんご 🍎 &", "りんご 🍎 &amp;"),
        ("it's", "it's"),
    ])
    func escapesText(text: String, expected: String) {
        #expect(written(text) == expected)
        #expect(written(p { text }) == "<p>\(expected)</p>")
    }

    @Test func escapesAttributeValues() {
        let hostile = #"" onload="alert(1)"#

        #expect(
            written(div(.ariaLabel(Phrase(verbatim: hostile))))
                == #"<div aria-label="&quot; onload=&quot;alert(1)"></div>"#
        )
        #expect(
            written(a(.href(.study(.learn, Source(deck: hostile))))).hasPrefix(
                #"<a href="/study/learn?deck=%22%20onload%3D"#
            )
        )
    }

    @Test func isolatesNamesFromRightToLeftInTextAndAttributes() {
        let phrase: Phrase = "Edit \("כלב")"
        let shown = "Edit \u{2068}כלב\u{2069}"

        #expect(
            written(p(.title(phrase), .ariaLabel(phrase), .placeholder(phrase)) { phrase })
                == #"<p title="\#(shown)" aria-label="\#(shown)" placeholder="\#(shown)">\#(shown)</p>"#
        )
    }

    @Test func writesElementsInOrder() {
        let isShown = true
        let absent: String? = nil

        let list = ul(.class("rows")) {
            if isShown { li { "first" } } else { li { 0 } }
            if let absent { li { absent } }
            Each(1...2) { number in li(.number("value", number)) { number } }
            input(.type("text"), .present("required"))
        }

        #expect(
            written(list) == """
                <ul class="rows"><li>first</li><li value="1">1</li><li value="2">2</li>\
                <input type="text" required></ul>
                """
        )
    }

    @Test func leavesOutAttributesWithoutValue() {
        #expect(
            written(span(.lang(nil), .text("title", nil), .present("inert", if: false)))
                == "<span></span>"
        )
    }

    @Test func keepsJSONInsideItsScript() {
        let json = JSONWriter.object { $0.set("text", "</script>\n\"\\\u{1}\u{1F}é") }

        #expect(
            written(DataBlock(id: "deal", json: json)) == #"""
                <script type="application/json" id="deal">{"text":"\u003c/script>\u000a\"\\\u0001\u001fé"}</script>
                """#
        )
    }
}
