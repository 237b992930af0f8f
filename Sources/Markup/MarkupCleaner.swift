internal import CGumbo
package import Notes

/// Cleans HTML by allow lists.
///
/// It is parsed as a browser parses it. Unknown elements are replaced by their content; elements that run, load, submit or
/// embed something are removed with their content.
package struct MarkupCleaner {
    /// Finds the library's file for a reference.
    package typealias MediaLookup = (MediaReference) throws -> MediaHash?

    private let lookup: MediaLookup
    private var remainingNodes = Self.maximumNodes
    private var sheets: [String] = []
    private var isTooMuch = false

    package static let maximumDepth = 100
    /// The maximum number of elements and texts of a side.
    package static let maximumNodes = 20_000

    private init(lookup: @escaping MediaLookup) { self.lookup = lookup }

    /// Cleans HTML; nil if it is too large or too deep, also after parsing.
    ///
    /// - Parameter lookup: Finds the library's file for a reference; unknown files are not shown.
    package static func clean(
        _ html: String,
        lookup: @escaping MediaLookup
    ) throws -> CleanMarkup? {
        var cleaner = MarkupCleaner(lookup: lookup)
        let nodes = try ParsedMarkup.read(html.withoutFormulaMarks) {
            try cleaner.cleaned($0, level: 0)
        }
        guard let nodes, !cleaner.isTooMuch else { return nil }
        return CleanMarkup(nodes: nodes, sheets: cleaner.sheets)
    }

    /// Cleans a style sheet; empty if it is too large.
    package static func clean(
        sheet css: String,
        lookup: @escaping MediaLookup
    ) throws -> String {
        try StyleSheetCleaner(lookup: lookup).clean(css)
    }

    private mutating func cleaned(
        _ nodes: some Sequence<UnsafePointer<GumboNode>>,
        level: Int
    ) throws -> [CleanMarkup.Node] {
        guard level <= Self.maximumDepth else {
            isTooMuch = true
            return []
        }
        var clean: [CleanMarkup.Node] = []
        for node in nodes {
            remainingNodes -= 1
            guard remainingNodes > 0, !isTooMuch else {
                isTooMuch = true
                return []
            }
            switch node.pointee.type {
            case GUMBO_NODE_TEXT, GUMBO_NODE_WHITESPACE, GUMBO_NODE_CDATA:
                try add(String(cString: node.pointee.v.text.text), to: &clean)
            case GUMBO_NODE_ELEMENT:
                clean += try cleaned(node.pointee.v.element, level: level)
            default: break
            }
        }
        return clean
    }

    private mutating func cleaned(
        _ element: GumboElement,
        level: Int
    ) throws -> [CleanMarkup.Node] {
        let name = element.name
        guard element.tag_namespace == GUMBO_NAMESPACE_HTML else {
            // The text of MathML is kept; that of SVG is useless without the drawing.
            return element.tag_namespace == GUMBO_NAMESPACE_MATHML
                && !AllowedHTML.runs.contains(name)
                ? try cleaned(element.children.nodes, level: level + 1) : []
        }
        if name == "style" {
            let texts = element.children.nodes.filter { $0.pointee.type == GUMBO_NODE_TEXT }
            let css = texts.map { String(cString: $0.pointee.v.text.text) }.joined()
            let sheet = try StyleSheetCleaner(lookup: lookup).clean(css)
            if !sheet.isEmpty { sheets.append(sheet) }
            return []
        }
        if AllowedHTML.runs.contains(name) { return [] }
        if name == "img" { return [try picture(element)] }
        let children = try cleaned(element.children.nodes, level: level + 1)
        guard let own = AllowedHTML.elements[name] else { return children }
        let attributes = try attributes(of: element, own)
        return [.element(CleanMarkup.Element(name, attributes, children))]
    }

    private func attributes(
        of element: GumboElement,
        _ own: Set<String>
    ) throws -> [CleanMarkup.Attribute] {
        try element.attributePairs.compactMap { name, value in
            if name == "style" {
                let style = try StyleSheetCleaner(lookup: lookup).cleanStyle(value)
                return style.isEmpty ? nil : CleanMarkup.Attribute(name, style)
            }
            guard AllowedHTML.attributes.contains(name) || own.contains(name),
                value.utf8.count <= AllowedHTML.maximumValueSize
            else { return nil }
            if name == "href" {
                return LinkAddress.clean(value).map { CleanMarkup.Attribute(name, $0) }
            }
            return CleanMarkup.Attribute(name, value)
        }
    }

    /// The picture, or its alternative text if the library lacks it.
    private func picture(_ element: GumboElement) throws -> CleanMarkup.Node {
        let pairs = element.attributePairs
        func value(_ name: String) -> String { pairs.first { $0.name == name }?.value ?? "" }
        let (source, caption) = (value("src"), value("alt"))
        for name in [source, source.percentDecoded].compactMap(\.self) {
            guard MediaReference.isName(name),
                let hash = try lookup(MediaReference(.picture, name: name))
            else { continue }
            let attributes = try attributes(of: element, ["width", "height", "align", "alt"])
            return .element(
                CleanMarkup.Element("img", [.init("src", hash.address)] + attributes)
            )
        }
        let isName = MediaReference.isName(source) && source.utf8.count <= 100
        return .text(caption.isEmpty && isName ? "[\(source)]" : caption)
    }

    /// Adds a text with its sounds as buttons, and without those that the library lacks.
    private func add(_ text: String, to nodes: inout [CleanMarkup.Node]) throws {
        guard text.contains("[sound:") else {
            if !text.isEmpty { nodes.append(.text(text)) }
            return
        }
        for piece in MediaText(text, isKnown: { $0.kind == .sound }).pieces {
            switch piece {
            case .text(let text): nodes.append(.text(text))
            case .reference(let reference, _):
                guard let hash = try lookup(reference) else { continue }
                nodes.append(
                    .element(
                        CleanMarkup.Element(
                            "omena-sound",
                            [.init("src", hash.address), .init("label", reference.name)]
                        )
                    )
                )
            }
        }
    }
}
