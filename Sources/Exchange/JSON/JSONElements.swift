internal import Glibc
internal import JSON

/// Reads the top-level object of a JSON file in parts, so that no file is too large for memory.
///
/// Lists directly inside that object are read element by element, other members whole.
struct JSONElements: ~Copyable {
    /// The file is not valid JSON.
    struct Flaw: Error, Hashable {
        /// In bytes from the start of the file.
        var offset: Int
    }

    /// In bytes: the largest picture or sound in Base64, and some more.
    static let largestElement = 176 << 20

    private let file: UnsafeMutablePointer<FILE>
    private var buffer: [UInt8] = []
    private var place = 0
    /// The offset of the buffer in the file.
    private var start: Int

    private static let bufferSize = 1 << 16

    /// Nil where the file cannot be read.
    init?(path: String, from offset: Int = 0) {
        guard let file = fopen(path, "rb") else { return nil }
        self.file = file
        start = offset
        if offset > 0 { fseek(file, offset, SEEK_SET) }
    }

    deinit { fclose(file) }

    /// The offset of the next byte in the file.
    private var offset: Int { start + place }

    /// Calls a body with all elements: the name of the member, the offset, and the bytes.
    mutating func forEach(
        _ body: (_ member: String, _ offset: Int, _ element: [UInt8]) throws -> Void
    ) throws {
        if peek() == 0xEF { place += 3 }
        try take("{")
        if try !takeIfThere("}") {
            repeat {
                try skipSpace(before: "\"")
                let key = try value()
                guard let member = try? JSONCoding.decode(String.self, from: key) else {
                    throw Flaw(offset: offset)
                }
                try take(":")
                if try takeIfThere("[") {
                    if try takeIfThere("]") { continue }
                    repeat {
                        skipSpace()
                        try body(member, offset, try value())
                    } while try takeIfThere(",")
                    try take("]")
                } else {
                    skipSpace()
                    try body(member, offset, try value())
                }
            } while try takeIfThere(",")
            try take("}")
        }
        skipSpace()
        guard peek() == nil else { throw Flaw(offset: offset) }
    }

    /// The bytes of the next value.
    mutating func value() throws(Flaw) -> [UInt8] {
        var bytes: [UInt8] = []
        var depth = 0
        var isString = false
        var isEscaped = false
        while let byte = peek() {
            guard bytes.count < Self.largestElement else { throw Flaw(offset: offset) }
            if isString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isString = false
                }
            } else {
                switch byte {
                case UInt8(ascii: "\""): isString = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    guard depth > 0 else { return try nonempty(bytes) }
                    depth -= 1
                case UInt8(ascii: ",") where depth == 0: return try nonempty(bytes)
                case 0x20, 0x0A, 0x0D, 0x09:
                    place += 1
                    if depth == 0 { return try nonempty(bytes) }
                    continue
                default: break
                }
            }
            bytes.append(byte)
            place += 1
            let isClosed = depth == 0 && !isString
            if isClosed, [UInt8(ascii: "\""), UInt8(ascii: "}"), UInt8(ascii: "]")].contains(byte) {
                return bytes
            }
        }
        throw Flaw(offset: offset)
    }

    private func nonempty(_ bytes: [UInt8]) throws(Flaw) -> [UInt8] {
        guard !bytes.isEmpty else { throw Flaw(offset: offset) }
        return bytes
    }

    /// The next byte; nil at the end.
    private mutating func peek() -> UInt8? {
        if place < buffer.count { return buffer[place] }
        start += buffer.count
        place = 0
        buffer = [UInt8](unsafeUninitializedCapacity: Self.bufferSize) { bytes, count in
            count = fread(bytes.baseAddress, 1, Self.bufferSize, file)
        }
        return buffer.first
    }

    private mutating func skipSpace() {
        while let byte = peek(), [0x20, 0x0A, 0x0D, 0x09].contains(byte) { place += 1 }
    }

    private mutating func skipSpace(before mark: Unicode.Scalar) throws(Flaw) {
        skipSpace()
        guard peek() == UInt8(ascii: mark) else { throw Flaw(offset: offset) }
    }

    private mutating func take(_ mark: Unicode.Scalar) throws(Flaw) {
        try skipSpace(before: mark)
        place += 1
    }

    private mutating func takeIfThere(_ mark: Unicode.Scalar) throws(Flaw) -> Bool {
        skipSpace()
        guard peek() == UInt8(ascii: mark) else { return false }
        place += 1
        return true
    }
}
