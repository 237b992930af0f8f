internal import LibraryValues
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
        var kinds: [Int] = []
        var askedBy: [Int: Set<NoteID>] = [:]
        for pick in picks {
            guard let sides = pick.card.sides else { continue }
            let kind = meanings.kind(of: pick.card.face, pick.note.head.type, sides)
            meanings.add(sides, kind: kind)
            kinds.append(kind)
            askedBy[kind, default: []].insert(pick.card.note)
        }

        var others: [Side] = []
        var neighbours = Dictionary(grouping: picks.map(\.note), by: \.head.type)
        // The first of them are offered in pair after pair.
        var whole: [NoteID: LazyNote] = [:]
        var hasRead: Set<NoteTypeID> = []
        var seen: Set<Int> = []
        for (place, kind) in kinds.enumerated() where seen.insert(kind).inserted {
            let (face, note) = (picks[place].card.face, picks[place].note.head)
            var missing = Session.maximumChoices - meanings.answers(of: kind)
            guard missing > 0 else { continue }
            let used = askedBy[kind] ?? []
            func offer(_ notes: [LazyNote], _ questions: inout Questions) throws {
                for other in notes where missing > 0 && !used.contains(other.head.id) {
                    let other = try whole[other.head.id] ?? LazyNote(other.whole())
                    whole[other.head.id] = other
                    guard let sides = try questions.sides(of: other, face: face),
                        meanings.kind(of: face, other.head.type, sides) == kind
                    else { continue }
                    let before = meanings.answers(of: kind)
                    meanings.add(sides, kind: kind)
                    others.append(sides.back)
                    missing -= meanings.answers(of: kind) - before
                }
            }
            try offer(neighbours[note.type] ?? [], &questions)
            if missing > 0, hasRead.insert(note.type).inserted {
                let more = try notes(like: note, besides: Set(picks.map(\.card.note)), reader)
                neighbours[note.type, default: []] += more
                try offer(more, &questions)
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
    ) throws -> [LazyNote] {
        var known = dealt
        let near = try reader.notes(
            in: .deck(note.deck),
            order: .made,
            limit: dealt.count + Self.mostOthers
        ).map(\.note)
        let far = try reader.notes(of: note.type, limit: dealt.count + Self.mostOthers)
        return try (near + far).filter { known.insert($0).inserted }.prefix(Self.mostOthers)
            .compactMap { try reader.lazyNote($0) }
            .filter { $0.head.type == note.type && $0.head.binned == nil }
    }
}
