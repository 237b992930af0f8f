internal import Recall

/// A review in four bytes: days since the previous one, grade, and age.
///
/// A log of ten million reviews thus takes 40 MB, and a pass over it reads as much and writes nothing.
struct PackedReview {
    /// Longer gaps count as this many days, some 180 years.
    static let maximumGap = 0xFFFF
    /// Ages are stored as multiples of 1 / `ages`, from 0 for the first prediction to 1 for the last.
    static let ages: Float = 0x3FFF

    let bits: UInt32

    /// - Parameter age: As returned by `age(_:)`.
    init(days: Int64, grade: UInt8, age: UInt16) {
        let days = UInt32(min(max(days, 0), Int64(Self.maximumGap)))
        bits = days | UInt32(grade &- 1) << 16 | UInt32(age) << 18
    }

    /// Converts an age from 0 to 1 to its stored form.
    @inline(__always)
    static func age(_ age: Float) -> UInt16 {
        UInt16(min(max(age, 0), 1) * ages + 0.5)
    }

    init(bits: UInt32) { self.bits = bits }

    var days: Int { Int(bits & 0xFFFF) }
    /// From 0 to 1.
    var age: Float { Float(bits >> 18) / Self.ages }
    var grade: Grade { Grade(index: Int(bits >> 16 & 3)) }

    /// A review on the same day, which affects no prediction; pads the shorter histories of a group.
    static let padding = PackedReview(days: 0, grade: 3, age: 0)
}

/// Four packed reviews, unpacked into lanes.
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

    /// The weight of the reviews by their age: 1 for the newest, a quarter for the oldest.
    @inline(__always)
    var recencyWeight: Lane {
        Lane(repeating: 0.25) + Lane(repeating: 0.75) * age * age * age
    }
}

extension Grade {
    /// A grade counted from 0; indices above 3 count as 3.
    @inline(__always)
    init(index: Int) {
        switch index {
        case 0: self = .again
        case 1: self = .hard
        case 2: self = .good
        default: self = .easy
        }
    }
}
