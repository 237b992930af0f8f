extension ReviewQueue {
    /// A candidate that may be dealt, with its sort key.
    struct Entry: Comparable {
        /// The candidate's index.
        let index: Int
        let note: Int64
        /// The lower, the sooner.
        var priority = 0.0

        static func < (left: Entry, right: Entry) -> Bool {
            (left.priority, left.index) < (right.priority, right.index)
        }
    }

    /// The notes of which a card is dealt, in ascending order.
    struct DealtNotes {
        private var notes: [Int64] = []

        /// Keeps the first entry of each note that has no dealt card yet.
        mutating func firsts(of entries: [Entry]) -> [Entry] {
            // Sorted by note and then by position, the first of each run of equal notes is the note's first entry.
            var byNote = entries.indices.map { (note: entries[$0].note, position: $0) }
            byNote.sort { $0 < $1 }
            var isFirst = [Bool](repeating: false, count: entries.count)
            var (last, known): (Int64?, Int) = (nil, 0)
            for (note, position) in byNote where note != last {
                last = note
                while known < notes.count, notes[known] < note { known += 1 }
                isFirst[position] = known == notes.count || notes[known] != note
            }
            let firsts = entries.indices.filter { isFirst[$0] }.map { entries[$0] }
            notes.append(contentsOf: firsts.map { $0.note })
            notes.sort()
            return firsts
        }
    }
}
