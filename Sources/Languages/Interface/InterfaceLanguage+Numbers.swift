extension InterfaceLanguage {
    /// A whole number as it is written: `1,204` in English, `1 204` in French, `12,34,567` in Punjabi.
    package func grouped(_ number: Int) -> String {
        let digits = String(number.magnitude)
        var text = number < 0 ? "−" : ""
        for (index, digit) in digits.enumerated() {
            let rest = digits.count - index
            if index > 0, isGroup(rest) { text += groupingSeparator }
            text.append(digit)
        }
        return text
    }

    /// A number with one decimal: `3.4` in English, `3,4` in French.
    package func decimal(tenths: Int) -> String {
        "\(tenths < 0 ? "−" : "")\(grouped(Int(tenths.magnitude / 10)))\(decimalSeparator)\(tenths.magnitude % 10)"
    }

    /// What stands between groups of digits.
    package var groupingSeparator: String {
        switch self {
        case .english, .korean, .japanese, .punjabi, .lengthened, .mirrored: ","
        case .french: "\u{202F}"
        case .ukrainian: "\u{A0}"
        }
    }

    /// What stands before the fraction.
    package var decimalSeparator: String {
        switch self {
        case .english, .korean, .japanese, .punjabi, .lengthened, .mirrored: "."
        case .french, .ukrainian: ","
        }
    }

    /// Whether digits above thousands stand in twos, as on the subcontinent.
    package var groupsByTwo: Bool { self == .punjabi }

    /// Whether a group begins where so many digits are left.
    private func isGroup(_ rest: Int) -> Bool {
        guard groupsByTwo else { return rest.isMultiple(of: 3) }
        return rest >= 3 && (rest - 3).isMultiple(of: 2)
    }
}
