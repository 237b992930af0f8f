internal import CGumbo
public import Notes

/// Takes out of HTML whatever could do harm, by lists of what may stay.
///
/// It is read as a browser reads it. What is not known is opened, and what is in it stays; what runs, loads, asks or
/// frames goes with all that is in it.
public struct MarkupCleaner {
    /// Finds the picture or sound that a name means.
    public typealias Shelf = (MediaReference) throws -> MediaHash?

    private let shelf: Shelf
    private var room = Self.mostNodes
    private var sheets: [String] = []
    private var isTooMuch = false

    /// How deep elements may nest.
    public static let mostLevels = 100
    /// The most elements and texts of a side.
    public static let mostNodes = 20_000

    private init(shelf: @escaping Shelf) { self.shelf = shelf }

    /// The HTML without what could do harm; nil where it is too large, too deep, or grows too large when it is read.
    ///
    /// - Parameter shelf: Finds the picture or sound that a name means; what it does not know is not shown.
    public static func clean(_ html: String, shelf: Shelf) throws -> CleanMarkup? {
        try withoutActuallyEscaping(shelf) { shelf in
            var cleaner = MarkupCleaner(shelf: shelf)
            let nodes = try ParsedMarkup.read(html) { try cleaner.cleaned($0, level: 0) }
            guard let nodes, !cleaner.isTooMuch else { return nil }
            return CleanMarkup(nodes: nodes, sheets: cleaner.sheets)
        }
    }

    /// A style sheet without what could do harm; of one that is too large nothing is left.
    public static func clean(sheet css: String, shelf: Shelf) throws -> String {
        try withoutActuallyEscaping(shelf) { try SheetCleaner(shelf: $0).clean(css) }
    }

    private mutating func cleaned(
        _ nodes: some Sequence<UnsafePointer<GumboNode>>,
        level: Int
    ) throws -> [CleanMarkup.Node] {
        guard level <= Self.mostLevels else {
            isTooMuch = true
            return []
        }
        var clean: [CleanMarkup.Node] = []
        for node in nodes {
            room -= 1
            guard room > 0, !isTooMuch else {
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
            // Of formulas the letters stay; a drawing says nothing without its lines.
            return element.tag_namespace == GUMBO_NAMESPACE_MATHML && !Allowed.runs.contains(name)
                ? try cleaned(element.children.nodes, level: level + 1) : []
        }
        if name == "style" {
            let texts = element.children.nodes.filter { $0.pointee.type == GUMBO_NODE_TEXT }
            let css = texts.map { String(cString: $0.pointee.v.text.text) }.joined()
            let sheet = try SheetCleaner(shelf: shelf).clean(css)
            if !sheet.isEmpty { sheets.append(sheet) }
            return []
        }
        if Allowed.runs.contains(name) { return [] }
        if name == "img" { return [try picture(element)] }
        let children = try cleaned(element.children.nodes, level: level + 1)
        guard let own = Allowed.elements[name] else { return children }
        let attributes = try attributes(of: element, own)
        return [.element(CleanMarkup.Element(name, attributes, children))]
    }

    private func attributes(
        of element: GumboElement,
        _ own: Set<String>
    ) throws -> [CleanMarkup.Attribute] {
        try element.attributePairs.compactMap { name, value in
            if name == "style" {
                let style = try SheetCleaner(shelf: shelf).cleanStyle(value)
                return style.isEmpty ? nil : CleanMarkup.Attribute(name, style)
            }
            guard Allowed.attributes.contains(name) || own.contains(name),
                value.utf8.count <= Allowed.longestValue
            else { return nil }
            if name == "href" {
                return LinkAddress.clean(value).map { CleanMarkup.Attribute(name, $0) }
            }
            return CleanMarkup.Attribute(name, value)
        }
    }

    /// A picture that the library has, else the words that stand for it.
    private func picture(_ element: GumboElement) throws -> CleanMarkup.Node {
        let pairs = element.attributePairs
        func value(_ name: String) -> String { pairs.first { $0.name == name }?.value ?? "" }
        let (source, caption) = (value("src"), value("alt"))
        for name in [source, source.percentDecoded].compactMap(\.self) {
            guard MediaReference.isName(name),
                let hash = try shelf(MediaReference(.picture, name: name))
            else { continue }
            let attributes = try attributes(of: element, ["width", "height", "align", "alt"])
            return .element(
                CleanMarkup.Element("img", [.init("src", hash.address)] + attributes)
            )
        }
        let isName = MediaReference.isName(source) && source.utf8.count <= 100
        return .text(caption.isEmpty && isName ? "[\(source)]" : caption)
    }

    /// A text with the sounds in it as buttons; what names no sound of the library stays text.
    private func add(_ text: String, to nodes: inout [CleanMarkup.Node]) throws {
        guard text.contains("[sound:") else {
            if !text.isEmpty { nodes.append(.text(text)) }
            return
        }
        var hashes: [MediaHash] = []
        let pieces = try MediaText(text) { reference in
            guard reference.kind == .sound, let hash = try shelf(reference) else { return false }
            hashes.append(hash)
            return true
        }.pieces
        var next = 0
        for piece in pieces {
            switch piece {
            case .text(let text): nodes.append(.text(text))
            case .reference(let reference, _):
                nodes.append(
                    .element(
                        CleanMarkup.Element(
                            "omena-sound",
                            [.init("src", hashes[next].address), .init("label", reference.name)]
                        )
                    )
                )
                next += 1
            }
        }
    }
}
