/// Computes the memories of many cards, several at once in the lanes of a register.
///
/// Lanes advance together and so should have equally long histories: cards are processed in blocks that fit the
/// processor's first-level cache, sorted by length within a block.
struct MemoryBlock {
    typealias Value = SIMD8<Double>

    /// The number of cards in a block.
    static let size = 4096
    /// Longer histories are not distinguished by length.
    private static let lengths = 512

    private let model: MemoryModel
    private let coefficients: UnsafeBufferPointer<UpdateCoefficients<Double>>
    private let reviews: UnsafeBufferPointer<UInt32>
    private let ends: UnsafeBufferPointer<Int>
    /// The cards of the block by length, and the next position for each length.
    private var order = [UInt16](repeating: 0, count: size)
    private var positions = [Int](repeating: 0, count: lengths + 1)

    init(
        model: MemoryModel,
        coefficients: UnsafeBufferPointer<UpdateCoefficients<Double>>,
        reviews: UnsafeBufferPointer<UInt32>,
        ends: UnsafeBufferPointer<Int>
    ) {
        self.model = model
        self.coefficients = coefficients
        self.reviews = reviews
        self.ends = ends
    }

    /// Writes the memories of as many cards as the buffer holds, starting at `first`.
    mutating func fill(_ memories: UnsafeMutableBufferPointer<Memory>, from first: Int) {
        sort(memories.count, from: first)
        for position in stride(from: 0, to: memories.count, by: Value.scalarCount) {
            // A lane without a card repeats the last card's work.
            var cards = SIMD8<Int>()
            for lane in 0..<Value.scalarCount {
                cards[lane] = Int(order[min(position + lane, memories.count - 1)])
            }
            let (stability, difficulty) = replay(first &+ cards)
            for lane in 0..<Value.scalarCount {
                memories[cards[lane]] = Memory(
                    stability: stability[lane],
                    difficulty: difficulty[lane]
                )
            }
        }
    }

    /// Sorts the cards of a block by length (counting sort).
    private mutating func sort(_ count: Int, from first: Int) {
        for length in positions.indices { positions[length] = 0 }
        for card in 0..<count { positions[length(of: first + card) + 1] += 1 }
        for length in 1..<positions.count { positions[length] += positions[length - 1] }
        for card in 0..<count {
            let length = length(of: first + card)
            order[positions[length]] = UInt16(card)
            positions[length] += 1
        }
    }

    private func start(of card: Int) -> Int { card == 0 ? 0 : ends[card - 1] }

    /// At most `lengths` − 1.
    private func length(of card: Int) -> Int {
        min(ends[card] - start(of: card), Self.lengths) - 1
    }

    /// Applies the reviews of eight cards at once.
    @inline(__always)
    private func replay(_ cards: SIMD8<Int>) -> (stability: Value, difficulty: Value) {
        var (stability, difficulty) = (Value(), Value())
        var (position, remaining) = (SIMD8<Int64>(), SIMD8<Int64>())
        for lane in 0..<Value.scalarCount {
            let start = start(of: cards[lane])
            let memory = model.memory(afterFirst: reviews[start] & 3)
            stability[lane] = memory.stability
            difficulty[lane] = memory.difficulty
            position[lane] = Int64(start)
            remaining[lane] = Int64(ends[cards[lane]] - start - 1)
        }
        let shared = remaining.min()
        for _ in 0..<shared {
            position &+= 1
            (stability, difficulty) = review(stability, difficulty, at: position)
        }
        for done in shared..<remaining.max() {
            let isActive = remaining .> done
            position.replace(with: position &+ 1, where: isActive)
            let next = review(stability, difficulty, at: position)
            stability.replace(with: next.stability, where: isActive)
            difficulty.replace(with: next.difficulty, where: isActive)
        }
        return (stability, difficulty)
    }

    @inline(__always)
    private func review(
        _ stability: Value,
        _ difficulty: Value,
        at position: SIMD8<Int64>
    ) -> (stability: Value, difficulty: Value) {
        var review = SIMD8<UInt64>()
        for lane in 0..<Value.scalarCount { review[lane] = UInt64(reviews[Int(position[lane])]) }
        // A whole number is converted to a Double by writing it into the significand of 2⁵².
        let significandBase = SIMD8<UInt64>(repeating: 0x4330_0000_0000_0000)
        let days = review &>> 2 | significandBase
        return model.next(
            stability,
            difficulty,
            days: Value(bits: days) - Value(repeating: 0x1p52),
            UpdateCoefficients { lane in coefficients(of: review[lane]) }
        )
    }

    @inline(__always)
    private func coefficients(of review: UInt64) -> UpdateCoefficients<Double> {
        coefficients[Int(review & 3) + (review < 4 ? 4 : 0)]
    }
}
