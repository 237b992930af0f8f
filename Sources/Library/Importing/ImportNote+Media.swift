internal import Notes

extension ImportNote {
    /// Names pictures and sounds as they are called here.
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
    /// A name of a file for content that must not take this one from what has it.
    func distinguished(by hash: MediaHash) -> String {
        let dot = lastIndex(of: ".") ?? endIndex
        return "\(self[..<dot])-\(hash.description.prefix(12))\(self[dot...])"
    }
}
