import Notes
import Recall
import Storage
import TestChance

/// Random notes with cards and logs, as an importer adds them.
struct RandomImport {
    let deck: DeckID
    let type: NoteTypeID
    private var generator: SplitMix
    private var lastNote: Int64 = 0
    private var lastEvent: Int64 = 0

    init(into deck: DeckID, seed: UInt64) {
        self.deck = deck
        type = NoteType.basicAndReversed.id
        generator = SplitMix(seed: seed)
    }

    /// The next note, whose ID usually exceeds the previous one.
    mutating func next() -> ImportedNote {
        lastNote += 2
        let number = isNext(1, in: 20) ? lastNote + 1_000_000_000 : lastNote
        var note = Note(
            id: NoteID(rawValue: number),
            guid: NoteGUID(rawValue: "\(generator.next()) \(number)"),
            type: type,
            deck: deck,
            values: [1: FieldValue("front \(text())"), 2: FieldValue(text())],
            made: moment()
        )
        if isNext(1, in: 10) {
            note.place = Place(latitude: real(-90, 90), longitude: real(-180, 180))
        }
        note.changed = moment()
        note.tags = (0..<number % 4).compactMap { _ in TagName("tag \(integer(0...50))") }
        let cards = (0..<Int(integer(0...2))).map {
            card(of: note, face: .template(TemplateID(integerLiteral: $0 + 1)))
        }
        return ImportedNote(note, cards: cards)
    }

    private mutating func card(of note: Note, face: Face) -> (ImportedCard, [Event]) {
        let isBuried = isNext(1, in: 9)
        var card = ImportedCard(
            id: CardID(note: note.id, face: face),
            marks: CardMarks(
                deck: isNext(1, in: 9) ? deck : nil,
                isSuspended: isNext(1, in: 9),
                burial: isBuried ? .byLearner : nil,
                buriedUntil: isBuried ? moment() : nil,
                flag: UInt8(integer(0...7))
            ),
            state: state(),
            extras: isNext(1, in: 5) ? "{\"text\":\"\(text())\"}" : nil
        )
        card.position = isNext(1, in: 2) ? Int(integer(0...1_000_000)) : nil
        card.reviewed = isNext(1, in: 2) ? moment() : nil
        card.leechLapses = Int(integer(0...9))
        let log = (0..<integer(0...4)).map { _ in event(of: card.id) }
        if let last = log.last {
            card.answer = ImportedCard.Answer(moment: last.moment, event: last.id, grade: .good)
        }
        return (card, log)
    }

    private mutating func state() -> CardState {
        guard isNext(2, in: 3) else { return .new }
        return CardState(
            stage: isNext(1, in: 2) ? .review : .relearning(step: 1),
            memory: isNext(1, in: 5)
                ? nil : Memory(stability: real(0.1, 1_000), difficulty: real(1, 10)),
            due: moment().milliseconds,
            interval: Int(integer(0...500)),
            reviews: Int(integer(0...90)),
            lapses: Int(integer(0...9)),
            lastReview: isNext(1, in: 2) ? moment().milliseconds : nil,
            lastDay: isNext(1, in: 2) ? Int(integer(0...20_000)) : nil
        )
    }

    private mutating func event(of card: CardID) -> Event {
        lastEvent += integer(1...1_000)
        let kind: Event.Kind =
            switch integer(0...4) {
            case 0: .practice(.again)
            case 1: .setState(.imported(state()))
            case 2: .retraction(of: EventID(rawValue: lastEvent - 1))
            default: .review(.good, due: isNext(1, in: 2) ? moment() : nil, reviews: 3)
            }
        return Event(
            id: EventID(rawValue: lastEvent),
            note: card.note,
            face: card.face,
            kind: kind,
            moment: moment(),
            offset: Int(integer(-720...720)),
            duration: Int(integer(0...60_000)),
            mode: .quiz,
            extras: isNext(1, in: 9) ? text() : nil
        )
    }

    private mutating func isNext(_ count: Int, in total: Int) -> Bool {
        Int.random(in: 0..<total, using: &generator) < count
    }

    private mutating func integer(_ range: ClosedRange<Int64>) -> Int64 {
        .random(in: range, using: &generator)
    }

    private mutating func real(_ low: Double, _ high: Double) -> Double {
        isNext(1, in: 20) ? 1 : .random(in: low...high, using: &generator)
    }

    /// A random moment; some are equal.
    private mutating func moment() -> Moment {
        Moment(milliseconds: 1_700_000_000_000 + integer(0...5_000) * 3_600_000)
    }

    /// Usually short, sometimes longer than a page.
    private mutating func text() -> String {
        let words = ["cat", "dög", "日本", "a", "long word"]
        let count = isNext(1, in: 100) ? integer(0...2_000) : integer(0...6)
        return (0..<count).map { _ in words.randomElement(using: &generator) ?? "" }
            .joined(separator: " ")
    }
}
