public import Languages

/// What is put in place of what in the texts of notes.
public struct Substitution: Hashable, Sendable {
    /// In which fields it is looked for.
    public enum Scope: Hashable, Sendable {
        /// In all.
        case all
        /// In those of that name, whatever its case.
        case named(String)
        /// In that language of notes of languages.
        case language(LanguageTag)
    }

    /// What is looked for.
    public var find: String
    /// What takes its place.
    public var replacement: String
    /// Where it is looked for.
    public var scope: Scope
    /// Whether `Apple` is another word than `apple`.
    public var matchesCase: Bool
    /// Whether it has to be a word by itself.
    public var matchesWords: Bool

    /// The most characters that can be looked for, or put in their place.
    public static let longest = 1_000

    /// Puts it together.
    public init(
        find: String = "",
        replacement: String = "",
        scope: Scope = .all,
        matchesCase: Bool = false,
        matchesWords: Bool = false
    ) {
        self.find = find
        self.replacement = replacement
        self.scope = scope
        self.matchesCase = matchesCase
        self.matchesWords = matchesWords
    }
}

extension Substitution {
    /// A part of a text: what stays, or what was found.
    public enum Piece: Hashable, Sendable {
        case kept(String)
        case found(String)
    }

    /// The text in pieces; nil where nothing is found in it.
    ///
    /// Characters are compared as people see them: however an accent is stored, it is the same.
    public func pieces(of text: String) -> [Piece]? {
        let sought = find.map(key)
        guard !sought.isEmpty else { return nil }
        let characters = Array(text)
        let keys = characters.map(key)
        var pieces: [Piece] = []
        var kept = 0
        var place = 0
        while place + sought.count <= keys.count {
            let end = place + sought.count
            guard keys[place..<end].elementsEqual(sought), isWord(place..<end, in: characters)
            else {
                place += 1
                continue
            }
            if kept < place { pieces.append(.kept(String(characters[kept..<place]))) }
            pieces.append(.found(String(characters[place..<end])))
            place = end
            kept = end
        }
        guard !pieces.isEmpty else { return nil }
        if kept < characters.count { pieces.append(.kept(String(characters[kept...]))) }
        return pieces
    }

    /// The text with all of it replaced; nil where nothing is found in it, or it stays as it is.
    public func applied(to text: String) -> String? {
        guard let pieces = pieces(of: text) else { return nil }
        let result = pieces.map { piece in
            switch piece {
            case .kept(let text): text
            case .found: replacement
            }
        }.joined()
        // Character by character: another way to store the same accent is no change.
        return result == text ? nil : result
    }

    /// Whether a field of a note type is looked at.
    public func covers(_ field: FieldID, of type: NoteType) -> Bool {
        switch (scope, field) {
        case (.all, _): true
        case (.language(let sought), .language(let language)): sought == language
        case (.named(let name), .number):
            type.fields.contains { $0.id == field && $0.name.caseFolded == name.caseFolded }
        case (.language, .number), (.named, .language): false
        }
    }

    private func key(_ character: Character) -> String {
        matchesCase ? String(character) : String(character).caseFolded
    }

    private func isWord(_ range: Range<Int>, in characters: [Character]) -> Bool {
        guard matchesWords else { return true }
        func joins(_ left: Int, _ right: Int) -> Bool {
            guard characters.indices.contains(left), characters.indices.contains(right) else {
                return false
            }
            return characters[left].joinsWords && characters[right].joinsWords
        }
        return !joins(range.lowerBound - 1, range.lowerBound)
            && !joins(range.upperBound - 1, range.upperBound)
    }
}

extension Character {
    /// Whether it makes one word with a neighbour that does; a character of a script without spaces does not.
    fileprivate var joinsWords: Bool {
        guard let scalar = unicodeScalars.first, case .letters = Spelling.of(scalar) else {
            return false
        }
        return true
    }
}

extension Substitution.Scope {
    /// As a form sends it: empty, `field:Front`, `language:fi`.
    public var text: String {
        switch self {
        case .all: ""
        case .named(let name): "field:\(name)"
        case .language(let tag): "language:\(tag.text)"
        }
    }

    /// Reads what `text` writes.
    public init?(_ text: String) {
        if text.isEmpty {
            self = .all
        } else if text.hasPrefix("field:") {
            self = .named(String(text.dropFirst(6)))
        } else if text.hasPrefix("language:"), let tag = LanguageTag(text.dropFirst(9)) {
            self = .language(tag)
        } else {
            return nil
        }
    }
}
