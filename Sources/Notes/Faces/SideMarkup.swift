/// A side of a note type whose fields and templates are HTML, as its author wants it to look.
public struct SideMarkup: Hashable, Sendable {
    /// As templates and fields say it; whatever is in it, nobody has looked at it.
    public var html: String
    /// Whose sheet it has.
    public var type: NoteTypeID
    /// The number of the card among those of its type, which sheets know it by.
    public var number: Int
    /// What may be shown of it; nil until the library has cleaned it, and where it is too large.
    public var clean: CleanMarkup?
    /// Names the sheet as it is now; nil where the type has none.
    public var sheet: String?

    /// Puts a side together that nobody has looked at.
    public init(html: String, type: NoteTypeID, number: Int) {
        self.html = html
        self.type = type
        self.number = number
    }
}

extension String {
    /// As it stands within quotes in HTML.
    var attributeEscaped: String { rewritten(\.markupReference) }

    /// The same of what is HTML already, with its references to characters.
    var quoted: String { rewritten { $0 == "\"" || $0 == "<" ? $0.markupReference : nil } }
}
