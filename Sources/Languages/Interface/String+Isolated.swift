extension String {
    /// The text in a directional isolate if it has letters that run from right to left.
    ///
    /// Otherwise punctuation at its end would be displayed on the wrong side, because the sentence around it runs from left to
    /// right.
    var isolated: String {
        unicodeScalars.contains(where: \.runsRightToLeft) ? "\u{2068}\(self)\u{2069}" : self
    }
}

extension Unicode.Scalar {
    /// Whether it is in a block of Unicode for scripts that run from right to left.
    fileprivate var runsRightToLeft: Bool {
        switch value {
        case ..<0x590: false
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x1_0800...0x1_0FFF,
            0x1_E800...0x1_EFFF:
            true
        default: false
        }
    }
}
