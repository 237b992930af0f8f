/// A QR code as a picture: dark modules on a light ground, whatever the page's colours.
struct QRDrawing: HTML {
    /// Whether each module is dark.
    let rows: [[Bool]]

    /// How many light modules readers need around the code.
    private static let quietZone = 4

    func write(to page: inout HTMLWriter) {
        page.markup("<svg class=\"qr\" aria-hidden=\"true\" viewBox=\"0 0 ")
        page.number(rows.count + 2 * Self.quietZone)
        page.markup(" ")
        page.number(rows.count + 2 * Self.quietZone)
        page.markup("\"><path class=\"qr-ground\" d=\"M0 0h")
        page.number(rows.count + 2 * Self.quietZone)
        page.markup("v")
        page.number(rows.count + 2 * Self.quietZone)
        page.markup("H0Z\"/><path class=\"qr-modules\" d=\"")
        for (y, row) in rows.enumerated() {
            for (x, isDark) in row.enumerated() where isDark {
                page.markup("M")
                page.number(x + Self.quietZone)
                page.markup(" ")
                page.number(y + Self.quietZone)
                page.markup("h1v1h-1Z")
            }
        }
        page.markup("\"/></svg>")
    }
}
