extension SIMD2: Lanes where Scalar == Double {
    @inlinable @inline(__always)
    package init(bits: SIMD2<UInt64>) { self = unsafeBitCast(bits, to: Self.self) }

    @inlinable @inline(__always)
    package var bits: SIMD2<UInt64> { unsafeBitCast(self, to: SIMD2<UInt64>.self) }
}

extension SIMD4: Lanes where Scalar == Double {
    @inlinable @inline(__always)
    package init(bits: SIMD4<UInt64>) { self = unsafeBitCast(bits, to: Self.self) }

    @inlinable @inline(__always)
    package var bits: SIMD4<UInt64> { unsafeBitCast(self, to: SIMD4<UInt64>.self) }
}

extension SIMD2: BitLanes where Scalar == UInt64 {}
extension SIMD4: BitLanes where Scalar == UInt64 {}
extension SIMDMask: MaskLanes {}
