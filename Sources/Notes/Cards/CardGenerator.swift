import Languages

/// Generates the cards of notes of one type; its templates are parsed once.
package struct CardGenerator: Sendable {
    package let type: NoteType
    private let templates: [ParsedTemplate]

    /// Parses the templates of a type; an invalid one generates no cards (`NoteType.flaws` says why).
    package init(_ type: NoteType) {
        self.type = type
        templates = type.templates.enumerated().compactMap { index, template in
            ParsedTemplate(template, number: index + 1)
        }
    }

    /// The questions that a note can ask; for a note of languages, every pair of them.
    ///
    /// These are the cards that Anki does not consider empty. (Anki generates a new note's first card even if it is empty.)
    ///
    /// - Parameter known: Faces to leave out because they exist already.
    package func faces(of note: Note, besides known: [Face] = []) -> [Face] {
        let faces: [Face] =
            switch type.cards {
            case .templates:
                templates.compactMap { template in
                    let face = Face.template(template.id)
                    guard !known.contains(face),
                        template.front.showsField(in: context(note, template))
                    else { return nil }
                    return face
                }
            case .cloze:
                templates.isEmpty ? [] : clozeFaces(of: note)
            case .languages:
                LanguageChoice.all.pairs(among: note.languages).map(Face.init)
            case .place:
                placeFaces(of: note)
            }
        return known.isEmpty ? faces : faces.filter { !known.contains($0) }
    }

    /// Whether some question of a note has an answer; a place needs only its name.
    package func asks(_ note: Note) -> Bool {
        switch type.cards {
        case .templates:
            let fields = Set(type.fields.map(\.name))
            return templates.contains { template in
                let context = context(note, template)
                let answers = template.back.fields.intersection(fields)
                    .subtracting(template.front.fields)
                return template.front.showsField(in: context)
                    && (answers.isEmpty || answers.contains(where: context.isFilled))
            }
        case .cloze:
            return !templates.isEmpty
                && note.values.values.contains { ClozeText($0.text).hidesSomething }
        case .languages:
            let languages = note.languages
            return languages.contains { !$0.isEquivalent(to: languages[0]) }
        case .place: return true
        }
    }

    /// The two sides of one card of a note; nil if the note does not ask this question.
    ///
    /// - Parameter withMarkup: Whether to include HTML if the note type uses it, besides the text.
    package func sides(
        of note: Note,
        face: Face,
        in deck: DeckName? = nil,
        flag: UInt8 = 0,
        withMarkup: Bool = false
    ) -> CardSides? {
        switch (face, type.cards) {
        case (.template(let id), .templates):
            guard let template = templates.first(where: { $0.id == id }) else { return nil }
            let context = context(note, template, deck: deck, flag: flag)
            guard template.front.showsField(in: context) else { return nil }
            return sides(template.filled(in: context), note, context.number, withMarkup)
        case (.cloze(let number), .cloze):
            guard clozeFaces(of: note).contains(face), let template = templates.first else {
                return nil
            }
            let context = context(note, template, number: number, deck: deck, flag: flag)
            return sides(template.filled(in: context), note, context.number, withMarkup)
        case (.languages(let from, let to), .languages):
            guard note.hasText(in: from), note.hasText(in: to) else { return nil }
            return CardSides(front: note.side(in: from), back: note.side(in: to))
        case (_, .place):
            return placeFaces(of: note).contains(face) ? note.placeSides(face) : nil
        default:
            return nil
        }
    }

    /// Both sides as Anki renders them.
    ///
    /// - Parameter marksGaps: Whether gaps are in elements that style sheets select.
    package func markup(
        of note: Note,
        face: Face,
        in deck: DeckName?,
        marksGaps: Bool = false
    ) -> (front: String, back: String)? {
        let template: ParsedTemplate?
        let number: Int?
        switch face {
        case .template(let id): (template, number) = (templates.first { $0.id == id }, nil)
        case .cloze(let gap): (template, number) = (templates.first, gap)
        default: return nil
        }
        guard let template else { return nil }
        let filled = template.filled(in: context(note, template, number: number, deck: deck))
        func text(_ pieces: [CardPiece]) -> String {
            pieces.map { marksGaps ? $0.markupWithGaps : $0.markup }.joined()
        }
        return (text(filled.front), text(filled.back))
    }
}

// MARK: - Templates

extension CardGenerator {
    /// As in Anki, gaps above the highest number share its card, gap 0 has none, and gaps in any field count.
    private func clozeFaces(of note: Note) -> [Face] {
        let numbers = note.values.values.reduce(into: Set<Int>()) { numbers, value in
            numbers.formUnion(ClozeText(value.text).numbers)
        }
        return Set(numbers.filter { $0 > 0 }.map { min($0, Face.highestCloze) }).sorted()
            .map { .cloze($0) }
    }

    private func context(
        _ note: Note,
        _ template: ParsedTemplate,
        number: Int? = nil,
        deck: DeckName? = nil,
        flag: UInt8 = 0
    ) -> CardContext {
        var texts = [
            "Card": template.name,
            "CardFlag": "flag\(flag)",
            "CardID": note.id.description,
            "Deck": deck?.text ?? "Default",
            "Subdeck": deck?.last ?? "Default",
            "Tags": note.tags.map(\.text).joined(separator: " "),
            "Type": type.name,
        ]
        for field in type.fields {
            let text = note.text(of: field.id)
            // A template may ask of a field thousands of times whether it is empty.
            texts[field.name] = text.utf8.count > 256 && text.isBlankField ? "" : text
        }
        return CardContext(
            texts: texts,
            number: number ?? template.number,
            hasGaps: number != nil
        )
    }

    private func sides(
        _ filled: (front: [CardPiece], back: [CardPiece]),
        _ note: Note,
        _ number: Int,
        _ withMarkup: Bool
    ) -> CardSides {
        var sides = CardSides(
            front: side(filled.front, note, isFront: true),
            back: side(filled.back, note, isFront: false)
        )
        if withMarkup, type.usesHTML {
            func markup(_ html: String) -> SideMarkup {
                SideMarkup(html: html, type: type.id, number: number)
            }
            sides.front.markup = markup(filled.front.html(isFront: true))
            sides.back.markup = markup(filled.back.html(isFront: false))
        }
        return sides
    }

    /// What a field shows: its text, or the text of its HTML.
    private func plain(_ value: String) -> String {
        type.usesHTML ? value.asPlainTextWithMedia : value
    }

    /// A side in plain text, with the language that all its fields share and the pronunciation of its only field.
    private func side(_ pieces: [CardPiece], _ note: Note, isFront: Bool) -> CardSide {
        var text = ""
        var shown: Set<String> = []
        add(pieces, isFront: isFront, &text, &shown)
        if text.trimmed.isEmpty, type.usesHTML {
            // What it adds is not text, or only speech.
            text = ""
            add(pieces.flatMap(\.spokenOut), isFront: isFront, &text, &shown)
        }
        if type.usesHTML { text = text.withoutFormulaMarks }
        let fields = type.fields.filter { shown.contains($0.name) }
        let languages = Set(fields.map(\.language))
        return CardSide(
            text: text.trimmed,
            language: languages.count == 1 ? fields.first?.language : nil,
            pronunciation: fields.count == 1 ? note.values[fields[0].id]?.pronunciation : nil
        )
    }

    private func add(
        _ pieces: [CardPiece],
        isFront: Bool,
        _ text: inout String,
        _ shown: inout Set<String>
    ) {
        // An HTML front is compared as a whole; as text, the back is what it adds to the front.
        let addsToFront = type.usesHTML && pieces.contains(where: \.addsToFront)
        for piece in pieces where text.utf8.count < Self.longestText {
            switch piece {
            case .markup(let markup):
                text += markup.asPlainText
            case .value(let field, let value, _):
                text += plain(value)
                shown.insert(field)
            case .typed(let field, _, let value), .hint(let field, let value, _):
                if isFront { continue }
                text += plain(value)
                shown.insert(field)
            case .spoken: break
            case .front(let pieces):
                if !addsToFront { add(pieces, isFront: isFront, &text, &shown) }
            }
        }
    }

    /// The size in bytes beyond which no more pieces are added to a side's text.
    private static let longestText = 1 << 20
}

// MARK: - Languages and places

extension CardGenerator {
    private func placeFaces(of note: Note) -> [Face] {
        let name = note.text(of: .placeName).trimmed
        guard !name.isEmpty, name != Place.newName else { return [] }
        let isDescribed = !note.text(of: .placeDescription).trimmed.isEmpty
        return (isDescribed ? [.placeToDescription, .descriptionToPlace] : [])
            + (note.place == nil ? [] : [.map])
    }
}

extension Face {
    /// Asks what is at a place on the map.
    package static let placeToDescription = Face.template(1)
    /// Asks for the place that a description fits.
    package static let descriptionToPlace = Face.template(2)
}

extension Note {
    fileprivate func side(in language: LanguageTag) -> CardSide {
        CardSide(
            text: text(of: .language(language)),
            language: language,
            pronunciation: pronunciation(of: language),
            isGenerated: values[.language(language)]?.origin == .generated
        )
    }

    fileprivate func placeSides(_ face: Face) -> CardSides {
        let name = CardSide(text: text(of: .placeName))
        let description = CardSide(text: text(of: .placeDescription))
        return switch face {
        case .descriptionToPlace: CardSides(front: description, back: name)
        // A place without a description is shown by its coordinates.
        case .map where description.text.trimmed.isEmpty:
            CardSides(front: name, back: CardSide(text: place?.text ?? ""))
        default: CardSides(front: name, back: description)
        }
    }
}
