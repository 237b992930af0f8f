import Notes

extension SideMarkup {
    /// The nodes from which the page's script creates elements; nil where the side is shown as text.
    var json: JSON? {
        guard let clean else { return nil }
        return JSON.object {
            $0.set("nodes", JSON(clean.nodes))
            if !clean.sheets.isEmpty { $0.set("sheets", clean.sheets) }
            $0.set("sheet", sheet.map { Route.sheet(type, version: $0).path })
            $0.set("number", number)
        }
    }
}

extension JSON {
    /// A text node is a string; an element is an array of its name, its attributes and its children.
    fileprivate init(_ nodes: [CleanMarkup.Node]) {
        self.init()
        append("[")
        add(nodes)
        append("]")
    }

    private mutating func add(_ nodes: [CleanMarkup.Node]) {
        for (place, node) in nodes.enumerated() {
            if place > 0 { append(",") }
            switch node {
            case .text(let text): string(text)
            case .element(let element):
                append("[")
                string(element.name)
                append(",{")
                for (place, attribute) in element.attributes.enumerated() {
                    if place > 0 { append(",") }
                    string(attribute.name)
                    append(":")
                    string(attribute.value)
                }
                append("}")
                if !element.children.isEmpty { append(",") }
                add(element.children)
                append("]")
            }
        }
    }
}
