@testable import Languages

/// The string literals of a source file that are texts for learners, recognized by their context and form.
struct LocalizableLiterals {
    /// The texts, with one character for each interpolation.
    private(set) var texts: [String] = []

    private let source: [UInt8]
    private let isPage: Bool
    private let hasTexts: Bool
    private var position = 0

    init(in text: String, of module: String) {
        source = Array(text.utf8)
        isPage = ["Pages", "Vault"].contains(module)
        hasTexts = text.contains("Phrase") || text.contains("HTTPError") || text.contains("refused")
        guard hasTexts else { return }
        while position < source.count { step() }
    }

    /// A key of the catalog with one character for each format specifier.
    static func shape(of key: String) -> String {
        Format(key).pieces.map { piece in
            switch piece {
            case .text(let part): String(part)
            case .argument: "\u{1}"
            case .percent: "%"
            }
        }.joined()
    }

    // MARK: - Parsing

    private mutating func step() {
        if starts(with: "//") {
            position = source[position...].firstIndex(of: UInt8(ascii: "\n")) ?? source.count
        } else if starts(with: "\"") || starts(with: "#\"") {
            let start = position
            let text = literal()
            if isText(text, from: start) { texts.append(text) }
        } else {
            position += 1
        }
    }

    private func starts(with text: StaticString) -> Bool {
        guard text.utf8CodeUnitCount <= source.count - position else { return false }
        return (0..<text.utf8CodeUnitCount).allSatisfy {
            source[position + $0] == text.utf8Start[$0]
        }
    }

    /// The last words of code before a position.
    private func context(of position: Int) -> String {
        String(decoding: source[max(0, position - 160)..<position], as: UTF8.self)
            .split(whereSeparator: \.isWhitespace).suffix(4).joined(separator: " ")
    }

    private mutating func literal() -> String {
        let isRaw = source[position] == UInt8(ascii: "#")
        if isRaw { position += 1 }
        let isLong = starts(with: "\"\"\"")
        position += isLong ? 3 : 1
        var text: [UInt8] = []
        while position < source.count {
            if isLong ? starts(with: "\"\"\"") : starts(with: "\"") { break }
            if isRaw ? starts(with: "\\#") : starts(with: "\\") {
                position += isRaw ? 2 : 1
                escape(into: &text)
            } else {
                text.append(source[position])
                position += 1
            }
        }
        position += (isLong ? 3 : 1) + (isRaw ? 1 : 0)
        let whole = String(decoding: text, as: UTF8.self)
        guard isLong else { return whole }
        let lines = whole.split(separator: "\n", omittingEmptySubsequences: false)
        let indentation = lines.last?.count ?? 0
        return lines.dropFirst().dropLast().map { $0.dropFirst(indentation) }
            .joined(separator: "\n")
    }

    private mutating func escape(into text: inout [UInt8]) {
        let sign = source[position]
        position += 1
        switch sign {
        case UInt8(ascii: "("):
            var depth = 1
            while depth > 0, position < source.count {
                switch source[position] {
                case UInt8(ascii: "("): depth += 1
                case UInt8(ascii: ")"): depth -= 1
                case UInt8(ascii: "\""):
                    step()
                    continue
                default: break
                }
                position += 1
            }
            text.append(1)
        case UInt8(ascii: "\n"):
            // Skips the indentation of a continued line.
            while position < source.count, source[position] == UInt8(ascii: " ") { position += 1 }
        case UInt8(ascii: "n"): text.append(UInt8(ascii: "\n"))
        case UInt8(ascii: "u"):
            let code = source[position...].dropFirst().prefix { $0 != UInt8(ascii: "}") }
            let scalar = UInt32(String(decoding: code, as: UTF8.self), radix: 16)
            position += code.count + 2
            text += String(scalar.flatMap(Unicode.Scalar.init).map(Character.init) ?? "?").utf8
        default: text.append(sign)
        }
    }

    // MARK: - Recognizing texts

    /// Whether a literal has the form and context of a sentence or caption.
    private func isText(_ text: String, from start: Int) -> Bool {
        guard Self.hasFormOfText(text.utf8) else { return false }
        let before = context(of: start)
        if Self.functions.contains(where: { before.contains($0) }) { return true }
        guard isPage else { return text.contains(" ") && before.contains(Self.results) }
        return !before.contains(Self.attributes) && !before.contains(Self.beginnings)
    }

    /// Whether a literal begins like a sentence or caption; fast, because it is called for all literals.
    private static func hasFormOfText(_ text: String.UTF8View) -> Bool {
        let first = text.drop { !isLetter($0) && $0 != UInt8(ascii: "<") }
        guard text.count - first.count <= 3, let letter = first.first,
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter),
            text.contains(where: { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }),
            !text.contains(UInt8(ascii: "<"))
        else { return false }
        let end = first.dropFirst().drop { isLetter($0) || $0 == UInt8(ascii: "'") || $0 > 0x7F }
            .first
        return end.map { " .:?".utf8.contains($0) || $0 > 0x7F } ?? true
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    // Stored, because a literal is parsed each time it is reached.
    nonisolated(unsafe) private static let functions: [Regex<Substring>] = [
        /(?:say|refused|mistake)\((?:[^()"]|\([^()"]*\))*$/, /: Phrase = ?$/, /HTTPError\([^"]*$/,
    ]
    /// Code before a result.
    nonisolated(unsafe) private static let results = /\bcase [^"]*:$|\breturn$/
    /// Code before attributes and data that are not texts.
    nonisolated(unsafe) private static let attributes =
        /(?:\.(?:class|id|type|rel|method|role|fixed|aria|text)\([^"]*|set\(|(?:Prefix|contains|verbatim:)\(?)$/
    /// Code before a list or an argument.
    nonisolated(unsafe) private static let beginnings = /[\[(,=] ?$/

    /// Texts for other programs and for the command line.
    static let notLocalized: Set = [
        "A card is named by its note and its face.", "A session has at most \u{1} cards.",
        "A pin needs a latitude and a longitude.", "A tag is one word without spaces.",
        "At most \u{1} cards go into one request.", "At most \u{1} events go into one request.",
        "Notes of type “\u{1}” have no field “\u{1}”.", "Omena",
        "Omena answers to this machine alone, where no browser has to be paired. ",
        "Say which deck goes into which file.", "Choose a file to import.",
        "This is not a valid language choice.",
        "This API token is not valid.", "The body is not valid JSON.",
        "The body has to be JSON.", "The body names no file.",
        "The library could not do that: \u{1}.", "The note type has no template of this name.",
        "The note \u{1} asks the same question; send “even” to add it.",
        "There is no note type “\u{1}”.",
        "There is no room left on the disk of \u{1}; make room and try again.",
        "There is no such card, or it was never reviewed.", "There is no such deck.",
        "There is no such note.", "There is nothing to \u{1}.", "There is no such card type.",
        "There is no such picture or sound.",
    ]
}
