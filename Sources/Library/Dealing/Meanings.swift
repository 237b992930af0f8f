internal import Languages
internal import Notes
internal import Recall

/// Gives cards numbers that are the same where a learner could not tell them apart.
struct Meanings {
    private struct Kind: Hashable {
        let type: NoteTypeID
        let face: Face
        let languages: [LanguageTag?]
    }

    private struct Word: Hashable {
        let kind: Int
        let text: String
        let isAnswer: Bool
    }

    private var kinds: [Kind: Int] = [:]
    private var words: [Word: Int] = [:]
    /// For each class the one that it was found to be the same as.
    private var same: [Int] = []
    private var added: [(kind: Int, question: Int, answer: Int)] = []
    private var answersOfKind: [[Int]] = []

    /// What a card asks for: wrong answers come from cards of the same note type, face and languages.
    ///
    /// All gaps of cloze texts are of one kind.
    mutating func kind(of face: Face, _ type: NoteTypeID, _ sides: Sides) -> Int {
        var face = face
        if case .cloze = face { face = .cloze(1) }
        let kind = Kind(
            type: type,
            face: face,
            languages: [sides.front.language, sides.back.language]
        )
        if let number = kinds[kind] { return number }
        kinds[kind] = kinds.count
        answersOfKind.append([])
        return kinds.count - 1
    }

    /// Adds one card; its number is how many were added before.
    mutating func add(_ sides: Sides, kind: Int) {
        let question = member(sides.front.text, kind, isAnswer: false)
        let answer = member(sides.back.text, kind, isAnswer: true)
        added.append((kind, question, answer))
        answersOfKind[kind].append(answer)
    }

    /// How many answers of a kind can be told apart.
    func answers(of kind: Int) -> Int {
        Set(answersOfKind[kind].map { root(of: $0) }).count
    }

    /// The meanings of all that were added, in their order.
    var all: [QuizItem] {
        added.map {
            QuizItem(
                kind: UInt32($0.kind),
                question: UInt32(root(of: $0.question)),
                answer: UInt32(root(of: $0.answer))
            )
        }
    }

    /// The class of a text: that of all texts with which it has an alternative in common.
    private mutating func member(_ text: String, _ kind: Int, isAnswer: Bool) -> Int {
        var first: Int?
        for alternative in text.alternatives {
            let word = Word(kind: kind, text: alternative, isAnswer: isAnswer)
            let number = words[word] ?? same.count
            if number == same.count {
                same.append(number)
                words[word] = number
            }
            if let first {
                same[root(of: number)] = root(of: first)
            } else {
                first = number
            }
        }
        guard let first else { preconditionFailure("A text without an alternative") }
        return first
    }

    private func root(of number: Int) -> Int {
        var number = number
        while same[number] != number { number = same[number] }
        return number
    }
}

extension String {
    /// The answers that `;` and `/` part, as they are compared: without case, space and punctuation.
    ///
    /// A text of nothing but these stands for itself; there is always at least one.
    fileprivate var alternatives: [String] {
        guard mayHaveSeveral else {
            let compared = self[...].compared
            return [compared.isEmpty ? self : compared]
        }
        let parts = split { ";/；／".contains($0) }
        let compared = parts.map(\.compared).filter { !$0.isEmpty }
        return compared.isEmpty ? [self] : compared
    }

    /// Whether a mark that parts answers may stand in it; the wide ones begin with EF.
    private var mayHaveSeveral: Bool {
        utf8.contains { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "/") || $0 == 0xEF }
    }
}

extension Substring {
    /// The text as it is compared.
    fileprivate var compared: String {
        guard utf8.allSatisfy({ $0 < 0x80 }) else {
            let scalars = uppercased().lowercased().unicodeScalars
            return String(String.UnicodeScalarView(scalars.filter(\.isCompared)))
        }
        return String(unsafeUninitializedCapacity: utf8.count) { letters in
            var count = 0
            for byte in utf8 where Self.isCompared[Int(byte)] {
                let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                letters[count] = isCapital ? byte | 0x20 : byte
                count += 1
            }
            return count
        }
    }

    /// The same of ASCII, looked up.
    private static let isCompared = (0..<0x80).map { Unicode.Scalar(UInt8($0)).isCompared }
}

extension Unicode.Scalar {
    fileprivate var isCompared: Bool {
        switch properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
            .initialPunctuation, .finalPunctuation, .otherPunctuation, .spaceSeparator,
            .lineSeparator, .paragraphSeparator, .control, .format:
            false
        default: true
        }
    }
}
