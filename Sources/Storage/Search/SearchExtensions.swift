internal import Notes
internal import SQLite
internal import Threads

extension ConnectionExtensions {
    /// The tokenizer of the full-text index, and the functions that triggers and searches call.
    static var search: ConnectionExtensions {
        let checks = TextCheckCache()
        return ConnectionExtensions(
            functions: [
                ScalarFunction("note_words", argumentCount: 1) { arguments in
                    .text(words(of: arguments.bytes(0)))
                },
                ScalarFunction("note_has", argumentCount: 2) { arguments in
                    let check = checks.check(arguments.bytes(1))
                    return .integer(check?.matches(arguments.bytes(0)) == true ? 1 : 0)
                },
            ],
            tokenizers: [
                Tokenizer("omena") { text, purpose, sink in
                    switch purpose {
                    // Strings in a `MATCH` are already tokens.
                    case .query: sink.add(text)
                    case .document:
                        TokenizedTexts.replay(
                            TokenizedTexts.areTokens(text) ? text : TokenizedTexts(text).bytes,
                            to: sink
                        )
                    }
                }
            ]
        )
    }

    /// The same for a connection that reports its changes.
    static func search(reportingTo changes: ChangedRows) -> ConnectionExtensions {
        var extensions = search
        extensions.changed = { table, row in changes.record(row, in: table) }
        return extensions
    }

    /// The distinct words of a note, with their accents, as a JSON array.
    private static func words(of fields: [UInt8]) -> String {
        // Letters need no escapes.
        let quoted = FieldTexts.words(in: fields).map {
            "\"\(String(decoding: $0, as: UTF8.self))\""
        }
        return "[\(quoted.joined(separator: ","))]"
    }
}

/// Matches a pattern against a note's texts.
struct TextCheck: Sendable {
    let pattern: TextPattern
    /// Which fields may match; nil for any.
    let fields: Set<String>?
    private let prefilter: TextPrefilter

    init(_ pattern: TextPattern, in fields: Set<String>?) {
        self.pattern = pattern
        self.fields = fields
        prefilter = TextPrefilter(pattern)
    }

    func matches(_ json: [UInt8]) -> Bool {
        guard prefilter.mayMatch(json) else { return false }
        var isFound = false
        FieldTexts.forEach(in: json) { field, text in
            guard !isFound else { return }
            if let fields, !fields.contains(String(decoding: field, as: UTF8.self)) { return }
            isFound = pattern.matches(field: text)
        }
        return isFound
    }
}

/// Caches checks, so that the argument of `note_has` isn't parsed again for every note.
private struct TextCheckCache: Sendable {
    private let checks = Locked<[[UInt8]: TextCheck]>([:])

    private static let limit = 64

    func check(_ text: [UInt8]) -> TextCheck? {
        checks.withLock { checks in
            if let check = checks[text] { return check }
            guard let check = TextCheck(text) else { return nil }
            if checks.count == Self.limit { checks = [:] }
            checks[text] = check
            return check
        }
    }
}

extension TextCheck {
    /// The argument of `note_has`: the fields, whether the text is unfinished, and the text as a learner would type it.
    static func text(
        _ text: SearchText,
        isUnfinished: Bool,
        fields: Set<String>?
    ) -> String {
        let names = fields.map { $0.sorted().joined(separator: " ") } ?? "*"
        let plain = SearchText(text.pattern, isQuoted: true)
        return "\(names)\n\(isUnfinished ? 1 : 0)\n\(plain)"
    }

    init?(_ text: [UInt8]) {
        let parts = text.split(
            separator: UInt8(ascii: "\n"),
            maxSplits: 2,
            omittingEmptySubsequences: false
        )
        .map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 3,
            case .term(.text(let search)) = SearchQuery(parts[2]).expression,
            let pattern = TextPattern(search.pattern, isUnfinished: parts[1] == "1")
        else { return nil }
        let fields = parts[0] == "*" ? nil : Set(parts[0].split(separator: " ").map(String.init))
        self.init(pattern, in: fields)
    }
}
