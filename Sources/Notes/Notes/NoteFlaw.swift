package import Languages

/// Why a draft cannot become a note, and the field at fault.
package struct NoteFlaw: Hashable, Sendable {
    package enum Location: Hashable, Sendable {
        case field(FieldID)
        case tags
        case place
        case note
    }

    package enum Kind: Hashable, Sendable {
        /// The name of a place is missing.
        case noName
        /// The question is missing.
        case noPrompt
        case noAnswer
        /// A note of languages needs at least two.
        case oneLanguage
        /// No language that the deck asks is filled in.
        case noneAsked
        /// A cloze text has no gap, or only empty ones.
        case noGap
        case tooLong
        /// The coordinates cannot be parsed.
        case noPlace
        /// A tag name is invalid.
        case noTag(String)
        case tooManyTags
    }

    package var location: Location
    package var kind: Kind

    package init(_ kind: Kind, at location: Location) {
        self.location = location
        self.kind = kind
    }
}

extension NoteFlaw: CustomStringConvertible {
    package var description: String { words.description }

    package var words: Phrase {
        switch kind {
        case .noName: "Enter a name."
        case .noPrompt: "Enter the question."
        case .noAnswer: "Enter the answer."
        case .oneLanguage: "Fill in at least two languages."
        case .noneAsked: "Fill in at least one of this deck’s languages."
        case .noGap: "Mark the text to hide: {{c1::word}}."
        case .tooLong:
            "This is too long. Shorten it to \(NoteDraft.longestText / 1_000 * 1_000) characters."
        case .noPlace: "This isn’t a valid location. Enter it like 51.501 N, 0.141 W."
        case .noTag(let name): "“\(name.prefix(40))” is too long for a tag."
        case .tooManyTags: "Use at most \(NoteDraft.mostTags) tags."
        }
    }
}

extension NoteType {
    /// Why a trimmed draft cannot become a note of this type; empty if it can.
    ///
    /// - Parameters:
    ///   - asked: The fields that the deck asks; others are less likely to be meant.
    ///   - wasUnasked: Whether they are all empty in the stored note, and may stay so.
    package func flaws(
        of draft: NoteDraft,
        asked: Set<FieldID> = [],
        wasUnasked: Bool = false
    ) -> [NoteFlaw] {
        var flaws: [NoteFlaw] = []
        for (field, value) in draft.values.sorted(by: { $0.key < $1.key }) {
            let length = max(value.text.utf8.count, value.pronunciation.utf8.count)
            if length > NoteDraft.longestText {
                flaws.append(NoteFlaw(.tooLong, at: .field(field)))
            }
        }
        func isEmpty(_ field: FieldID) -> Bool { draft.values[field]?.text.isEmpty ?? true }
        func require(_ fields: [FieldID], _ kind: NoteFlaw.Kind) {
            guard let first = fields.first, fields.allSatisfy(isEmpty) else { return }
            flaws.append(NoteFlaw(kind, at: .field(first)))
        }
        switch cards {
        case .templates:
            let asked = shown { $0.front }
            require(asked, .noPrompt)
            require(shown { $0.back }.filter { !asked.contains($0) }, .noAnswer)
        case .cloze:
            let texts = shown { $0.front }
            require(texts, .noPrompt)
            if let first = texts.first, !texts.allSatisfy(isEmpty),
                texts.allSatisfy({ !hasGap(draft.values[$0]?.text ?? "") })
            {
                flaws.append(NoteFlaw(.noGap, at: .field(first)))
            }
        case .languages:
            let languages = draft.values.keys.sorted()
            let empty = languages.filter(isEmpty)
            if languages.count - empty.count < 2 {
                let missing = empty.first { asked.contains($0) } ?? empty.first
                flaws.append(NoteFlaw(.oneLanguage, at: missing.map { .field($0) } ?? .note))
            } else if !wasUnasked {
                require(asked.sorted(), .noneAsked)
            }
        case .place:
            require([.placeName], .noName)
        }
        if draft.place?.isUnreadable == true { flaws.append(NoteFlaw(.noPlace, at: .place)) }
        return flaws + Self.flaws(ofTags: draft.tagNames())
    }

    private static func flaws(ofTags names: [String]) -> [NoteFlaw] {
        guard names.count <= NoteDraft.mostTags else { return [NoteFlaw(.tooManyTags, at: .tags)] }
        return names.filter { TagName($0) == nil }.map { NoteFlaw(.noTag($0), at: .tags) }
    }

    private func hasGap(_ text: String) -> Bool { ClozeText(text).hidesSomething }

    /// The fields that the first template always shows, in order.
    private func shown(on side: (ParsedTemplate) -> TemplateText) -> [FieldID] {
        guard let template = templates.first, let read = ParsedTemplate(template, number: 1) else {
            return []
        }
        let names = side(read).alwaysReplaced
        return fields.filter { names.contains($0.name) }.map(\.id)
    }
}

extension TemplateText {
    /// The fields outside of any section.
    fileprivate var alwaysReplaced: Set<String> {
        Set(
            nodes.compactMap { node in
                guard case .field(let name, _) = node else { return nil }
                return name
            }
        )
    }
}
