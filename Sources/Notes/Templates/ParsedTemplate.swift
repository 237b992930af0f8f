/// A template whose two sides are parsed.
struct ParsedTemplate: Sendable {
    let id: TemplateID
    let name: String
    /// Its place among the templates of its type, from 1.
    let number: Int
    let front: TemplateText
    let back: TemplateText

    /// Reads both sides; nil if one of them cannot be read.
    init?(_ template: NoteType.Template, number: Int) {
        guard let front = try? TemplateText(template.front),
            let back = try? TemplateText(template.back)
        else { return nil }
        id = template.id
        name = template.name
        self.number = number
        self.front = front
        self.back = back
    }

    /// Both sides filled in; the back can show the front again.
    func filled(in context: CardContext) -> (front: [CardPiece], back: [CardPiece]) {
        let front = front.pieces(in: context)
        var context = context
        context.front = front
        return (front, back.pieces(in: context))
    }
}
