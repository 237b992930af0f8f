public import Languages

/// Why notes of a type could not make the cards that its templates promise.
public struct NoteTypeFlaw: Error, Hashable, Sendable {
    /// The template at fault.
    public var template: TemplateID
    /// What is wrong with it.
    public var kind: Kind

    /// What can be wrong with a template; Anki refuses to store the same ones.
    public enum Kind: Hashable, Sendable {
        /// The front cannot be read.
        case front(TemplateError)
        /// The back cannot be read.
        case back(TemplateError)
        /// It names a field that the type does not have.
        case unknownField(String)
        /// No field is shown on the front.
        case noFieldOnFront
        /// An earlier template asks the very same.
        case sameFrontAs(TemplateID)
        /// A type with gaps needs `{{cloze:…}}` on both sides.
        case noCloze
    }
}

extension NoteTypeFlaw: CustomStringConvertible {
    /// The words as a text.
    public var description: String { words.description }

    /// One plain line for whoever edits the template.
    public var words: Phrase {
        switch kind {
        case .front(let error): "On the front: \(error.words)"
        case .back(let error): "On the back: \(error.words)"
        case .unknownField(let name): "There is no field called “\(name)”."
        case .noFieldOnFront: "The front shows no field."
        case .sameFrontAs(let template):
            "The front is the same as that of template \(template.description)."
        case .noCloze: "Front and back both need {{cloze:…}} with the field that has the gaps."
        }
    }
}

extension NoteType {
    /// The templates that its cards are drawn by.
    public var templates: [Template] {
        switch cards {
        case .templates(let templates): templates
        case .cloze(let template): [template]
        case .languages, .place: []
        }
    }

    /// What is wrong with its templates; empty if all is well.
    public var flaws: [NoteTypeFlaw] {
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
        if let twin = earlier.first(where: { $0.front == template.front }) {
            return .sameFrontAs(twin.id)
        }
        if case .cloze = cards,
            !front.replacesField(filteredBy: "cloze") || !back.replacesField(filteredBy: "cloze")
        {
            return .noCloze
        }
        return nil
    }

    /// `{{#c1}}` asks for a gap, not for a field.
    private func isGapCondition(_ name: String) -> Bool {
        guard case .cloze = cards, name.first == "c" else { return false }
        return UInt16(name.dropFirst()) != nil
    }
}
