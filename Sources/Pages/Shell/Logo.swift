/// The logo: an apple that is a flash card, with two lines of text, a dimple, a leaf and a second card behind.
struct Logo: HTML {
    let names: StaticString

    init(_ names: StaticString = "") { self.names = names }

    func write(to page: inout HTMLWriter) {
        svg(.class(names), .fixed("viewBox", "0 0 60 64"), .ariaHidden) {
            use(.href(fragment: "#logo"))
        }.write(to: &page)
    }

    /// The drawing, for the sprite; its colours come from the style sheet.
    static let symbol = Markup(
        """
        <symbol id="logo" viewBox="0 0 60 64">\
        <path class="logo-back" d="M27 12.500 47.500 16.200a9 9 0 0 1 7.300 10.400L50.300 51a9 9 0 0 1-10.400 7.300L24 \
        55Z"/><path class="logo-card" d="M20 18c4.200 0 6.500 3.200 10 3.200S35.800 18 40 18a11 11 0 0 1 11 \
        11v19.500A12.500 12.500 0 0 1 38.500 61c-3.600 0-5.300-1.700-8.500-1.700S25.100 61 21.500 61A12.500 12.500 \
        0 0 1 9 48.500V29a11 11 0 0 1 11-11Z"/>\
        <path class="logo-leaf" d="M29.500 18.500C28 9.500 33.500 3.200 44 2.500 45 12 39.500 18.300 29.500 18.500Z"/>\
        <g class="logo-line" fill="none" stroke-width="4.200" stroke-linecap="round">\
        <path d="M20 35.500h20"/><path d="M25 45h10"/></g></symbol>
        """
    )
}
