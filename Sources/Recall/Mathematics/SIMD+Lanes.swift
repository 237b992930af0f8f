extension SIMD2: Lanes where Scalar == Double {
    @inline(__always)
    init(bits: SIMD2<UInt64>) { self = unsafeBitCast(bits, to: Self.self) }

    @inline(__always)
    var bits: SIMD2<UInt64> { unsafeBitCast(self, to: SIMD2<UInt64>.self) }
}

extension SIMD4: Lanes where Scalar == Double {
    @inline(__always)
    init(bits: SIMD4<UInt64>) { self = unsafeBitCast(bits, to: Self.self) }

    @inline(__always)
    var bits: SIMD4<UInt64> { unsafeBitCast(self, to: SIMD4<UInt64>.self) }
}

extension SIMD2: BitLanes where Scalar == UInt64 {}
extension SIMD4: BitLanes where Scalar == UInt64 {}
extension SIMDMask: MaskLanes {}
