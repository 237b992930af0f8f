internal import Recall

extension Place {
    /// Parses coordinates as people and map apps write them; nil if there are none.
    ///
    /// Accepts degrees, degrees and minutes, or degrees, minutes and seconds, with signs or with letters before or after
    /// them; a decimal comma if there is no decimal point; a `geo:` link; the URL of a map.
    package init?(reading text: some StringProtocol) {
        guard text.utf8.count <= 2_000 else { return nil }
        let text = text.lowercased()
        if text.contains("geo:") || text.contains("://") {
            self.init(inLink: text)
            return
        }
        let hasPoint = text.contains(".")
        for commaIsDecimal in hasPoint ? [false] : [true, false] {
            guard let marks = CoordinateToken.all(in: text, commaIsDecimal: commaIsDecimal),
                let place = Place(marks)
            else { continue }
            self = place
            return
        }
        return nil
    }

    /// The displayed and editable form: `51.501 N, 0.141 W`, to the fifth decimal, about a metre.
    package var text: String { text(decimals: 5) }

    /// The same with at most `decimals` decimals (up to 9), without trailing zeros.
    package func text(decimals: Int) -> String {
        "\(Place.short(latitude, decimals, "N", "S")), \(Place.short(longitude, decimals, "E", "W"))"
    }

    /// Longitudes beyond one more turn are typing errors.
    fileprivate init?(latitude: Double, written longitude: Double) {
        guard longitude.magnitude <= 540 else { return nil }
        self.init(latitude: latitude, wrapping: longitude)
    }

    private static func short(
        _ degrees: Double,
        _ decimals: Int,
        _ above: String,
        _ below: String
    ) -> String {
        let unit = (0..<decimals).reduce(1) { unit, _ in 10 * unit }
        let parts = Int(clamping: degrees * Double(unit))
        let (whole, part) = parts.magnitude.quotientAndRemainder(dividingBy: UInt(clamping: unit))
        var digits = String(part + UInt(clamping: unit)).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        let number = digits.isEmpty ? "\(whole)" : "\(whole).\(digits)"
        return "\(number) \(parts < 0 ? below : above)"
    }
}

// MARK: - Links

extension Place {
    /// What precedes latitude and longitude in links: of `geo:`, OpenStreetMap, Google, Apple and Bing.
    private static let beforePoint = [
        "geo:", "mlat=", "#map=", "!3d", "@", "ll=", "query=", "q=", "cp=", "center=",
    ]

    private init?(inLink link: String) {
        for name in Place.beforePoint {
            var rest = Substring(link)
            while let end = rest.firstRange(of: name)?.upperBound {
                rest = rest[end...]
                // OpenStreetMap puts the zoom level first.
                let tail = name == "#map=" ? rest.drop { $0 != "/" }.dropFirst() : rest
                if let place = Place(startOf: tail) {
                    self = place
                    return
                }
            }
        }
        return nil
    }

    /// Two numbers with any separator that links use.
    private init?(startOf text: Substring) {
        var rest = text
        guard let latitude = Place.takeNumber(&rest) else { return nil }
        for between in ["%2c", "&mlon=", "!4d", ",", "/", "~", "+"] where rest.hasPrefix(between) {
            rest = rest.dropFirst(between.count)
            while rest.first == "+" || rest.first == " " { rest.removeFirst() }
            guard let longitude = Place.takeNumber(&rest) else { return nil }
            self.init(latitude: latitude, written: longitude)
            return
        }
        return nil
    }

    private static func takeNumber(_ text: inout Substring) -> Double? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "-" || $0 == ".") }
        text = text.dropFirst(digits.count)
        return Double(digits)
    }
}

// MARK: - What people write

/// A token of a text of coordinates.
private enum CoordinateToken: Hashable {
    case number(Double, isWhole: Bool)
    case minus
    /// 0 for degrees, 1 for minutes, 2 for seconds.
    case unit(Int)
    case letter(Character)
    /// Separates the two angles.
    case separator

    /// Nil if the text contains anything but coordinates.
    static func all(in text: String, commaIsDecimal: Bool) -> [CoordinateToken]? {
        var marks: [CoordinateToken] = []
        var rest = Substring(text)
        while let character = rest.first {
            if character.isASCII, character.isNumber {
                guard let number = takeNumber(&rest, commaIsDecimal) else { return nil }
                marks.append(number)
                continue
            }
            rest.removeFirst()
            switch character {
            case "-", "−", "–": marks.append(.minus)
            case "°", "º", "˚": marks.append(.unit(0))
            case "′", "’", "ʹ", "´":
                // Two single quotes mean seconds.
                let isDouble = rest.first == character
                if isDouble { rest.removeFirst() }
                marks.append(.unit(isDouble ? 2 : 1))
            case "'":
                let isDouble = rest.first == "'"
                if isDouble { rest.removeFirst() }
                marks.append(.unit(isDouble ? 2 : 1))
            case "″", "”", "\"", "ʺ": marks.append(.unit(2))
            case "n", "s", "e", "w": marks.append(.letter(character))
            case ",", ";", "/", "|": marks.append(.separator)
            case "+", "(", ")", "[", "]": continue
            default: guard character.isWhitespace else { return nil }
            }
        }
        return marks
    }

    private static func takeNumber(_ text: inout Substring, _ commaIsDecimal: Bool)
        -> CoordinateToken?
    {
        let whole = text.prefix { $0.isASCII && $0.isNumber }
        text = text.dropFirst(whole.count)
        var number = String(whole)
        if let sign = text.first, sign == "." || (commaIsDecimal && sign == ",") {
            let decimals = text.dropFirst().prefix { $0.isASCII && $0.isNumber }
            if !decimals.isEmpty {
                text = text.dropFirst(1 + decimals.count)
                number += ".\(decimals)"
            } else if sign == "." {
                return nil
            }
        }
        return Double(number).map { .number($0, isWhole: !number.contains(".")) }
    }
}

extension Place {
    fileprivate init?(_ marks: [CoordinateToken]) {
        guard let (first, second) = Place.halves(marks), let one = Angle(first),
            let other = Angle(second)
        else { return nil }
        switch (one.isLatitude, other.isLatitude) {
        case (nil, nil), (true, false): self.init(latitude: one.degrees, written: other.degrees)
        case (false, true): self.init(latitude: other.degrees, written: one.degrees)
        default: return nil
        }
    }

    /// The tokens of each angle.
    private static func halves(_ marks: [CoordinateToken]) -> (
        ArraySlice<CoordinateToken>, ArraySlice<CoordinateToken>
    )? {
        let parts = marks.split(separator: .separator)
        if parts.count == 2 { return (parts[0], parts[1]) }
        guard parts.count == 1, let marks = parts.first else { return nil }
        let letters = marks.indices.filter { if case .letter = marks[$0] { true } else { false } }
        let numbers = marks.indices.filter { if case .number = marks[$0] { true } else { false } }
        let degrees = marks.indices.filter { marks[$0] == .unit(0) }
        let cut: Int
        if letters.count == 2 {
            cut = letters[0] == marks.startIndex ? letters[1] : letters[0] + 1
        } else if letters.isEmpty, degrees.count == 2 {
            cut = numbers.last { $0 < degrees[1] } ?? marks.endIndex
        } else if letters.isEmpty, numbers.count.isMultiple(of: 2), !numbers.isEmpty {
            cut = numbers[numbers.count / 2]
        } else {
            return nil
        }
        // A sign belongs to the following number.
        let start = cut > marks.startIndex && marks[cut - 1] == .minus ? cut - 1 : cut
        return (marks[..<start], marks[start...])
    }
}

/// A latitude or longitude.
private struct Angle {
    var degrees = 0.0
    /// Nil if there is no letter.
    var isLatitude: Bool?

    init?(_ marks: ArraySlice<CoordinateToken>) {
        var parts: [Double] = []
        var isNegative = false
        var mayGoOn = true
        for (index, mark) in zip(marks.indices, marks) {
            switch mark {
            case .number(let number, let isWhole):
                // Only the last and smallest part may have decimals, and minutes and seconds are below 60.
                guard mayGoOn, parts.count < 3, parts.isEmpty || number < 60 else { return nil }
                parts.append(number)
                mayGoOn = isWhole
            case .minus:
                guard index == marks.startIndex else { return nil }
                isNegative = true
            case .unit(let unit):
                guard parts.count == unit + 1 else { return nil }
            case .letter(let letter):
                let isEnd = index == marks.startIndex || index == marks.endIndex - 1
                guard isEnd, isLatitude == nil, !isNegative else { return nil }
                isLatitude = letter == "n" || letter == "s"
                isNegative = letter == "s" || letter == "w"
            case .separator:
                return nil
            }
        }
        guard !parts.isEmpty else { return nil }
        for part in parts.reversed() { degrees = degrees / 60 + part }
        if isNegative { degrees.negate() }
    }
}
