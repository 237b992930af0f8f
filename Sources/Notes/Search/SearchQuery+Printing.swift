extension SearchQuery: CustomStringConvertible {
    /// The query in canonical form, which parses to the same expression.
    package var description: String { expression?.description ?? "" }
}

extension SearchExpression: CustomStringConvertible {
    package var description: String {
        switch self {
        case .term(let term): term.description
        case .not(let inner): "-\(inner.inBrackets)"
        case .all(let parts):
            parts.map { $0.isAny ? $0.inBrackets : $0.description }
                .joined(separator: " ")
        case .any(let parts):
            parts.map { $0.isAny ? $0.inBrackets : $0.description }
                .joined(separator: " or ")
        }
    }

    private var isAny: Bool {
        if case .any = self { true } else { false }
    }

    private var inBrackets: String {
        switch self {
        case .term, .not: description
        case .all, .any: "(\(description))"
        }
    }
}

extension SearchTerm: CustomStringConvertible {
    package var description: String {
        switch self {
        case .text(let text): text.description
        case .tag(let pattern):
            // A tag that is really called “none” is escaped.
            "tag:\(pattern.text?.lowercased() == "none" ? "\\" : "")\(pattern.printed)"
        case .untagged: "tag:none"
        case .deck(let pattern): "deck:\(pattern.printed)"
        case .wordType(let type): "type:\(type?.rawValue ?? "none")"
        case .noteType(let pattern): "note:\(pattern.printed)"
        case .state(let state): "is:\(state.rawValue)"
        case .flag(let flag): "flag:\(flag)"
        case .property(let property, let comparison, let number):
            "\(property.rawValue)\(comparison.rawValue)\(Self.printed(number))"
        case .added(let days): "added:\(days)"
        case .rated(let days, nil): "rated:\(days)"
        case .rated(let days, let grade?): "rated:\(days):\(grade.name)"
        }
    }

    /// With at most six digits after the point, and no trailing zeros.
    private static func printed(_ number: Double) -> String {
        let millionths = Int64((min(max(abs(number), 0), 999_999_999) * 1e6).rounded())
        var digits = String(millionths % 1_000_000)
        digits = String(repeating: "0", count: 6 - digits.count) + digits
        while digits.last == "0" { digits.removeLast() }
        let sign = number < 0 ? "-" : ""
        return sign + String(millionths / 1_000_000) + (digits.isEmpty ? "" : ".\(digits)")
    }
}

extension SearchText: CustomStringConvertible {
    package var description: String {
        let name = field.map { "\($0.escaped(inQuotes: false, hidesKeys: true)):" } ?? ""
        return isQuoted
            ? "\(name)\"\(pattern.escaped(inQuotes: true, hidesKeys: field == nil))\""
            : "\(name)\(pattern.escaped(inQuotes: false, hidesKeys: field == nil))"
    }
}

extension SearchPattern {
    /// In quotes if it contains a space, so that names look familiar.
    fileprivate var printed: String {
        let hasSpace = parts.contains { part in
            guard case .text(let text) = part else { return false }
            return text.unicodeScalars.contains(where: SearchParser.isSpace)
        }
        return hasSpace
            ? "\"\(escaped(inQuotes: true, hidesKeys: false))\""
            : escaped(inQuotes: false, hidesKeys: false)
    }

    /// With a backslash before everything that would have a special meaning.
    ///
    /// - Parameter hidesKeys: Whether it is in a position in which a key, a property, a minus or a conjunction could be.
    fileprivate func escaped(inQuotes: Bool, hidesKeys: Bool) -> String {
        var printed = ""
        for part in parts {
            switch part {
            case .anything: printed += "*"
            case .text(let text):
                for scalar in text.unicodeScalars {
                    let isFirst = printed.isEmpty
                    if Self.isSpecial(scalar, inQuotes: inQuotes)
                        || hidesKeys && Self.isSign(scalar, isFirst: isFirst)
                    {
                        printed += "\\"
                    }
                    printed.unicodeScalars.append(scalar)
                }
            }
        }
        let isReserved =
            ["or", "and"].contains(printed.lowercased())
            || SearchKey(rawValue: printed.lowercased()) != nil
        return hidesKeys && !inQuotes && isReserved ? "\\" + printed : printed
    }

    private static func isSpecial(_ scalar: Unicode.Scalar, inQuotes: Bool) -> Bool {
        if scalar == "\\" || scalar == "*" || scalar == "＊" || SearchParser.isQuote(scalar) {
            return true
        }
        return !inQuotes
            && (SearchParser.isSpace(scalar) || SearchParser.isOpening(scalar)
                || SearchParser.isClosing(scalar))
    }

    private static func isSign(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
        scalar == ":" || scalar == "：" || "<>=!".unicodeScalars.contains(scalar)
            || isFirst && SearchParser.isMinus(scalar)
    }
}
