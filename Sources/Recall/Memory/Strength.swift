/// What a review adds to a memory before the grade has its say: two powers, which take nearly all of its time.
struct Strength<Value: Lanes> {
    /// What stability is scaled by.
    let scale: Value
    /// What forgetting adds.
    let gain: Value
}

extension Strength: Sendable where Value: Sendable {}
