extension Double: Lanes {
    @inlinable @inline(__always)
    package init(repeating value: Double) { self = value }

    @inlinable @inline(__always)
    package init(bits: UInt64) { self.init(bitPattern: bits) }

    @inlinable @inline(__always)
    package var bits: UInt64 { bitPattern }

    @inlinable @inline(__always)
    package static func .< (a: Double, b: Double) -> Bool { a < b }

    @inlinable @inline(__always)
    package static func .== (a: Double, b: Double) -> Bool { a == b }

    @inlinable @inline(__always)
    package func replacing(with other: Double, where mask: Bool) -> Double { mask ? other : self }
}

extension UInt64: BitLanes {
    @inlinable @inline(__always)
    package init(repeating value: UInt64) { self = value }
}

extension Bool: MaskLanes {
    @inlinable @inline(__always)
    package static func .& (a: Bool, b: Bool) -> Bool { a && b }

    @inlinable @inline(__always)
    package static func .| (a: Bool, b: Bool) -> Bool { a || b }

    @inlinable @inline(__always)
    package static prefix func .! (a: Bool) -> Bool { !a }
}
