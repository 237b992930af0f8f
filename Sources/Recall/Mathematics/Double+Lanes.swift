extension Double: Lanes {
    @inline(__always)
    init(repeating value: Double) { self = value }

    @inline(__always)
    init(bits: UInt64) { self.init(bitPattern: bits) }

    @inline(__always)
    var bits: UInt64 { bitPattern }

    @inline(__always)
    static func .< (a: Double, b: Double) -> Bool { a < b }

    @inline(__always)
    static func .== (a: Double, b: Double) -> Bool { a == b }

    @inline(__always)
    func replacing(with other: Double, where mask: Bool) -> Double { mask ? other : self }
}

extension UInt64: BitLanes {
    @inline(__always)
    init(repeating value: UInt64) { self = value }
}

extension Bool: MaskLanes {
    @inline(__always)
    static func .& (a: Bool, b: Bool) -> Bool { a && b }

    @inline(__always)
    static func .| (a: Bool, b: Bool) -> Bool { a || b }

    @inline(__always)
    static prefix func .! (a: Bool) -> Bool { !a }
}
