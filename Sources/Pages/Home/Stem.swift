/// A progress bar of how much of a deck is remembered, drawn as a stem with a leaf at its tip.
///
/// Hidden from screen readers, because the words beside it say the same; an inline style could not size it, because
/// the pages' policy allows none.
struct Stem: HTML {
    let part: Int
    let whole: Int

    private static let length = 132

    func write(to page: inout HTMLWriter) {
        let grown = whole == 0 ? 0 : max(part > 0 ? 3 : 0, part * Self.length / whole)
        page.markup(
            "<svg class=\"stem\" viewBox=\"0 0 144 14\" aria-hidden=\"true\"><path class=\"stem-ground\" d=\"M3 10h"
        )
        page.number(Self.length)
        page.markup("\"/>")
        if grown > 0 {
            page.markup("<path class=\"stem-grown\" d=\"M3 10h")
            page.number(grown)
            page.markup("\"/><path class=\"stem-leaf\" d=\"M")
            page.number(grown + 1)
            page.markup(" 9.500c-.5-5 2.500-8 9-8 0 6-3.500 8.500-9 8Z\"/>")
        }
        page.markup("</svg>")
    }
}
