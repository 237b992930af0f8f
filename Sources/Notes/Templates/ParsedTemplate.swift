struct ParsedTemplate: Sendable {
    let id: TemplateID
    let name: String
    /// The position among the templates of its type, from 1.
    let number: Int
    let front: TemplateText
    let back: TemplateText

    /// Nil if one of the sides has a syntax error.
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

    /// The back can include the front.
    func filled(in context: CardContext) -> (front: [CardPiece], back: [CardPiece]) {
        let front = front.pieces(in: context)
        var context = context
        context.front = front
        return (front, back.pieces(in: context))
    }
}
