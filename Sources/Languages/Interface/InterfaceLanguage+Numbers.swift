extension InterfaceLanguage {
    /// A whole number with separators: `1,204` in English, `1 204` in French, `12,34,567` in Punjabi.
    package func grouped(_ number: Int) -> String {
        let digits = String(number.magnitude)
        var text = number < 0 ? "−" : ""
        for (index, digit) in digits.enumerated() {
            let rest = digits.count - index
            if index > 0, isGroupStart(rest) { text += groupingSeparator }
            text.append(digit)
        }
        return text
    }

    /// A number with one decimal: `3.4` in English, `3,4` in French.
    package func decimal(tenths: Int) -> String {
        "\(tenths < 0 ? "−" : "")\(grouped(Int(tenths.magnitude / 10)))\(decimalSeparator)\(tenths.magnitude % 10)"
    }

    package var groupingSeparator: String {
        switch self {
        case .english, .korean, .japanese, .punjabi, .lengthened, .mirrored: ","
        case .french: "\u{202F}"
        case .ukrainian: "\u{A0}"
        }
    }

    package var decimalSeparator: String {
        switch self {
        case .english, .korean, .japanese, .punjabi, .lengthened, .mirrored: "."
        case .french, .ukrainian: ","
        }
    }

    /// Whether digits above the thousands are grouped in twos, as in India.
    package var groupsByTwo: Bool { self == .punjabi }

    /// Whether a separator precedes the last `rest` digits.
    private func isGroupStart(_ rest: Int) -> Bool {
        guard groupsByTwo else { return rest.isMultiple(of: 3) }
        return rest >= 3 && (rest - 3).isMultiple(of: 2)
    }
}
