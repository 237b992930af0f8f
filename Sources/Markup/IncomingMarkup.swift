internal import CGumbo

/// Filters HTML that another program sends, before it is stored.
///
/// What is shown is cleaned again each time (`MarkupCleaner`); this keeps what could do harm elsewhere, as in an exported
/// package, out of the library.
package enum IncomingMarkup {
    /// The HTML without what runs, loads or asks for something; unchanged if it has nothing of that.
    package static func filtered(_ html: String) -> String {
        guard html.utf8.contains(UInt8(ascii: "<")) else { return html }
        var html = html
        // HTML that is written may be parsed differently, so what is kept was found harmless as it is.
        for _ in 0..<mostPasses {
            guard let changed = changed(html) else { return html }
            html = changed
        }
        return escaped(html)
    }

    private static let mostPasses = 4

    /// The HTML without harmful parts; nil if it has none, or is so large that it is only shown as text.
    private static func changed(_ html: String) -> String? {
        ParsedMarkup.read(html) { nodes -> String? in
            guard nodes.contains(where: { isHarmful($0, level: 0) }) else { return nil }
            var text = ""
            for node in nodes { write(node, level: 0, to: &text) }
            return text
        }.flatMap { $0 }
    }

    private static let maximumDepth = MarkupCleaner.maximumDepth

    private static func isHarmful(_ node: UnsafePointer<GumboNode>, level: Int) -> Bool {
        guard node.pointee.type == GUMBO_NODE_ELEMENT else {
            return node.pointee.type == GUMBO_NODE_TEMPLATE
        }
        let element = node.pointee.v.element
        guard level <= maximumDepth, !isRemoved(element), element.name != "form",
            element.attributePairs.allSatisfy({ isHarmless($0.name, $0.value) })
        else { return true }
        return element.children.nodes.contains { isHarmful($0, level: level + 1) }
    }

    /// Style sheets stay, because they are cleaned when they are shown.
    private static func isRemoved(_ element: GumboElement) -> Bool {
        let name = element.name
        return element.tag_namespace == GUMBO_NAMESPACE_SVG
            || (name != "style" && AllowedHTML.runs.contains(name))
    }

    private static func isHarmless(_ name: String, _ value: String) -> Bool {
        if name.hasPrefix("on") || harmfulAttributes.contains(name) { return false }
        guard name == "href" || name == "src" || name == "xlink:href" else { return true }
        let start = value.unicodeScalars.filter { $0.value > 0x20 }.prefix(11)
        let scheme = String(String.UnicodeScalarView(start)).lowercased()
        return !["javascript:", "vbscript:", "data:"].contains { scheme.hasPrefix($0) }
    }

    private static let harmfulAttributes: Set = [
        "action", "background", "formaction", "ping", "srcdoc", "srcset",
    ]

    private static func write(
        _ node: UnsafePointer<GumboNode>,
        level: Int,
        to text: inout String
    ) {
        switch node.pointee.type {
        case GUMBO_NODE_TEXT, GUMBO_NODE_WHITESPACE, GUMBO_NODE_CDATA:
            text += escaped(String(cString: node.pointee.v.text.text))
        case GUMBO_NODE_ELEMENT where level <= maximumDepth:
            write(node.pointee.v.element, level: level, to: &text)
        default: break
        }
    }

    private static func write(_ element: GumboElement, level: Int, to text: inout String) {
        guard !isRemoved(element) else { return }
        let name = element.name
        guard name != "form", !name.isEmpty, name.utf8.allSatisfy(isOfName) else {
            for child in element.children.nodes { write(child, level: level + 1, to: &text) }
            return
        }
        text += "<\(name)"
        for (attribute, value) in element.attributePairs
        where isHarmless(attribute, value) && attribute.utf8.allSatisfy(isOfName) {
            text += " \(attribute)=\"\(escaped(value))\""
        }
        text += ">"
        guard !voids.contains(name) else { return }
        if name == "style" {
            // Text in a style sheet is not escaped, and the parser has found its end.
            for child in element.children.nodes where child.pointee.type == GUMBO_NODE_TEXT {
                text += String(cString: child.pointee.v.text.text)
            }
        } else {
            for child in element.children.nodes { write(child, level: level + 1, to: &text) }
        }
        text += "</\(name)>"
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\u{A0}": result += "&nbsp;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static let voids: Set = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source",
        "track", "wbr",
    ]
}
