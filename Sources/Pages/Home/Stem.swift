import LibraryValues

/// A progress bar of how much of a deck is known and how much is being learned, drawn as a stem with a leaf at its tip.
///
/// Hidden from screen readers, because the words beside it say the same; an inline style could not size it, because
/// the pages' policy allows none.
struct Stem: HTML {
    let deck: DeckSummary
    /// In units of the drawing, whose lines are six units thick, so that a longer stem is thinner in the same space.
    var length = 132

    func write(to page: inout HTMLWriter) {
        let known = length(of: deck.known)
        let grown = max(known, length(of: deck.known + deck.learning))
        page.markup("<svg class=\"stem\" aria-hidden=\"true\" viewBox=\"0 0 ")
        page.number(length + 12)
        page.markup(" 14\"><path class=\"stem-ground\" d=\"M3 10h")
        page.number(length)
        page.markup("\"/>")
        draw("stem-learning", grown, on: &page)
        draw("stem-known", known, on: &page)
        if grown > 0 {
            page.markup("<path class=\"stem-leaf\" d=\"M")
            page.number(grown + 1)
            page.markup(" 9.500c-.5-5 2.500-8 9-8 0 6-3.500 8.500-9 8Z\"/>")
        }
        page.markup("</svg>")
    }

    private func length(of part: Int) -> Int {
        guard part > 0, deck.notes > 0 else { return 0 }
        return min(max(3, part * length / deck.notes), length)
    }

    private func draw(_ name: StaticString, _ length: Int, on page: inout HTMLWriter) {
        guard length > 0 else { return }
        page.markup("<path class=\"")
        page.markup(name)
        page.markup("\" d=\"M3 10h")
        page.number(length)
        page.markup("\"/>")
    }
}
