internal import LibraryValues
internal import Notes

extension ImportNote {
    /// Renames references to pictures and sounds.
    mutating func rename(_ names: [String: String]) {
        for (field, value) in values where MediaText.mayName(value.text.utf8) {
            let text = MediaText(value.text)
            guard text.references.contains(where: { names[$0.name] != nil }) else { continue }
            values[field]?.text = text.pieces.map { piece in
                switch piece {
                case .text(let text): text
                case .reference(let reference, let source):
                    names[reference.name].map { source.replacing(reference.name, with: $0) }
                        ?? source
                }
            }.joined()
        }
    }
}

extension String {
    /// A file name that differs for different content, such as `cat-0123456789ab.png`.
    func distinguished(by hash: MediaHash) -> String {
        let dot = lastIndex(of: ".") ?? endIndex
        return "\(self[..<dot])-\(hash.description.prefix(12))\(self[dot...])"
    }

    /// Whether it says already that a file has this content, as names in an exported file may.
    func isDistinguished(by hash: MediaHash) -> Bool {
        self[..<(lastIndex(of: ".") ?? endIndex)].hasSuffix("-\(hash.description.prefix(12))")
    }
}
