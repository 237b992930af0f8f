import Recall

/// The questions and answers of the quiz's cards; empty until the page has passed them.
nonisolated(unsafe) private var items: [QuizItem] = []

/// Reads the questions and answers of cards from the buffer, three words each: kind, question, answer; 0 if read, else 1.
///
/// The first items belong to the session's cards, in their order; further ones are only offered. Equal questions or answers
/// have the same number, and so have answers that share an alternative. Has to be called again when cards change.
@_expose(wasm, "meanings")
@c(recall_meanings)
func setQuizItems(count: Int32) -> Int32 {
    guard count >= 0, count <= Buffer.maximumCount / 3, let words = buffer.words(3 * Int(count))
    else {
        return 1
    }
    items = (0..<Int(count)).map {
        QuizItem(kind: words[3 * $0], question: words[3 * $0 + 1], answer: words[3 * $0 + 2])
    }
    return 0
}

/// Writes the cards whose answers are offered for a card, including its own, to the buffer; returns their number, at most 4.
///
/// 0 for a card without an item, 1 if there is nothing else to offer, so that the answer has to be typed.
@_expose(wasm, "choices")
@c(recall_choices)
func choices(card: Int32) -> Int32 {
    let choices = session?.choices(for: Int(card), among: items) ?? []
    return buffer.write(choices.map { UInt32($0) }) ? Int32(choices.count) : 0
}

/// Judges a typed answer: 2 exact, 1 near, 0 wrong, −1 if the buffer is shorter than the texts.
///
/// The buffer contains code points, first the typed, then the expected ones; both converted to NFKC and to one case, and
/// without marks if those do not count, letter by letter if the differences are to be shown in the original texts.
/// Afterwards it contains: start and end of the closest alternative among the expected code points · the number of
/// segments · for each its kind, and how many typed and expected code points it covers. Kinds: 0 same, 1 replaced,
/// 2 missing, 3 extra, 4 swapped, 5 ignored. The segments follow one another and cover both texts.
@_expose(wasm, "judge")
@c(recall_judge)
func judge(typed: Int32, expected: Int32) -> Int32 {
    guard
        let typedCodes = buffer.words(Int(typed)),
        let expectedCodes = buffer.words(Int(expected), from: Int(typed))
    else { return -1 }
    let judgement = Judgement(typed: typedCodes, expected: expectedCodes)
    var words = [
        UInt32(judgement.alternative.lowerBound), UInt32(judgement.alternative.upperBound),
        UInt32(judgement.differences.count),
    ]
    for difference in judgement.differences {
        words.append(UInt32(difference.kind.rawValue))
        words.append(UInt32(difference.typed))
        words.append(UInt32(difference.expected))
    }
    return buffer.write(words) ? Int32(judgement.verdict.rawValue) : -1
}
