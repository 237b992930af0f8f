/// A side in HTML, of a note type whose fields and templates are HTML.
package struct SideMarkup: Hashable, Sendable {
    /// The HTML of templates and fields, not cleaned.
    package var html: String
    /// The note type whose style sheet applies.
    package var type: NoteTypeID
    /// The number of the card's template, by which style sheets select it.
    package var number: Int
    /// The cleaned markup; nil until the library has cleaned it, or if it is too large.
    package var clean: CleanMarkup?
    /// The version of the style sheet; nil if the type has none.
    package var sheet: String?
}

extension String {
    /// The text escaped for a quoted attribute in HTML.
    var attributeEscaped: String { rewritten(\.markupReference) }

    /// HTML escaped for a quoted attribute, with its character references preserved.
    var quoted: String { rewritten { $0 == "\"" || $0 == "<" ? $0.markupReference : nil } }
}
