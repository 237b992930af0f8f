package import Languages

/// A problem with a note type's template.
package struct NoteTypeFlaw: Error, Hashable, Sendable {
    package var template: TemplateID
    package var kind: Kind

    /// Anki refuses the same problems.
    package enum Kind: Hashable, Sendable {
        case front(TemplateError)
        case back(TemplateError)
        case unknownField(String)
        case noFieldOnFront
        /// An earlier template has the same front.
        case sameFrontAs(TemplateID)
        /// A cloze type needs `{{cloze:…}}` on both sides.
        case noCloze
    }
}

extension NoteTypeFlaw: CustomStringConvertible {
    package var description: String { words.description }

    package var words: Phrase {
        switch kind {
        case .front(let error): "On the front: \(error.words)"
        case .back(let error): "On the back: \(error.words)"
        case .unknownField(let name): "There is no field named “\(name)”."
        case .noFieldOnFront: "The front contains no fields."
        case .sameFrontAs(let template):
            "The front is the same as in template \(template.description)."
        case .noCloze: "Both sides need {{cloze:…}} with the field that contains the gaps."
        }
    }
}

extension NoteType {
    /// Whether its cards are the gaps in its notes.
    package var isCloze: Bool {
        if case .cloze = cards { true } else { false }
    }

    package var templates: [Template] {
        switch cards {
        case .templates(let templates): templates
        case .cloze(let template): [template]
        case .languages, .place: []
        }
    }

    /// The problems of its templates; empty if there are none.
    package var flaws: [NoteTypeFlaw] {
        templates.enumerated().compactMap { index, template in
            flaw(of: template, after: templates[..<index]).map {
                NoteTypeFlaw(template: template.id, kind: $0)
            }
        }
    }

    private func flaw(
        of template: Template,
        after earlier: ArraySlice<Template>
    ) -> NoteTypeFlaw.Kind? {
        let front: TemplateText
        let back: TemplateText
        do { front = try TemplateText(template.front) } catch { return .front(error) }
        do { back = try TemplateText(template.back) } catch { return .back(error) }

        let known = CardContext.specialFields.union(fields.map(\.name)).union([""])
        let named = front.fields.union(back.fields).filter { !isGapCondition($0) }
        if let unknown = named.subtracting(known).min() { return .unknownField(unknown) }
        if !front.replacesField() { return .noFieldOnFront }
        if let duplicate = earlier.first(where: { $0.front == template.front }) {
            return .sameFrontAs(duplicate.id)
        }
        if case .cloze = cards,
            !front.replacesField(filteredBy: "cloze") || !back.replacesField(filteredBy: "cloze")
        {
            return .noCloze
        }
        return nil
    }

    /// `{{#c1}}` tests a gap, not a field.
    private func isGapCondition(_ name: String) -> Bool {
        guard case .cloze = cards, name.first == "c" else { return false }
        return UInt16(name.dropFirst()) != nil
    }
}
