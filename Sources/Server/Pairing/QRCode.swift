internal import CQREncode

/// A QR code, as text for a terminal or as a picture for a page.
package struct QRCode {
    private let width: Int
    private let modules: [Bool]

    /// Nil where the text is too long for a QR code.
    package init?(_ text: String) {
        guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1) else {
            return nil
        }
        defer { QRcode_free(code) }
        width = Int(code.pointee.width)
        let bytes = UnsafeBufferPointer(start: code.pointee.data, count: width * width)
        modules = bytes.map { $0 & 1 == 1 }
    }

    /// Whether each module is dark, row by row.
    package var rows: [[Bool]] {
        (0..<width).map { row in Array(modules[row * width..<(row + 1) * width]) }
    }

    /// The code for a dark terminal, two rows of modules per line of half blocks, with the quiet zone that readers need: light modules are drawn, dark ones left out.
    ///
    /// - Parameter isColored: Sets the terminal's colours, so that it looks the same on a light one.
    package func text(isColored: Bool) -> String {
        let edge = 2
        let (begin, end) = isColored ? ("\u{1B}[97;40m", "\u{1B}[0m") : ("", "")
        return stride(from: -edge, to: width + edge, by: 2).map { row in
            let line = (-edge..<width + edge).map { column in
                switch (isDark(row, column), isDark(row + 1, column)) {
                case (false, false): "█"
                case (false, true): "▀"
                case (true, false): "▄"
                case (true, true): " "
                }
            }.joined()
            return begin + line + end
        }.joined(separator: "\n")
    }

    private func isDark(_ row: Int, _ column: Int) -> Bool {
        guard (0..<width).contains(row), (0..<width).contains(column) else { return false }
        return modules[row * width + column]
    }
}
