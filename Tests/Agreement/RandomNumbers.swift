/// Marsaglia's 32-bit xorshift: equally simple in JavaScript, and not part of what is tested.
struct RandomNumbers {
    private var state: UInt32

    init(_ number: UInt32) {
        state = (number &+ 1) &* 0x9e37_79b1
        if state == 0 { state = 1 }
    }

    mutating func next() -> UInt32 {
        state ^= state << 13
        state ^= state >> 17
        state ^= state << 5
        return state
    }

    mutating func next(below bound: UInt32) -> Int32 {
        Int32(next() % bound)
    }

    mutating func signed() -> Int32 {
        Int32(bitPattern: next())
    }

    /// A number that is usual for schedules or, in one of four cases, any bit pattern.
    mutating func number() -> Double {
        switch next(below: 4) {
        case 0: Double(next()) * 0x1p-32 * 36500
        case 1: Double(signed()) * 0x1p-31 * 10
        case 2: 1 + Double(signed()) * 0x1p-33
        default: Double(bitPattern: UInt64(next()) << 32 | UInt64(next()))
        }
    }
}
