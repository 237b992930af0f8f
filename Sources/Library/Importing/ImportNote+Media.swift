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
