internal import LibraryValues
internal import Notes

extension ImportNote {
    /// Renames references to pictures and sounds.
    mutating func rename(_ names: [String: String]) { values.renameMedia(names) }
}

extension [FieldID: FieldValue] {
    mutating func renameMedia(_ names: [String: String]) {
        guard !names.isEmpty else { return }
        for (field, value) in self where MediaText.mayName(value.text.utf8) {
            let text = MediaText(value.text)
            guard text.references.contains(where: { names[$0.name] != nil }) else { continue }
            self[field]?.text = text.pieces.map { piece in
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
