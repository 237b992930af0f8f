/// Eight numbers, although the registers that Swift assumes hold two: the operations on one pair are executed while
/// another pair waits for the results of its own, which have a long latency.
extension SIMD8: Lanes where Scalar == Double {
    @inline(__always)
    init(bits: SIMD8<UInt64>) { self = unsafeBitCast(bits, to: Self.self) }

    @inline(__always)
    var bits: SIMD8<UInt64> { unsafeBitCast(self, to: SIMD8<UInt64>.self) }
}

extension SIMD8: BitLanes where Scalar == UInt64 {}
extension SIMDMask: MaskLanes {}
