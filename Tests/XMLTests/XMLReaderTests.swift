import Testing
import XML

struct XMLReaderTests {
    private func read(_ text: String, _ names: Set<String> = ["a"]) throws -> [String] {
        var lines: [String] = []
        try XMLReader(elements: names).read(Array(text.utf8)) { element, path in
            lines.append("\(path.joined(separator: "/")) \(Self.words(element))")
        }
        return lines
    }

    private static func words(_ element: XMLElement) -> String {
        let attributes = element.attributes.sorted { $0.key < $1.key }
            .map { " \($0.key)=\($0.value)" }.joined()
        let children = element.children.map { "(\(words($0)))" }.joined()
        return "\(element.line):\(element.name)\(attributes)[\(element.text)]\(children)"
    }

    @Test func passesOnRequestedElements() throws {
        let text = """
            <?xml version="1.0"?>
            <x:r xmlns:x="urn:x"><f><a n="1 &lt; 2">é<![CDATA[<b>]]>&#x10D;</a></f>
            <a><b>2</b><a>inside</a></a><c>left out</c></x:r>
            """

        #expect(
            try read(text)
                == ["r/f 2:a n=1 < 2[é<b>č]", "r 3:a[](3:b[2])(3:a[inside])"]
        )
    }

    @Test func readsOtherEncodings() throws {
        var bytes = Array("<?xml version='1.0' encoding='ISO-8859-1'?><a>".utf8)
        bytes += [0xE9] + Array("</a>".utf8)
        var text = ""

        try XMLReader(elements: ["a"]).read(bytes) { element, _ in text = element.text }

        #expect(text == "é")
    }

    @Test(arguments: [
        ("", 1, "no element found"), ("<a>\n<b></a>", 2, "mismatched tag"),
        ("<!DOCTYPE a [<!ENTITY e 'x'>]>\n<a>&e;</a>", 1, "a document type is not read here"),
        ("<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>", 1, "a document type is not read here"),
        ("<a>&e;</a>", 1, "undefined entity"), ("<a>\u{1}</a>", 1, "not well-formed"),
        ("<a/>\n<a/>", 2, "junk after document element"),
        (String(repeating: "<a>", count: 65), 1, "the elements nest too deep"),
        (String(repeating: "<b>", count: 65), 1, "the elements nest too deep"),
    ])
    func reportsErrorsWithTheirLines(text: String, line: Int, reason: String) throws {
        try refuses(text, line: line, reason: reason)
    }

    @Test func refusesTooLargeElements() throws {
        let text = "<a>" + String(repeating: "x", count: 5 << 20) + "</a>"
        try refuses(text, line: 1, reason: "an element is too large")
    }

    private func refuses(_ text: String, line: Int, reason: String) throws {
        let error = #expect(throws: XMLError.self) { _ = try read(text) }

        #expect(error?.line == line)
        #expect(error?.reason.hasPrefix(reason) == true)
    }

    @Test func stopsOnRequest() throws {
        struct Enough: Error {}
        var count = 0

        #expect(throws: Enough.self) {
            try XMLReader(elements: ["a"]).read(Array("<r><a/><a/><a/></r>".utf8)) { _, _ in
                count += 1
                if count == 2 { throw Enough() }
            }
        }

        #expect(count == 2)
    }
}
