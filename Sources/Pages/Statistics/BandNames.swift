import Languages

/// The names of the parts of a chart, in places of equal height beside it, and lines that lead to them.
struct BandNames: HTML {
    /// A part that has a name.
    struct Band: Equatable {
        let part: Int
        /// From 0 to 1, where its line begins at the edge of the chart; nil if it has none.
        let height: Double?
    }

    /// From top to bottom.
    let bands: [Band]
    /// By part.
    let names: [Phrase]
    var areLines = false

    func write(to page: inout HTMLWriter) {
        NameLines(heights: bands.map(\.height)).write(to: &page)
        ul(.class("band-names")) {
            Each(bands) { band in
                li {
                    if areLines {
                        LineSwatch(part: band.part)
                    } else {
                        Swatch(index: band.part)
                    }
                    span { names[band.part] }
                }
            }
        }.write(to: &page)
    }
}

/// Lines from the edge of a chart to the names beside it, which share its height equally.
private struct NameLines: HTML {
    let heights: [Double?]

    func write(to page: inout HTMLWriter) {
        page.markup(
            "<svg class=\"name-lines\" preserveAspectRatio=\"none\" viewBox=\"0 0 10 1000\"><path class=\"name-line\" d=\""
        )
        for (place, height) in heights.enumerated() {
            guard let height else { continue }
            page.markup("M0 ")
            page.number(svgHeight(height))
            page.markup("L10 ")
            page.number((2 * place + 1) * 500 / heights.count)
        }
        page.markup("\"/></svg>")
    }
}
