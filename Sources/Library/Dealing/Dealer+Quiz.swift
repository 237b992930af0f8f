internal import Languages
internal import Notes
internal import Recall
internal import Storage

/// What a quiz may offer: every card is given its meaning, and where the cards of a kind are too few to choose among,
/// answers of other notes of the same type and languages join them.
extension Dealer {
    /// How many more notes of a type are looked through for answers.
    private static let mostOthers = 60

    mutating func offerAnswers(
        to picks: inout [Pick],
        _ reader: borrowing some Reading & ~Copyable
    ) throws -> [OfferedAnswer] {
        var meanings = Meanings()
        var asked: [(kind: Int, sides: Sides)] = []
        for pick in picks {
            guard let sides = pick.card.sides else { continue }
            let kind = meanings.kind(of: pick.card.face, pick.note.type, sides)
            meanings.add(sides, kind: kind)
            asked.append((kind, sides))
        }

        var others: [Side] = []
        var neighbours: [NoteTypeID: [Note]] = Dictionary(grouping: picks.map(\.note), by: \.type)
        var hasRead: Set<NoteTypeID> = []
        var seen: Set<Int> = []
        for (place, pick) in picks.enumerated() where seen.insert(asked[place].kind).inserted {
            let kind = asked[place].kind
            var missing = Session.mostChoices - meanings.answers(of: kind)
            guard missing > 0 else { continue }
            let used = Set(zip(picks, asked).filter { $1.kind == kind }.map(\.0.note.id))
            func offer(_ notes: [Note], _ questions: inout Questions) {
                for note in notes where missing > 0 && !used.contains(note.id) {
                    guard let sides = questions.sides(of: note, face: pick.card.face),
                        meanings.kind(of: pick.card.face, note.type, sides) == kind
                    else { continue }
                    let before = meanings.answers(of: kind)
                    meanings.add(sides, kind: kind)
                    others.append(sides.back)
                    missing -= meanings.answers(of: kind) - before
                }
            }
            offer(neighbours[pick.note.type] ?? [], &questions)
            if missing > 0, hasRead.insert(pick.note.type).inserted {
                let more = try notes(like: pick.note, besides: Set(picks.map(\.note.id)), reader)
                neighbours[pick.note.type, default: []] += more
                offer(more, &questions)
            }
        }

        let known = meanings.all
        for place in picks.indices { picks[place].card.meaning = known[place] }
        return zip(others, known.dropFirst(picks.count)).map {
            OfferedAnswer(back: $0, meaning: $1)
        }
    }

    /// Other notes of the same type: of the same deck first, then of any.
    private func notes(
        like note: Note,
        besides dealt: Set<NoteID>,
        _ reader: borrowing some Reading & ~Copyable
    ) throws -> [Note] {
        var known = dealt
        let near = try reader.notes(
            in: .deck(note.deck),
            order: .made,
            limit: dealt.count + Self.mostOthers
        ).map(\.note)
        let far = try reader.notes(of: note.type, limit: dealt.count + Self.mostOthers)
        return try (near + far).filter { known.insert($0).inserted }.prefix(Self.mostOthers)
            .compactMap { try reader.note($0) }
            .filter { $0.type == note.type && $0.binned == nil }
    }
}

/// Gives cards numbers that are the same where a learner could not tell them apart.
struct Meanings {
    private struct Kind: Hashable {
        let type: NoteTypeID
        let face: String
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

    /// What a card asks for: wrong answers come from cards of the same note type, face and languages.
    ///
    /// All gaps of cloze texts are of one kind.
    mutating func kind(of face: Face, _ type: NoteTypeID, _ sides: Sides) -> Int {
        let name =
            switch face {
            case .cloze: "c"
            default: face.description
            }
        let kind = Kind(
            type: type,
            face: name,
            languages: [sides.front.language, sides.back.language]
        )
        if let number = kinds[kind] { return number }
        kinds[kind] = kinds.count
        return kinds.count - 1
    }

    /// Adds one card; its number is how many were added before.
    mutating func add(_ sides: Sides, kind: Int) {
        added.append(
            (
                kind,
                member(sides.front.text, kind, isAnswer: false),
                member(sides.back.text, kind, isAnswer: true)
            )
        )
    }

    /// How many answers of a kind can be told apart.
    func answers(of kind: Int) -> Int {
        Set(added.filter { $0.kind == kind }.map { root(of: $0.answer) }).count
    }

    /// The meanings of all that were added, in their order.
    var all: [Meaning] {
        added.map {
            Meaning(
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
        let parts = split(whereSeparator: { ";/；／".contains($0) }).map { part in
            String(
                String.UnicodeScalarView(
                    part.uppercased().lowercased().unicodeScalars.filter { $0.isCompared }
                )
            )
        }
        let compared = parts.filter { !$0.isEmpty }
        return compared.isEmpty ? [self] : compared
    }
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
