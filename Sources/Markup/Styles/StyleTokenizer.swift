/// A tokenizer for CSS (CSS Syntax Level 3, § 4) that takes time proportional to the length.
struct StyleTokenizer {
    private let scalars: [Unicode.Scalar]
    private var place = 0

    init(_ css: String) {
        var scalars: [Unicode.Scalar] = []
        scalars.reserveCapacity(css.utf8.count)
        var previous: Unicode.Scalar = " "
        for scalar in css.unicodeScalars {
            switch scalar {
            case "\n" where previous == "\r": break
            case "\r", "\u{C}": scalars.append("\n")
            case "\0": scalars.append("\u{FFFD}")
            default: scalars.append(scalar)
            }
            previous = scalar
        }
        self.scalars = scalars
    }

    mutating func tokens() -> [StyleToken] {
        var tokens: [StyleToken] = []
        while let token = next() { tokens.append(token) }
        return tokens
    }

    private func peek(_ ahead: Int = 0) -> Unicode.Scalar? {
        place + ahead < scalars.count ? scalars[place + ahead] : nil
    }

    private mutating func next() -> StyleToken? {
        // A comment becomes a space, so that the tokens around it stay separate.
        if skipsComments() { return .space }
        guard let scalar = peek() else { return nil }
        switch scalar {
        case _ where scalar.isStyleSpace:
            while peek()?.isStyleSpace == true { place += 1 }
            return .space
        case "\"", "'": return string(until: scalar)
        case "#":
            place += 1
            guard peek()?.isName == true || isEscape(0) else { return .delim("#") }
            return .hash(name())
        case "@":
            place += 1
            return startsIdent(0) ? .atKeyword(name().lowercased()) : .delim("@")
        case "(": return take(.open(.round))
        case ")": return take(.close(.round))
        case "[": return take(.open(.square))
        case "]": return take(.close(.square))
        case "{": return take(.open(.curly))
        case "}": return take(.close(.curly))
        case ":": return take(.colon)
        case ";": return take(.semicolon)
        case ",": return take(.comma)
        default: break
        }
        // `<!--` and `-->` have no meaning in CSS.
        if has("<!--") { return skip(4) }
        if startsNumber { return number() }
        if has("-->") { return skip(3) }
        if startsIdent(0) { return identLike() }
        place += 1
        return .delim(scalar)
    }

    private mutating func take(_ token: StyleToken) -> StyleToken {
        place += 1
        return token
    }

    private mutating func skip(_ count: Int) -> StyleToken {
        place += count
        return .space
    }

    private func has(_ text: String) -> Bool {
        scalars[place...].starts(with: text.unicodeScalars)
    }

    private mutating func skipsComments() -> Bool {
        let start = place
        while peek() == "/", peek(1) == "*" {
            place += 2
            while place < scalars.count, !(peek() == "*" && peek(1) == "/") { place += 1 }
            place = min(place + 2, scalars.count)
        }
        return place > start
    }

    // MARK: - What starts here

    private func isEscape(_ ahead: Int) -> Bool {
        peek(ahead) == "\\" && peek(ahead + 1).map { $0 != "\n" } == true
    }

    private func startsIdent(_ ahead: Int) -> Bool {
        guard let scalar = peek(ahead) else { return false }
        if scalar == "-" {
            let next = peek(ahead + 1)
            return next?.isNameStart == true || next == "-" || isEscape(ahead + 1)
        }
        return scalar.isNameStart || isEscape(ahead)
    }

    private var startsNumber: Bool {
        let isSigned = peek() == "+" || peek() == "-"
        let first = isSigned ? 1 : 0
        if peek(first)?.isDigit == true { return true }
        return peek(first) == "." && peek(first + 1)?.isDigit == true
    }

    // MARK: - Reading one

    private mutating func name() -> String {
        var name = String.UnicodeScalarView()
        while let scalar = peek() {
            if scalar.isName {
                name.append(scalar)
                place += 1
            } else if isEscape(0) {
                name.append(escape())
            } else {
                break
            }
        }
        return String(name)
    }

    private mutating func escape() -> Unicode.Scalar {
        place += 1
        guard let scalar = peek() else { return "\u{FFFD}" }
        guard scalar.isHex else {
            place += 1
            return scalar
        }
        var digits = ""
        while let digit = peek(), digit.isHex, digits.count < 6 {
            digits.unicodeScalars.append(digit)
            place += 1
        }
        if peek()?.isStyleSpace == true { place += 1 }
        let value = UInt32(digits, radix: 16) ?? 0
        return value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    private mutating func identLike() -> StyleToken {
        let name = name()
        guard peek() == "(" else { return .ident(name) }
        place += 1
        guard name.lowercased() == "url" else { return .function(name.lowercased()) }
        var ahead = 0
        while peek(ahead)?.isStyleSpace == true { ahead += 1 }
        // A quoted URL is a function token followed by a string.
        if peek(ahead) == "\"" || peek(ahead) == "'" { return .function("url") }
        place += ahead
        return address()
    }

    private mutating func address() -> StyleToken {
        var address = String.UnicodeScalarView()
        while let scalar = peek() {
            if scalar == ")" {
                place += 1
                return .url(String(address))
            }
            if scalar.isStyleSpace {
                while peek()?.isStyleSpace == true { place += 1 }
                if peek() == ")" || peek() == nil { continue }
                return badAddress()
            }
            if isEscape(0) {
                address.append(escape())
            } else if "\"'(\\\u{7F}".unicodeScalars.contains(scalar) || scalar.value < 0x20 {
                return badAddress()
            } else {
                address.append(scalar)
                place += 1
            }
        }
        return .url(String(address))
    }

    private mutating func badAddress() -> StyleToken {
        while let scalar = peek(), scalar != ")" {
            if isEscape(0) { _ = escape() } else { place += 1 }
        }
        place = min(place + 1, scalars.count)
        return .bad
    }

    private mutating func string(until quote: Unicode.Scalar) -> StyleToken {
        place += 1
        var value = String.UnicodeScalarView()
        while let scalar = peek() {
            if scalar == quote {
                place += 1
                return .string(String(value))
            }
            if scalar == "\n" { return .bad }
            if scalar == "\\" {
                if peek(1) == nil {
                    place += 1
                } else if peek(1) == "\n" {
                    place += 2
                } else {
                    value.append(escape())
                }
            } else {
                value.append(scalar)
                place += 1
            }
        }
        return .string(String(value))
    }

    private mutating func number() -> StyleToken {
        var text = ""
        func isExponent(_ reader: StyleTokenizer) -> Bool {
            guard reader.peek() == "e" || reader.peek() == "E" else { return false }
            let isSigned = reader.peek(1) == "+" || reader.peek(1) == "-"
            return reader.peek(isSigned ? 2 : 1)?.isDigit == true
        }
        func add(_ reader: inout StyleTokenizer) {
            text.unicodeScalars.append(reader.scalars[reader.place])
            reader.place += 1
        }
        if peek() == "+" || peek() == "-" { add(&self) }
        while peek()?.isDigit == true { add(&self) }
        if peek() == ".", peek(1)?.isDigit == true {
            add(&self)
            while peek()?.isDigit == true { add(&self) }
        }
        if isExponent(self) {
            add(&self)
            if peek() == "+" || peek() == "-" { add(&self) }
            while peek()?.isDigit == true { add(&self) }
        }
        if peek() == "%" {
            place += 1
            return .number(text, unit: "%")
        }
        return .number(text, unit: startsIdent(0) ? name() : "")
    }
}
