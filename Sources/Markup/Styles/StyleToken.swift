/// A CSS token with escapes decoded.
enum StyleToken: Equatable {
    case space
    case ident(String)
    /// A function name with its opening bracket.
    case function(String)
    case atKeyword(String)
    case hash(String)
    case string(String)
    case url(String)
    /// A number as written, and its unit or `%`.
    case number(String, unit: String)
    case delim(Unicode.Scalar)
    case colon, semicolon, comma
    case open(Bracket), close(Bracket)
    /// A malformed string or URL.
    case bad

    enum Bracket: Equatable { case round, square, curly }
}

extension StyleToken {
    /// Writes the token in a form that all browsers parse in the same way.
    func write(to text: inout String) {
        switch self {
        case .space: text += " "
        case .ident(let name): text += name.asIdent
        case .function(let name): text += "\(name.asIdent)("
        case .atKeyword(let name): text += "@\(name.asIdent)"
        case .hash(let name): text += "#\(name.asName)"
        case .string(let value): text += value.asStyleString
        case .url(let address): text += "url(\(address.asStyleString))"
        case .number(let number, "%"): text += "\(number)%"
        case .number(let number, let unit):
            // `1e3` would be parsed as one number.
            text += number + (unit.isEmpty ? "" : unit.asIdent)
        case .delim(let sign): text.unicodeScalars.append(sign)
        case .colon: text += ":"
        case .semicolon: text += ";"
        case .comma: text += ","
        case .open(.round): text += "("
        case .open(.square): text += "["
        case .open(.curly): text += "{"
        case .close(.round): text += ")"
        case .close(.square): text += "]"
        case .close(.curly): text += "}"
        case .bad: break
        }
    }
}

extension Unicode.Scalar {
    var isNameStart: Bool {
        value >= 0x80 || self == "_" || ("a"..."z").contains(self) || ("A"..."Z").contains(self)
    }
    var isName: Bool { isNameStart || self == "-" || isDigit }
    var isDigit: Bool { ("0"..."9").contains(self) }
    var isStyleSpace: Bool { self == " " || self == "\t" || self == "\n" }
    var isHex: Bool { isDigit || ("a"..."f").contains(self) || ("A"..."F").contains(self) }

    fileprivate var escaped: String { "\\\(String(value, radix: 16)) " }
}

extension String {
    /// As an identifier, with special characters escaped.
    fileprivate var asIdent: String {
        if self == "-" { return "\\-" }
        var text = ""
        for (place, scalar) in unicodeScalars.enumerated() {
            let isFirst = place == 0 || place == 1 && first == "-"
            let stands = isFirst && scalar.isDigit ? false : scalar.isName && scalar.value != 0x7F
            text += stands ? String(scalar) : scalar.escaped
        }
        return text
    }

    /// As a name that may begin with a digit, with special characters escaped.
    fileprivate var asName: String {
        unicodeScalars.reduce(into: "") { $0 += $1.isName ? String($1) : $1.escaped }
    }

    fileprivate var asStyleString: String {
        var text = "\""
        for scalar in unicodeScalars {
            let isPlain = scalar.value >= 0x20 && scalar != "\"" && scalar != "\\" && scalar != "<"
            text += isPlain && scalar.value != 0x7F ? String(scalar) : scalar.escaped
        }
        return text + "\""
    }
}
