extension NoteType {
    /// The same with the fields and templates that another version of it has more.
    ///
    /// A field whose name another one has gets a number.
    ///
    /// - Parameter removed: Fields that stay away, and with them the templates that ask for nothing else.
    package func adding(
        partsOf other: NoteType,
        without removed: Set<FieldID> = []
    ) -> NoteType {
        var type = self
        var renamed: [String: String?] = [:]
        for field in other.fields {
            if removed.contains(field.id) {
                renamed[field.name] = .some(nil)
                continue
            }
            var name = fields.first { $0.id == field.id }?.name
            if name == nil {
                let new = type.unusedName(like: field.name)
                type.fields.append(Field(id: field.id, name: new, language: field.language))
                name = new
            }
            if name != field.name { renamed[field.name] = name }
        }
        guard case .templates(let own) = cards else { return type }
        let more = other.templates.filter { template in !own.contains { $0.id == template.id } }
        type.cards = .templates(
            own
                + more.compactMap { template in
                    var template = template
                    template.front = template.front.renamingFields(renamed)
                    template.back = template.back.renamingFields(renamed)
                    return template.front.trimmed.isEmpty && !removed.isEmpty ? nil : template
                }
        )
        return type
    }

    private func unusedName(like name: String) -> String {
        let used = Set(fields.map(\.name.caseFolded))
        var (new, number) = (name, 1)
        while used.contains(new.caseFolded) {
            number += 1
            new = "\(name) \(number)"
        }
        return new
    }
}
