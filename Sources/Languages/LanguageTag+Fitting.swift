extension LanguageTag {
    /// Whether more than half of a text's letters belong to the language's script.
    ///
    /// True if the script is unknown, and false for a text without letters in a known script.
    package func fits(_ text: String) -> Bool {
        guard let script = likelyScript, let own = Self.scripts[script] else { return true }
        let letters = text.unicodeScalars.filter(\.properties.isAlphabetic)
        let fitting = letters.filter { letter in own.contains { $0.contains(letter.value) } }
        return 2 * fitting.count > letters.count
    }

    /// The code points of scripts by their ISO 15924 codes, for scripts in few contiguous ranges.
    private static let scripts: [String: [ClosedRange<UInt32>]] = {
        let latin: [ClosedRange<UInt32>] = [
            0x41...0x24F, 0x250...0x2AF, 0x300...0x36F, 0x1E00...0x1EFF, 0x2C60...0x2C7F,
            0xA720...0xA7FF,
        ]
        let arabic: [ClosedRange<UInt32>] = [
            0x600...0x6FF, 0x750...0x77F, 0x8A0...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF,
        ]
        let han: [ClosedRange<UInt32>] = [
            0x3005...0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF,
        ]
        let kana: [ClosedRange<UInt32>] = [0x3031...0x3035, 0x3040...0x30FF, 0xFF66...0xFF9F]
        let hangul: [ClosedRange<UInt32>] = [0x1100...0x11FF, 0x3130...0x318F, 0xAC00...0xD7FF]
        return [
            "Latn": latin, "Arab": arabic, "Aran": arabic, "Hani": han, "Hans": han, "Hant": han,
            "Jpan": kana + han, "Hrkt": kana, "Hira": kana, "Kana": kana, "Hang": hangul,
            "Kore": hangul + han, "Cyrl": [0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF],
            "Grek": [0x370...0x3FF, 0x1F00...0x1FFF], "Hebr": [0x590...0x5FF, 0xFB1D...0xFB4F],
            "Deva": [0x900...0x97F], "Beng": [0x980...0x9FF], "Guru": [0xA00...0xA7F],
            "Gujr": [0xA80...0xAFF], "Taml": [0xB80...0xBFF], "Telu": [0xC00...0xC7F],
            "Thai": [0xE00...0xE7F], "Armn": [0x530...0x58F],
            "Geor": [0x10A0...0x10FF, 0x1C90...0x1CBF],
        ]
    }()
}
