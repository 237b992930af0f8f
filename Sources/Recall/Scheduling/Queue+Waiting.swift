extension Queue {
    /// A card that may be dealt, and what decides when.
    struct Waiting: Comparable {
        let place: Int
        let note: Int64
        /// The lower, the sooner.
        var order = 0.0
        /// Whether it was due on a day before.
        var isBacklog = false

        static func < (left: Waiting, right: Waiting) -> Bool {
            (left.order, left.place) < (right.order, right.place)
        }
    }

    /// The notes of which a card is dealt, in rising order.
    struct Notes {
        private var dealt: [Int64] = []

        /// The first card of each note that has none dealt yet.
        mutating func firsts(of cards: [Waiting]) -> [Waiting] {
            // Sorted by note and then by turn, only the first of each note is at the head of its kin.
            var kin = cards.indices.map { (note: cards[$0].note, turn: $0) }
            kin.sort { $0 < $1 }
            var isFirst = [Bool](repeating: false, count: cards.count)
            var (last, known): (Int64?, Int) = (nil, 0)
            for (note, turn) in kin where note != last {
                last = note
                while known < dealt.count, dealt[known] < note { known += 1 }
                isFirst[turn] = known == dealt.count || dealt[known] != note
            }
            let firsts = cards.indices.filter { isFirst[$0] }.map { cards[$0] }
            dealt.append(contentsOf: firsts.map { $0.note })
            dealt.sort()
            return firsts
        }
    }
}
