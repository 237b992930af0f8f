internal import Languages

extension NoteType {
    /// The same with the fields and templates that another version of it has more.
    ///
    /// A field whose name another one has gets a number.
    package func adding(partsOf other: NoteType) -> NoteType {
        var type = self
        var renamed: [String: String?] = [:]
        for field in other.fields {
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
                + more.map { template in
                    var template = template
                    template.front = template.front.renamingFields(renamed)
                    template.back = template.back.renamingFields(renamed)
                    return template
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
