internal import CGumbo

/// HTML parsed by Gumbo, for the duration of `read`.
enum ParsedMarkup {
    /// The maximum size of HTML in bytes.
    static let largest = 128 << 10
    /// The memory limit of parsing, because some HTML makes parsers duplicate elements.
    private static let budget = 64 << 20
    /// The context of a side: a body in which a frame set is no longer allowed.
    private static let opening = "<!DOCTYPE html><body><br>"

    /// Parses HTML and passes on the contents of its body; nil if it is too large or needs too much memory.
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
    var nodes: [UnsafePointer<GumboNode>] {
        (0..<Int(length)).compactMap { place in
            data[place].map { UnsafePointer($0.assumingMemoryBound(to: GumboNode.self)) }
        }
    }
}

extension GumboElement {
    /// The name in lower case.
    var name: String {
        if tag != GUMBO_TAG_UNKNOWN { return String(cString: gumbo_normalized_tagname(tag)) }
        var piece = original_tag
        gumbo_tag_from_original_text(&piece)
        guard let data = piece.data else { return "" }
        return data.withMemoryRebound(to: UInt8.self, capacity: piece.length) {
            String(decoding: UnsafeBufferPointer(start: $0, count: piece.length), as: UTF8.self)
        }.lowercased()
    }

    var attributePairs: [(name: String, value: String)] {
        (0..<Int(attributes.length)).compactMap { place in
            guard let pointer = attributes.data[place] else { return nil }
            let attribute = pointer.assumingMemoryBound(to: GumboAttribute.self).pointee
            return (String(cString: attribute.name).lowercased(), String(cString: attribute.value))
        }
    }
}
