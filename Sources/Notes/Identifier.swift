import Languages

/// A 64-bit identifier that a server or a browser can assign offline without collisions.
///
/// The upper 43 bits are its creation time in milliseconds since 1970, the lower 21 are random: identifiers sort by
/// age, and two devices collide only if they draw the same of two million numbers in the same millisecond. Outside the
/// database it is written as decimal digits in a string, because JavaScript numbers hold 53 bits.
package protocol Identifier: RawRepresentable, Hashable, Comparable, Codable, Sendable,
    CustomStringConvertible
where RawValue == Int64 {
    init(rawValue: Int64)
}

extension Identifier {
    /// Creates a new identifier at `milliseconds` since 1970.
    package init(at milliseconds: Int64, using generator: inout some RandomNumberGenerator) {
        self.init(at: milliseconds, marked: Int64.random(in: 0..<(1 << 21), using: &generator))
    }

    /// Creates a new identifier at `milliseconds` since 1970.
    package init(at milliseconds: Int64, using random: RandomSource) {
        var generator = random
        self.init(at: milliseconds, using: &generator)
    }

    /// The identifier at `milliseconds` since 1970, from 1970 to 2109, whose lowest 21 bits are those of `mark`.
    package init(at milliseconds: Int64, marked mark: Int64) {
        let milliseconds = min(max(milliseconds, 1), Self.foreign.upperBound >> 21)
        self.init(rawValue: milliseconds << 21 | mark & 0x1F_FFFF)
    }

    /// The identifiers that a file may bring; above them are four billion more, so that following ones are free.
    package static var foreign: ClosedRange<Int64> { 1...(.max - 1 << 32) }

    /// Nil unless a file may bring it.
    package var ifForeign: Self? { Self.foreign.contains(rawValue) ? self : nil }

    /// The one after it, or the first one after the last: for an identifier that is taken.
    package var next: Self { Self(rawValue: rawValue == .max ? 1 : rawValue &+ 1) }

    /// Parses decimal digits; nil unless they are a positive 64-bit number.
    @inlinable
    package init?(_ text: some StringProtocol) {
        guard let value = positiveNumber(String(text)) else { return nil }
        self.init(rawValue: value)
    }

    /// The decimal digits used outside the database.
    package var description: String { String(rawValue) }

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    package init(from decoder: any Decoder) throws {
        self = try decoder.parsed(by: { Self($0) }, orFailing: "is not an id")
    }

    package func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

/// Not generic, because a generic function reads a number ten times as slowly.
@usableFromInline
func positiveNumber(_ digits: String) -> Int64? {
    guard let value = Int64(digits), value > 0, digits.utf8.first != UInt8(ascii: "+") else {
        return nil
    }
    return value
}

package struct NoteID: Identifier {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

package struct DeckID: Identifier {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

package struct NoteTypeID: Identifier {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

package struct ImportedFileID: Identifier {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

package struct EventID: Identifier {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}
