import Languages

/// Names in a chart beside the lines that they name, over which the style sheet lays them.
///
/// They are placed by shares of the chart, because its size depends on the page.
struct ChartNames: HTML {
    struct Name {
        let text: Phrase
        /// How far down the line ends, from 0 to 1.
        let height: Double
        /// The part whose line it names; nil for an aim.
        var part: Int?
    }

    let names: [Name]

    /// The least distance of two names.
    private static let gap = 0.1
    /// Where names can be.
    private static let places = 0.08...0.97

    /// The names from top to bottom with their places: above the ends of their lines, and apart from each other.
    var placed: [(name: Name, height: Double)] {
        var placed = names.sorted { $0.height < $1.height }
            .map { (name: $0, height: max($0.height - 0.02, Self.places.lowerBound)) }
        for index in placed.indices.dropFirst() {
            placed[index].height = max(placed[index].height, placed[index - 1].height + Self.gap)
        }
        var lowest = Self.places.upperBound
        for index in placed.indices.reversed() {
            placed[index].height = min(placed[index].height, lowest)
            lowest = placed[index].height - Self.gap
        }
        return placed
    }

    func write(to page: inout HTMLWriter) {
        let isMirrored = InterfaceLanguage.current.direction == .rightToLeft
        page.markup("<svg class=\"chart-names\">")
        for (name, height) in placed {
            page.markup("<svg overflow=\"visible\" x=\"")
            page.number(isMirrored ? 0 : 100)
            page.markup("%\" y=\"")
            page.number(Int((100 * height).rounded()))
            page.markup("%\">")
            if let part = name.part {
                page.markup("<path class=\"line-")
                page.number(part)
                page.markup(isMirrored ? "\" d=\"M20-4H0\"/>" : "\" d=\"M-20-4H0\"/>")
            }
            page.markup("<text x=\"")
            let space = name.part == nil ? 0 : 25
            page.number(isMirrored ? space : -space)
            page.markup("\">")
            page.text(name.text.description)
            page.markup("</text></svg>")
        }
        page.markup("</svg>")
    }
}
