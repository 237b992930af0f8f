/// What a card asks and answers, as numbers: all that choosing wrong answers for a quiz has to know of it.
///
/// Whoever deals gives two cards the same number where they have the same: answers that a learner could not tell
/// apart, or that have one of their alternatives in common, count as the same answer.
package struct Meaning: Equatable, Sendable {
    /// The note type and the languages of both sides; a wrong answer comes from a card of the same kind.
    package var kind: UInt32

    /// The prompt; every answer that any card gives to it is right.
    package var question: UInt32

    /// The answer.
    package var answer: UInt32

    /// Puts together what the deal says of a card.
    package init(kind: UInt32, question: UInt32, answer: UInt32) {
        self.kind = kind
        self.question = question
        self.answer = answer
    }
}

extension Session {
    /// How many answers a quiz offers, the right one counted in, when there are enough.
    package static let mostChoices = 4

    /// The cards whose answers are offered for a card, its own among them, in the order in which they are shown.
    ///
    /// None of the others answers the same prompt, and no two answer alike; where too few are left of the same kind,
    /// fewer are offered. The seed draws them and their places: the same for the same card in the same round, whatever
    /// was answered before. `meanings` may go on beyond the cards of the session, with answers that are only offered.
    /// Empty for a card without a meaning. Takes time linear in the meanings.
    package func choices(for card: Int, among meanings: [Meaning]) -> [Int] {
        guard meanings.indices ~= card else { return [] }
        let asked = meanings[card]
        var right: [UInt32] = []
        for meaning in meanings where meaning.question == asked.question {
            if !right.contains(meaning.answer) { right.append(meaning.answer) }
        }
        var wrong = meanings.indices.filter { other in
            meanings[other].kind == asked.kind && !right.contains(meanings[other].answer)
        }

        var chance = deal.chance.fork(UInt64(round) << 32 | UInt64(card))
        var choices = [card]
        while choices.count < Self.mostChoices, !wrong.isEmpty {
            let drawn = wrong.remove(at: Int(chance.next(below: UInt32(wrong.count))))
            let answer = meanings[drawn].answer
            wrong.removeAll { meanings[$0].answer == answer }
            choices.append(drawn)
        }
        chance.shuffle(&choices)
        return choices
    }
}
