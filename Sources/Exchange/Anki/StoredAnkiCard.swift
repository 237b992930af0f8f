internal import Recall

/// The fields of an Anki card, stored so that they can go back unchanged, independent of the collection's first day.
struct StoredAnkiCard: Equatable {
    var id: Int64
    var changed: Int64
    var type: Int64
    var due: Int64
    var interval: Int64
    var factor: Int64
    var reps: Int64
    var lapses: Int64
    var left: Int64
    /// The learner's day from which `due` counts, where it is in days.
    var firstDay: Int64
    var data: String

    init(_ card: AnkiCard, _ clock: AnkiClock) {
        id = card.id
        changed = card.changed
        type = card.type
        due = card.homeDue
        interval = card.interval
        factor = card.factor
        reps = card.reps
        lapses = card.lapses
        left = card.left
        firstDay = Int64(clamping: clock.firstDay)
        data = card.data
    }

    /// Parses what `json` writes, with numbers that Anki's data may bring; nil for anything else.
    init?(_ json: String) {
        guard let list = StoredList<SIMD16<Int64>>(json), list.count == 10, let data = list.text
        else {
            return nil
        }
        let numbers = list.numbers.map { $0.clamped(to: AnkiNumbers.all) }
        id = numbers[0].clamped(to: AnkiNumbers.identifiers)
        changed = numbers[1]
        type = numbers[2]
        due = numbers[3]
        interval = numbers[4]
        factor = numbers[5]
        reps = numbers[6]
        lapses = numbers[7]
        left = numbers[8]
        firstDay = numbers[9]
        self.data = data
    }

    /// A list rather than an object, because every card has one.
    var json: String {
        StoredList.json(
            [id, changed, type, due, interval, factor, reps, lapses, left, firstDay],
            data
        )
    }
}
