/// Results of pieces of work that ran side by side, in the order of the pieces.
struct Pieces<Value> {
    let values: [Value]

    /// Makes each piece's value, on any core.
    init(_ count: Int, on cores: Cores, make: (Int) -> Value) {
        values = withoutActuallyEscaping(make) { make in
            [Value](unsafeUninitializedCapacity: count) { buffer, initialized in
                // Every piece writes to a place of its own, and all have before the array is made.
                nonisolated(unsafe) let make = make
                nonisolated(unsafe) let base = buffer.baseAddress
                cores.run(count) { piece in
                    base?.advanced(by: piece).initialize(to: make(piece))
                }
                initialized = count
            }
        }
    }
}
