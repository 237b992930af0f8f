package import Languages

/// The unvalidated contents of the note type form.
package struct NoteTypeDraft: Hashable, Sendable {
    package struct Field: Hashable, Sendable {
        /// The existing field; nil for a new one.
        package var id: Int?
        package var name: String
        /// Its language by name or tag; empty for none.
        package var language: String

        package init(id: Int? = nil, name: String = "", language: String = "") {
            self.id = id
            self.name = name
            self.language = language
        }
    }

    package struct Template: Hashable, Sendable {
        /// The existing template; nil for a new one.
        package var id: TemplateID?
        package var name: String
        package var front: String
        package var back: String

        package init(
            id: TemplateID? = nil,
            name: String = "",
            front: String = "",
            back: String = ""
        ) {
            self.id = id
            self.name = name
            self.front = front
            self.back = back
        }
    }

    package enum Location: Hashable, Sendable {
        case name
        case field(Int)
        case template(Int)
        case whole
    }

    package var name: String
    /// In the order of forms.
    package var fields: [Field]
    /// How cards are generated.
    package var templates: [Template]
    package var css: String
    /// The language of the built-in names in it, because the interface may have another by the time it is saved.
    package var language: InterfaceLanguage

    /// The maximum number of fields and of templates.
    package static let most = 100
    /// The maximum size of a name in bytes.
    package static let longestName = 200
    /// The maximum size of a template or style sheet in bytes.
    package static let longestText = 100_000

    package init(
        name: String,
        fields: [Field],
        templates: [Template],
        css: String = "",
        language: InterfaceLanguage = .current
    ) {
        self.name = name
        self.fields = fields
        self.templates = templates
        self.css = css
        self.language = language
    }

    /// With the names that are stored, by which other programs know them.
    package init(stored type: NoteType) {
        self.init(
            name: type.name,
            fields: type.fields.map { field in
                var id: Int?
                if case .number(let number) = field.id { id = number }
                let language = field.language
                return Field(
                    id: id,
                    name: field.name,
                    language: language.map { $0.localizedName.description } ?? ""
                )
            },
            templates: type.templates.map {
                Template(id: $0.id, name: $0.name, front: $0.front, back: $0.back)
            },
            css: type.css
        )
    }

    /// Built-in names are in the interface's language, also in templates; `type(over:id:)` keeps those that are left alone.
    package init(_ type: NoteType) {
        self.init(stored: type)
        name = type.localizedName.description
        let shown = type.shownFieldNames
        var renamed: [String: String?] = [:]
        for (index, field) in type.fields.enumerated() {
            guard let name = shown[field.id], name != field.name else { continue }
            fields[index].name = name
            renamed[field.name] = name
        }
        for (index, template) in type.templates.enumerated() {
            templates[index].name = type.localizedName(of: template).description
            templates[index].front = template.front.renamingFields(renamed)
            templates[index].back = template.back.renamingFields(renamed)
        }
    }
}

extension NoteTypeDraft {
    /// Applies the draft to a type; renamed fields are renamed in the templates as well.
    ///
    /// - Parameters:
    /// - base: The type to edit, or to derive a new one from.
    /// - id: The id of the resulting type.
    /// - usedTemplates: Templates that the type once had, because their numbers are not reused.
    package func type(
        over base: NoteType,
        id: NoteTypeID,
        usedTemplates: Set<TemplateID> = []
    ) -> NoteType {
        var type = base
        type.id = id
        // Only what stays the same type keeps its built-in names; a copy is the learner's.
        let isSame = id == base.id
        func kept(_ name: String, ifShown shown: String, as stored: String) -> String {
            isSame && name == shown ? stored : name
        }
        func shown<Value>(_ names: () -> Value) -> Value {
            InterfaceLanguage.withCurrent(language, names)
        }
        type.name = kept(
            name.trimmed,
            ifShown: shown { base.localizedName.description },
            as: base.name
        )
        type.css = css
        guard base.cards != .languages, base.cards != .place else { return type }
        var known = Set(base.fields.map(\.id))
        var renamed: [String: String?] = [:]
        let shownFields = shown { base.shownFieldNames }
        type.fields = fields.map { field in
            var name = field.name.trimmed
            let old = field.id.flatMap { id in base.fields.first { $0.id == .number(id) } }
            if let old {
                let seen = shownFields[old.id] ?? old.name
                // Its stored name is not shown, so another field may have been given it.
                let others = fields.filter { $0.id != field.id }.map(\.name.trimmed.caseFolded)
                let isFree = seen == old.name || !others.contains(old.name.caseFolded)
                if isFree { name = kept(name, ifShown: seen, as: old.name) }
                if isFree, old.name != name { renamed[old.name] = name }
                if seen != name { renamed[seen] = name }
            }
            let id = old?.id ?? FieldID(ofNew: name, beside: known)
            known.insert(id)
            return NoteType.Field(
                id: id,
                name: name,
                language: tag(of: field)
            )
        }
        var used = usedTemplates.union(base.templates.map(\.id))
        let drafted = templates.map { template in
            let old = template.id.flatMap { id in base.templates.first { $0.id == id } }
            let id = old?.id ?? TemplateID(ofNew: template.name + template.front, beside: used)
            used.insert(id)
            let name = template.name.trimmed
            return NoteType.Template(
                id: id,
                name: old.map { old in
                    let seen = shown { base.localizedName(of: old).description }
                    return kept(name, ifShown: seen, as: old.name)
                } ?? name,
                front: template.front.renamingFields(renamed),
                back: template.back.renamingFields(renamed)
            )
        }
        if case .cloze = base.cards {
            if let template = drafted.first { type.cards = .cloze(template) }
        } else {
            type.cards = .templates(drafted)
        }
        return type
    }

    /// Removes a field and its tags in templates; a question without any field then shows the first one, as in Anki.
    package mutating func removeField(at index: Int, isCloze: Bool) {
        let name = fields.remove(at: index).name
        guard let first = fields.first?.name else { return }
        func without(_ text: String, mustShow: Bool) -> String {
            let text = text.renamingFields([name: nil])
            let filter = isCloze ? "cloze" : nil
            guard mustShow, (try? TemplateText(text))?.replacesField(filteredBy: filter) == false
            else { return text }
            return text + (isCloze ? "{{cloze:\(first)}}" : "{{\(first)}}")
        }
        for index in templates.indices {
            let template = templates[index]
            templates[index].front = without(template.front, mustShow: true)
            templates[index].back = without(template.back, mustShow: isCloze)
        }
    }

    /// The problems of the draft, one line each; empty if it is valid.
    package func flaws(over base: NoteType) -> [(location: Location, words: Phrase)] {
        var flaws: [(location: Location, words: Phrase)] = []
        if name.trimmed.isEmpty { flaws.append((.name, "Enter a name.")) }
        if name.utf8.count > Self.longestName { flaws.append((.name, "Shorten the name.")) }
        guard base.cards != .languages, base.cards != .place else { return flaws }
        if fields.isEmpty { flaws.append((.whole, "Add at least one field.")) }
        if max(fields.count, templates.count) > Self.most {
            flaws.append(
                (.whole, "A card type can have at most \(Self.most) fields and as many cards.")
            )
        }
        var seen: Set<String> = []
        for (index, field) in fields.enumerated() {
            if let words = flaw(of: field, seen: &seen) {
                flaws.append((.field(index), words))
            }
        }
        if templates.isEmpty { flaws.append((.whole, "Add at least one card.")) }
        for (index, template) in templates.enumerated()
        where max(template.front.utf8.count, template.back.utf8.count) > Self.longestText {
            flaws.append((.template(index), "This is too long."))
        }
        guard flaws.isEmpty else { return flaws }
        let type = type(over: base, id: base.id)
        return type.flaws.map { flaw in
            let index = type.templates.firstIndex { $0.id == flaw.template } ?? 0
            return (.template(index), flaw.words)
        }
    }

    /// Its language may be named in the language of the form or, where that has changed since, of the interface.
    private func tag(of field: Field) -> LanguageTag? {
        let name = field.language.trimmed
        if let tag = LanguageTag(name: name) { return tag }
        return InterfaceLanguage.withCurrent(language) { LanguageTag(name: name) }
    }

    private func flaw(of field: Field, seen: inout Set<String>) -> Phrase? {
        let name = field.name.trimmed
        if name.isEmpty { return "Enter a name for the field." }
        if name.utf8.count > Self.longestName { return "Shorten the name." }
        if let sign = name.first(where: { "{}:\"".contains($0) }) {
            return "A field name can’t contain “\(String(sign))”."
        }
        if let sign = name.first, "#^/".contains(sign) {
            return "A field name can’t begin with “\(String(sign))”."
        }
        if CardContext.specialFields.contains(name) {
            return "“\(name)” has a special meaning on cards. Choose another name."
        }
        if !seen.insert(name.caseFolded).inserted {
            return "A field with this name already exists."
        }
        if !field.language.trimmed.isEmpty, tag(of: field) == nil {
            return
                "“\(field.language.prefix(40))” isn’t a known language. Enter a language name or a tag such as fi."
        }
        return nil
    }
}

extension String {
    /// A template with renamed fields; all change at once, so that two can swap names.
    ///
    /// The tags of a field whose new name is nil are removed.
    func renamingFields(_ names: [String: String?]) -> String {
        guard !names.isEmpty else { return self }
        var result = ""
        var rest = self[...]
        while let start = rest.firstRange(of: "{{") {
            result += rest[..<start.lowerBound]
            guard let end = rest[start.upperBound...].firstRange(of: "}}") else {
                rest = rest[start.lowerBound...]
                break
            }
            if let tag = rest[start.upperBound..<end.lowerBound].renamingTag(names) {
                result += "{{\(tag)}}"
            }
            rest = rest[end.upperBound...]
        }
        return result + rest
    }
}

extension Substring {
    /// The content of braces: a sign or filters, and then the name of a field; nil if that is removed.
    fileprivate func renamingTag(_ names: [String: String?]) -> String? {
        let sign = first.map { "#^/".contains($0) } == true ? prefix(1) : ""
        let body = dropFirst(sign.count)
        let start = body.lastIndex(of: ":").map { body.index(after: $0) } ?? body.startIndex
        guard let name = names[body[start...].trimmed] else { return String(self) }
        return name.map { sign + body[..<start] + $0 }
    }
}
