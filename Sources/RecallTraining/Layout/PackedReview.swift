internal import Recall

/// One review in four bytes: days since the one before, grade, and how recent it is.
///
/// A log of ten million reviews is 40 MB so, and a walk through it reads as much and writes nothing.
struct PackedReview {
    /// Longer absences count as this many days, some 180 years.
    static let longestAbsence = 0xFFFF
    /// Ages are whole parts of this many: from the first prediction to the last.
    static let ages: Float = 0x3FFF

    let bits: UInt32

    /// - Parameter age: From `age(_:)`.
    init(days: Int64, grade: UInt8, age: UInt16) {
        let days = UInt32(min(max(days, 0), Int64(Self.longestAbsence)))
        bits = days | UInt32(grade &- 1) << 16 | UInt32(age) << 18
    }

    /// An age from 0 to 1 as it is packed.
    @inline(__always)
    static func age(_ age: Float) -> UInt16 {
        UInt16(min(max(age, 0), 1) * ages + 0.5)
    }

    init(bits: UInt32) { self.bits = bits }

    var days: Int { Int(bits & 0xFFFF) }
    /// From 0 to 1.
    var age: Float { Float(bits >> 18) / Self.ages }
    var grade: Grade {
        switch bits >> 16 & 3 {
        case 0: .again
        case 1: .hard
        case 2: .good
        default: .easy
        }
    }

    /// A review that changes nothing anybody asks: fills up the shorter histories of a group.
    static let padding = PackedReview(days: 0, grade: 3, age: 0)
}

/// Four of them taken apart.
struct PackedReviews {
    let days: Lane
    /// From 1 to 4.
    let grade: Lane
    /// From 0 to 1.
    let age: Lane

    @inline(__always)
    init(_ bits: LaneBits) {
        days = Lane(whole: bits & LaneBits(repeating: 0xFFFF))
        grade =
            Lane(whole: (bits &>> LaneBits(repeating: 16)) & LaneBits(repeating: 3))
            + Lane(repeating: 1)
        age = Lane(whole: bits &>> LaneBits(repeating: 18)) * Lane(repeating: 1 / PackedReview.ages)
    }
}
