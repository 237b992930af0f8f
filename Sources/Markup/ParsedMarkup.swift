internal import CGumbo

/// HTML as a browser would read it, for as long as `read` runs.
enum ParsedMarkup {
    /// The most bytes of HTML that are read.
    static let largest = 128 << 10
    /// The most memory that reading may take: some HTML makes a browser repeat itself.
    private static let budget = 64 << 20
    /// What a side stands in: a body in which no frames can follow.
    private static let opening = "<!DOCTYPE html><body><br>"

    /// Reads HTML and hands over what stands in its body; nil where it is too large, or larger than it looks.
    static func read<Value>(
        _ html: String,
        _ take: (ArraySlice<UnsafePointer<GumboNode>>) throws -> Value
    ) rethrows -> Value? {
        guard html.utf8.count <= largest else { return nil }
        var text = Array((opening + html).utf8)
        return try text.withUnsafeMutableBytes { bytes in
            try bytes.withMemoryRebound(to: CChar.self) { characters -> Value? in
                var parse = omena_parse()
                omena_parse_begin(&parse, characters.baseAddress, characters.count, budget)
                defer { omena_parse_end(&parse) }
                guard let output = parse.output, let root = output.pointee.root else { return nil }
                for child in root.pointee.v.element.children.nodes
                where child.pointee.type == GUMBO_NODE_ELEMENT
                    && child.pointee.v.element.tag == GUMBO_TAG_BODY
                {
                    return try take(child.pointee.v.element.children.nodes.dropFirst())
                }
                return nil
            }
        }
    }
}

extension GumboVector {
    /// The nodes that a list of children points to.
    var nodes: [UnsafePointer<GumboNode>] {
        (0..<Int(length)).compactMap { place in
            data[place].map { UnsafePointer($0.assumingMemoryBound(to: GumboNode.self)) }
        }
    }
}

extension GumboElement {
    /// Its name in lower case.
    var name: String {
        if tag != GUMBO_TAG_UNKNOWN { return String(cString: gumbo_normalized_tagname(tag)) }
        var piece = original_tag
        gumbo_tag_from_original_text(&piece)
        guard let data = piece.data else { return "" }
        return data.withMemoryRebound(to: UInt8.self, capacity: piece.length) {
            String(decoding: UnsafeBufferPointer(start: $0, count: piece.length), as: UTF8.self)
        }.lowercased()
    }

    /// Its attributes by name, the first of each.
    var attributePairs: [(name: String, value: String)] {
        (0..<Int(attributes.length)).compactMap { place in
            guard let pointer = attributes.data[place] else { return nil }
            let attribute = pointer.assumingMemoryBound(to: GumboAttribute.self).pointee
            return (String(cString: attribute.name).lowercased(), String(cString: attribute.value))
        }
    }
}
