import Recall

/// What the cards of a quiz ask and answer; empty until the page has said so.
nonisolated(unsafe) private var meanings: [Meaning] = []

/// Reads what cards ask and answer from the buffer, three words each: kind, question, answer; 0 if read, else 1.
///
/// The first belong to the cards of the session, in their order; others are only offered. Two cards have the same number
/// where they have the same; answers with an alternative in common count as the same. Call it again when cards change.
@_expose(wasm, "meanings")
@c(recall_meanings)
func setMeanings(count: Int32) -> Int32 {
    guard count >= 0, count <= Buffer.largest / 3, let words = buffer.words(3 * Int(count)) else {
        return 1
    }
    meanings = (0..<Int(count)).map {
        Meaning(kind: words[3 * $0], question: words[3 * $0 + 1], answer: words[3 * $0 + 2])
    }
    return 0
}

/// Lays into the buffer the cards whose answers are offered for a card, its own among them; how many, at most 4.
///
/// 0 for a card whose meaning is not known, 1 where there is nothing else to offer: ask for it to be typed.
@_expose(wasm, "choices")
@c(recall_choices)
func choices(card: Int32) -> Int32 {
    let choices = session?.choices(for: Int(card), among: meanings) ?? []
    return buffer.write(choices.map { UInt32($0) }) ? Int32(choices.count) : 0
}

/// Judges an answer that was typed: 2 exact, 1 near, 0 wrong, −1 where the buffer is not so long.
///
/// The buffer holds code points, first those typed, then those expected; both brought to NFKC and to one case, and freed
/// of marks if those do not count, letter by letter where the differences are to be shown in the texts as they were.
/// Afterwards it holds: where the alternative that is closest begins and ends among those expected · how many stretches
/// there are · of each its kind, how many code points typed and how many expected it covers. Kinds: 0 same, 1 other
/// letters, 2 missing, 3 too many, 4 swapped, 5 ignored. Stretches follow one another and cover both texts.
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
