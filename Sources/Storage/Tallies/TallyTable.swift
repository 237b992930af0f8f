internal import Languages
package import Notes

/// What the answers to a card are counted under.
package struct TallyGroup: Hashable, Sendable {
    /// The deck of the card; nil if it was deleted or is in the bin.
    package let deck: DeckID?
    /// The languages that it asks, without their scripts, such as `en>fi`; empty if its face has none.
    package let languages: String
}

extension TallyGroup {
    package init(deck: DeckID?, face: String) {
        self.init(deck: deck, face: face.utf8.contains(UInt8(ascii: ">")) ? Face(face) : nil)
    }

    init(deck: DeckID?, face: Face?) {
        self.deck = deck
        if deck != nil, case .languages(let from, let to) = face {
            languages = "\(from.language)>\(to.language)"
        } else {
            languages = ""
        }
    }
}

/// A row of the table `tally`.
package struct TallyKey: Hashable, Sendable {
    package let day: Int
    package let group: TallyGroup
    package let hour: Int
    package let phase: AnswerPhase
}

extension TallyKey {
    init(_ answer: TalliedAnswer, in group: TallyGroup) {
        day = answer.day
        self.group = group
        hour = answer.hour
        phase = answer.phase
    }
}

/// The counts of some rows of the table `tally`, or by how much they change.
package struct TallyTable: Equatable {
    package private(set) var rows: [TallyKey: AnswerTally] = [:]

    package init() {}

    mutating func add(
        _ answers: some Sequence<TalliedAnswer>,
        in group: TallyGroup,
        _ sign: Int = 1
    ) {
        for answer in answers {
            rows[TallyKey(answer, in: group), default: AnswerTally()].add(answer, sign)
        }
    }

    mutating func set(_ key: TallyKey, to tally: AnswerTally) { rows[key] = tally }

    /// Without rows that count nothing.
    var withoutEmptyRows: TallyTable {
        var table = self
        table.rows = rows.filter { $0.value != AnswerTally() }
        return table
    }

    /// The keys whose counts differ.
    func differences(from other: TallyTable) -> [TallyKey] {
        Set(rows.keys).union(other.rows.keys).filter { rows[$0] != other.rows[$0] }
    }

    /// In the order of the table's rows.
    var sortedKeys: [TallyKey] {
        rows.keys.sorted { left, right in
            (
                left.day, left.group.deck?.rawValue ?? 0, left.group.languages, left.hour,
                left.phase.rawValue
            )
                < (
                    right.day, right.group.deck?.rawValue ?? 0, right.group.languages, right.hour,
                    right.phase.rawValue
                )
        }
    }
}
