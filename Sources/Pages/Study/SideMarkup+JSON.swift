import JSON
import Notes

extension SideMarkup {
    /// What the page's script makes elements of; nil where the side is shown as text.
    var json: [UInt8]? {
        guard let clean else { return nil }
        return JSONWriter.object {
            $0.name("nodes")
            $0.array(clean.nodes) { $0.write($1) }
            if !clean.sheets.isEmpty { $0.set("sheets", clean.sheets) }
            $0.set("sheet", sheet.map { Route.sheet(type, version: $0).path })
            $0.set("number", number)
        }
    }
}

extension JSONWriter {
    /// A text is written as a string; an element is an array of its name, its attributes and its children.
    fileprivate mutating func write(_ node: CleanMarkup.Node) {
        switch node {
        case .text(let text): write(text)
        case .element(let element):
            array { json in
                json.write(element.name)
                json.object { json in
                    for attribute in element.attributes {
                        json.set(named: attribute.name, attribute.value)
                    }
                }
                for child in element.children { json.write(child) }
            }
        }
    }
}
