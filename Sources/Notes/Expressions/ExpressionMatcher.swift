/// Matches an expression against a text by keeping, at every character, a list of possible steps in order of preference.
struct ExpressionMatcher {
    private let steps: [RegularExpression.Step]
    private let slots: Int
    private let text: [Character]
    private let keys: [String]
    private let cases: [[Character]]
    /// The position at which a step was last added to the list, so that it is added only once.
    private var seen: [Int]
    private var visits = 0

    /// A possible step, and the positions of the groups on the way to it.
    private struct Thread {
        let step: Int
        let saved: [Int]
    }

    init(_ expression: RegularExpression, in text: [Character], matchesCase: Bool) {
        steps = expression.steps
        slots = expression.slots
        self.text = text
        keys = text.map { $0.key(matchesCase: matchesCase) }
        cases = text.map { character in
            matchesCase
                ? [character]
                : [character]
                    + [character.lowercased(), character.uppercased()].compactMap {
                        $0.count == 1 ? $0.first : nil
                    }
        }
        seen = Array(repeating: -1, count: steps.count)
    }

    /// Finds the leftmost match from `start` on.
    mutating func first(
        from start: Int
    ) throws(RegularExpressionError) -> RegularExpression.Match? {
        var found: [Int]?
        var threads: [Thread] = []
        var next: [Thread] = []
        var position = start
        let nowhere = Array(repeating: -1, count: slots)
        seen = Array(repeating: -1, count: steps.count)
        add(0, nowhere, at: position, to: &threads)
        while position <= text.count {
            next.removeAll(keepingCapacity: true)
            for thread in threads {
                switch steps[thread.step] {
                case .one(let test):
                    guard position < text.count,
                        test.holds(of: text[position], key: keys[position], cases: cases[position])
                    else { continue }
                    add(thread.step + 1, thread.saved, at: position + 1, to: &next)
                    continue
                case .found: found = thread.saved
                case .at, .split, .jump, .save: continue
                }
                // Later entries of the list have lower preference.
                break
            }
            position += 1
            if found == nil, position <= text.count {
                add(0, nowhere, at: position, to: &next)
            }
            visits += next.count
            guard visits < RegularExpression.mostVisits else { throw .tooSlow }
            if found != nil, next.isEmpty { break }
            swap(&threads, &next)
        }
        return found.map(match)
    }

    /// Adds a step to the list, or the steps it leads to without consuming a character; each at most once.
    private mutating func add(
        _ first: Int,
        _ saved: [Int],
        at position: Int,
        to threads: inout [Thread]
    ) {
        var waiting = [Thread(step: first, saved: saved)]
        while let thread = waiting.popLast() {
            guard seen[thread.step] != position else { continue }
            seen[thread.step] = position
            switch steps[thread.step] {
            case .jump(let target): waiting.append(Thread(step: target, saved: thread.saved))
            case .split(let rather, let other):
                waiting.append(Thread(step: other, saved: thread.saved))
                waiting.append(Thread(step: rather, saved: thread.saved))
            case .save(let slot):
                var saved = thread.saved
                saved[slot] = position
                waiting.append(Thread(step: thread.step + 1, saved: saved))
            case .at(let boundary):
                guard isThere(boundary, at: position) else { continue }
                waiting.append(Thread(step: thread.step + 1, saved: thread.saved))
            case .one, .found: threads.append(thread)
            }
        }
    }

    private func isThere(_ boundary: ExpressionNode.Boundary, at position: Int) -> Bool {
        let before = position > 0 ? text[position - 1] : nil
        let after = position < text.count ? text[position] : nil
        let (left, right) = (before?.joinsWords == true, after?.joinsWords == true)
        return switch boundary {
        case .lineStart: before?.isNewline != false
        case .lineEnd: after?.isNewline != false
        case .word(let isWanted): (left != right) == isWanted
        case .noCut: !(left && right)
        }
    }

    private func match(_ saved: [Int]) -> RegularExpression.Match {
        let ranges = stride(from: 0, to: saved.count, by: 2).map { slot in
            saved[slot] >= 0 && saved[slot + 1] >= saved[slot]
                ? saved[slot]..<saved[slot + 1] : nil
        }
        return RegularExpression.Match(
            range: ranges[0] ?? 0..<0,
            groups: Array(ranges.dropFirst())
        )
    }
}
