package import Recall

/// Encoded as an object whose `stage` names the card's stage; missing values are omitted.
extension CardState: Codable {
    private enum Key: String, CodingKey {
        case stage, step, stability, difficulty, due, interval, reviews, lapses, lastReview, lastDay
    }

    private enum StageName: String, Codable {
        case new, learning, review, relearning
    }

    /// Reads what `encode(to:)` writes.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let step = try values.decodeIfPresent(Int.self, forKey: .step) ?? 0
        let stage: Stage =
            switch try values.decode(StageName.self, forKey: .stage) {
            case .new: .new
            case .learning: .learning(step: step)
            case .review: .review
            case .relearning: .relearning(step: step)
            }
        let stability = try values.decodeIfPresent(Double.self, forKey: .stability)
        let difficulty = try values.decodeIfPresent(Double.self, forKey: .difficulty)
        self.init(
            stage: stage,
            memory: Memory(stability: stability, difficulty: difficulty),
            due: try values.decodeIfPresent(Int64.self, forKey: .due),
            interval: try values.decodeIfPresent(Int.self, forKey: .interval) ?? 0,
            reviews: try values.decodeIfPresent(Int.self, forKey: .reviews) ?? 0,
            lapses: try values.decodeIfPresent(Int.self, forKey: .lapses) ?? 0,
            lastReview: try values.decodeIfPresent(Int64.self, forKey: .lastReview),
            lastDay: try values.decodeIfPresent(Int.self, forKey: .lastDay)
        )
    }

    /// Writes what `init(from:)` reads.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        let (name, step): (StageName, Int?) =
            switch stage {
            case .new: (.new, nil)
            case .learning(let step): (.learning, step)
            case .review: (.review, nil)
            case .relearning(let step): (.relearning, step)
            }
        try values.encode(name, forKey: .stage)
        try values.encodeIfPresent(step, forKey: .step)
        try values.encodeIfPresent(memory?.stability, forKey: .stability)
        try values.encodeIfPresent(memory?.difficulty, forKey: .difficulty)
        try values.encodeIfPresent(due, forKey: .due)
        try values.encode(interval, forKey: .interval)
        try values.encode(reviews, forKey: .reviews)
        try values.encode(lapses, forKey: .lapses)
        try values.encodeIfPresent(lastReview, forKey: .lastReview)
        try values.encodeIfPresent(lastDay, forKey: .lastDay)
    }
}

// NB: Not in `Recall` because hashing needs an operating system, which WebAssembly in a browser lacks.
extension CardState: Hashable {
    /// Different states nearly always differ in one of these.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(due)
        hasher.combine(reviews)
        hasher.combine(memory?.stability)
    }
}

extension Memory {
    /// A memory has both numbers or neither.
    fileprivate init?(stability: Double?, difficulty: Double?) {
        guard let stability, let difficulty else { return nil }
        self.init(stability: stability, difficulty: difficulty)
    }
}
