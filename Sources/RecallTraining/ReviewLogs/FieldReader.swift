/// Reads the fields of CSV lines; the last byte has to end the last line.
struct FieldReader {
    private var next: UnsafeRawPointer
    private let end: UnsafeRawPointer

    init(_ bytes: UnsafeRawBufferPointer) {
        precondition(bytes.last == .lineFeed, "The last line has to be complete.")
        // A buffer with a last byte has an address.
        next = bytes.baseAddress.unsafelyUnwrapped
        end = next + bytes.count
    }

    var isAtEnd: Bool { next == end }

    private var byte: UInt8 {
        @inline(__always)
        get { next.load(as: UInt8.self) }
    }

    /// Advances to the next line if this one is empty.
    mutating func skipEmptyLine() -> Bool {
        var ahead = self
        if ahead.byte == .carriageReturn { ahead.next += 1 }
        guard ahead.byte == .lineFeed else { return false }
        next = ahead.next + 1
        return true
    }

    mutating func skipByteOrderMark() {
        for (offset, mark) in [0xEF as UInt8, 0xBB, 0xBF].enumerated()
        where next + offset == end || (next + offset).load(as: UInt8.self) != mark {
            return
        }
        next += 3
    }

    /// A whole number, optionally quoted and surrounded by white space; nil for any other field.
    @inline(__always)
    mutating func number(isLast: inout Bool) -> Int64? {
        skipSpace()
        let isQuoted = byte == .quote
        if isQuoted { next += 1 }
        let isNegative = byte == .minus
        if isNegative { next += 1 }
        var number: UInt64 = 0
        var digits = 0
        while case let digit = byte &- .zero, digit < 10 {
            number = number &* 10 &+ UInt64(digit)
            digits += 1
            next += 1
        }
        // Nineteen digits cannot overflow 64 bits.
        guard 1...19 ~= digits, number <= UInt64(Int64.max) else { return nil }
        if isQuoted {
            guard byte == .quote else { return nil }
            next += 1
        }
        skipSpace()
        guard endField(&isLast) else { return nil }
        return isNegative ? -Int64(number) : Int64(number)
    }

    @inline(__always)
    mutating func skip(isLast: inout Bool) {
        skipSpace()
        var isInside = false
        while isInside || byte != .comma, byte != .lineFeed {
            if byte == .quote { isInside.toggle() }
            next += 1
        }
        _ = endField(&isLast)
    }

    /// The text of a field without surrounding white space and quotes.
    mutating func text(isLast: inout Bool) -> String {
        let start = next
        skip(isLast: &isLast)
        let field = UnsafeRawBufferPointer(start: start, count: next - start - 1)
        let text = String(decoding: field, as: UTF8.self)
        let bare = text.drop { $0.isWhitespace || $0 == "\"" }.reversed()
            .drop { $0.isWhitespace || $0 == "\"" }.reversed()
        return String(bare)
    }

    @inline(__always)
    private mutating func skipSpace() {
        while byte == .space || byte == .tab || byte == .carriageReturn { next += 1 }
    }

    /// Skips the comma or the end of the line.
    @inline(__always)
    private mutating func endField(_ isLast: inout Bool) -> Bool {
        guard byte == .comma || byte == .lineFeed else { return false }
        isLast = byte == .lineFeed
        next += 1
        return true
    }
}

extension UInt8 {
    static let lineFeed = UInt8(ascii: "\n")
    fileprivate static let carriageReturn = UInt8(ascii: "\r")
    fileprivate static let comma = UInt8(ascii: ",")
    fileprivate static let quote = UInt8(ascii: "\"")
    fileprivate static let minus = UInt8(ascii: "-")
    fileprivate static let zero = UInt8(ascii: "0")
    fileprivate static let space = UInt8(ascii: " ")
    fileprivate static let tab = UInt8(ascii: "\t")
}
