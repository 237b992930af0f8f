/// Works out the memories of many cards, several at once in the lanes of a register.
///
/// Lanes go together, so they had better be equally long: cards are taken in blocks that fit the processor's nearest
/// cache, and within a block by length.
struct MemoryBlock {
    typealias Value = SIMD8<Double>

    /// How many cards are taken at once.
    static let size = 4096
    /// Longer histories are not told apart by length.
    private static let lengths = 512

    private let model: MemoryModel
    private let effects: UnsafeBufferPointer<Effect<Double>>
    private let reviews: UnsafeBufferPointer<UInt32>
    private let ends: UnsafeBufferPointer<Int>
    /// The cards of the block by length, and where the next of each length goes.
    private var order = [UInt16](repeating: 0, count: size)
    private var places = [Int](repeating: 0, count: lengths + 1)

    init(
        model: MemoryModel,
        effects: UnsafeBufferPointer<Effect<Double>>,
        reviews: UnsafeBufferPointer<UInt32>,
        ends: UnsafeBufferPointer<Int>
    ) {
        self.model = model
        self.effects = effects
        self.reviews = reviews
        self.ends = ends
    }

    /// Writes the memories of as many cards as there is room for, from `first` on.
    mutating func fill(_ memories: UnsafeMutableBufferPointer<Memory>, from first: Int) {
        sort(memories.count, from: first)
        for place in stride(from: 0, to: memories.count, by: Value.scalarCount) {
            // Where no card is left for a lane it does the last one's work again.
            var cards = SIMD8<Int>()
            for lane in 0..<Value.scalarCount {
                cards[lane] = Int(order[min(place + lane, memories.count - 1)])
            }
            let (stability, difficulty) = walk(first &+ cards)
            for lane in 0..<Value.scalarCount {
                memories[cards[lane]] = Memory(
                    stability: stability[lane],
                    difficulty: difficulty[lane]
                )
            }
        }
    }

    /// Orders the cards of a block by length, by counting.
    private mutating func sort(_ count: Int, from first: Int) {
        for length in places.indices { places[length] = 0 }
        for card in 0..<count { places[length(of: first + card) + 1] += 1 }
        for length in 1..<places.count { places[length] += places[length - 1] }
        for card in 0..<count {
            let length = length(of: first + card)
            order[places[length]] = UInt16(card)
            places[length] += 1
        }
    }

    private func start(of card: Int) -> Int { card == 0 ? 0 : ends[card - 1] }

    /// Up to `lengths` less one.
    private func length(of card: Int) -> Int {
        min(ends[card] - start(of: card), Self.lengths) - 1
    }

    /// Goes through the histories of eight cards at once.
    @inline(__always)
    private func walk(_ cards: SIMD8<Int>) -> (stability: Value, difficulty: Value) {
        var (stability, difficulty) = (Value(), Value())
        var (at, left) = (SIMD8<Int64>(), SIMD8<Int64>())
        for lane in 0..<Value.scalarCount {
            let start = start(of: cards[lane])
            let memory = model.memory(afterFirst: reviews[start] & 3)
            stability[lane] = memory.stability
            difficulty[lane] = memory.difficulty
            at[lane] = Int64(start)
            left[lane] = Int64(ends[cards[lane]] - start - 1)
        }
        let shared = left.min()
        for _ in 0..<shared {
            at &+= 1
            (stability, difficulty) = step(stability, difficulty, at)
        }
        for done in shared..<left.max() {
            let goesOn = left .> done
            at.replace(with: at &+ 1, where: goesOn)
            let next = step(stability, difficulty, at)
            stability.replace(with: next.stability, where: goesOn)
            difficulty.replace(with: next.difficulty, where: goesOn)
        }
        return (stability, difficulty)
    }

    @inline(__always)
    private func step(
        _ stability: Value,
        _ difficulty: Value,
        _ at: SIMD8<Int64>
    ) -> (stability: Value, difficulty: Value) {
        var review = SIMD8<UInt64>()
        for lane in 0..<Value.scalarCount { review[lane] = UInt64(reviews[Int(at[lane])]) }
        // Whole numbers become Doubles by being written into the significand of 2⁵².
        let ruler = SIMD8<UInt64>(repeating: 0x4330_0000_0000_0000)
        let days = review &>> 2 | ruler
        return model.next(
            stability,
            difficulty,
            days: Value(bits: days) - Value(repeating: 0x1p52),
            Effect { lane in effect(review[lane]) }
        )
    }

    @inline(__always)
    private func effect(_ review: UInt64) -> Effect<Double> {
        effects[Int(review & 3) + (review < 4 ? 4 : 0)]
    }
}
