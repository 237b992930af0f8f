/// A card's question and answer as numbers: all that the choice of wrong answers for a quiz needs to know.
///
/// The caller gives two cards the same number where they have the same question or answer. Answers that a learner could
/// not tell apart, or that share an alternative, count as the same.
package struct QuizItem: Equatable, Sendable {
    /// Identifies the note type and the languages of both sides; wrong answers are taken from cards of the same kind.
    package var kind: UInt32

    /// Identifies the prompt; every answer that any card gives to it is right.
    package var question: UInt32

    package var answer: UInt32

    package init(kind: UInt32, question: UInt32, answer: UInt32) {
        self.kind = kind
        self.question = question
        self.answer = answer
    }
}

extension Session {
    /// How many answers a quiz offers, including the right one, if there are enough.
    package static let maximumChoices = 4

    /// The cards whose answers are offered for a card, including its own, in the order in which they are shown.
    ///
    /// None of the others answers the same prompt, and no two have the same answer; fewer are offered if the kind has too few.
    /// The seed determines the selection and the order: the same for the same card in the same round, whatever was answered
    /// before. `items` may continue beyond the session's cards with answers that are only offered. Empty for a card without
    /// an item. Takes time linear in the number of items.
    package func choices(for card: Int, among items: [QuizItem]) -> [Int] {
        guard items.indices ~= card else { return [] }
        let asked = items[card]
        var right: [UInt32] = []
        for item in items where item.question == asked.question {
            if !right.contains(item.answer) { right.append(item.answer) }
        }
        var wrong = items.indices.filter { other in
            items[other].kind == asked.kind && !right.contains(items[other].answer)
        }

        var random = start.random.fork(UInt64(round) << 32 | UInt64(card))
        var choices = [card]
        while choices.count < Self.maximumChoices, !wrong.isEmpty {
            let drawn = wrong.remove(at: Int(random.next(below: UInt32(wrong.count))))
            let answer = items[drawn].answer
            wrong.removeAll { items[$0].answer == answer }
            choices.append(drawn)
        }
        random.shuffle(&choices)
        return choices
    }
}
