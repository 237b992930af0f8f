/// Eight, where the registers that Swift counts on hold two: one pair's operations are done while another pair waits for
/// its own, which are long.
extension SIMD8: Lanes where Scalar == Double {
    @inline(__always)
    init(bits: SIMD8<UInt64>) { self = unsafeBitCast(bits, to: Self.self) }

    @inline(__always)
    var bits: SIMD8<UInt64> { unsafeBitCast(self, to: SIMD8<UInt64>.self) }
}

extension SIMD8: BitLanes where Scalar == UInt64 {}
extension SIMDMask: MaskLanes {}
