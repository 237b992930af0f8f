/// A 64-bit name that a server or a browser can give to a new thing, offline, without clashing.
///
/// The upper 43 bits are the milliseconds since 1970 at which it was made, the lower 21 are random: names sort by
/// age, and two devices clash only if they draw the same of two million numbers in the same millisecond. Outside the
/// database it is written as decimal digits in a string, because JavaScript numbers hold 53 bits.
public protocol Identifier: RawRepresentable, Hashable, Comparable, Codable, Sendable,
    CustomStringConvertible
where RawValue == Int64 {
    /// Wraps a name that was given before.
    init(rawValue: Int64)
}

extension Identifier {
    /// Gives a new name, at the moment `milliseconds` after 1970.
    public init(at milliseconds: Int64, using generator: inout some RandomNumberGenerator) {
        let random = Int64.random(in: 0..<(1 << 21), using: &generator)
        self.init(rawValue: (milliseconds << 21) | random)
    }

    /// Reads decimal digits; nil where they are not a positive 64-bit number.
    public init?(_ text: some StringProtocol) {
        guard let value = Int64(text), value > 0, text.utf8.first != UInt8(ascii: "+") else {
            return nil
        }
        self.init(rawValue: value)
    }

    /// The decimal digits that name it outside the database.
    public var description: String { String(rawValue) }

    /// By number.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// Reads what `encode(to:)` writes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let id = Self(text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "“\(text.prefix(80))” is not an id."
            )
        }
        self = id
    }

    /// Writes what `init(from:)` reads.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// Names a note.
public struct NoteID: Identifier {
    /// Milliseconds and random bits.
    public let rawValue: Int64
    /// Wraps a number that was given before.
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// Names a deck.
public struct DeckID: Identifier {
    /// Milliseconds and random bits.
    public let rawValue: Int64
    /// Wraps a number that was given before.
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// Names a note type.
public struct NoteTypeID: Identifier {
    /// Milliseconds and random bits.
    public let rawValue: Int64
    /// Wraps a number that was given before.
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// Names a file that a deck was imported from.
public struct KeptFileID: Identifier {
    /// Milliseconds and random bits.
    public let rawValue: Int64
    /// Wraps a number that was given before.
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// Names an event of the log.
public struct EventID: Identifier {
    /// Milliseconds and random bits.
    public let rawValue: Int64
    /// Wraps a number that was given before.
    public init(rawValue: Int64) { self.rawValue = rawValue }
}
