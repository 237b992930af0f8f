internal import Languages
internal import Notes

extension Note {
    /// The cards that a note can show, first things first.
    func questions(_ type: NoteType, choosing choice: LanguageChoice) -> [DealtCard] {
        switch type.cards {
        case .languages:
            let languages = values.keys.sorted().compactMap { field -> LanguageTag? in
                guard case .language(let tag) = field, !text(of: field).isEmpty else { return nil }
                return tag
            }
            return choice.pairs(among: languages).map { pair in
                DealtCard(note: id, face: Face(pair), front: side(pair.from), back: side(pair.to))
            }
        case .templates(let templates):
            return templates.compactMap { template in
                guard let front = field(shownBy: template.front, type),
                    let back = field(shownBy: template.back, type),
                    !text(of: front.id).isEmpty
                else { return nil }
                return DealtCard(
                    note: id,
                    face: .template(template.id),
                    front: Side(text: text(of: front.id), language: front.language),
                    back: Side(text: text(of: back.id), language: back.language)
                )
            }
        case .cloze, .place:
            return []
        }
    }

    /// Whether an answer may be given to a card that nobody asked yet.
    func has(_ face: Face, _ type: NoteType) -> Bool {
        switch (face, type.cards) {
        case (.template(let id), .templates(let templates)): templates.contains { $0.id == id }
        case (.cloze, .cloze): true
        case (.languages(let from, let to), .languages):
            values[.language(from)] != nil && values[.language(to)] != nil
        case (.map, .place): true
        default: false
        }
    }

    private func side(_ tag: LanguageTag) -> Side {
        Side(
            text: text(of: .language(tag)),
            language: tag,
            pronunciation: values[.language(tag)]?.pronunciation
        )
    }

    private func field(shownBy template: String, _ type: NoteType) -> NoteType.Field? {
        type.fields.first { template.contains("{{\($0.name)}}") }
    }
}
