/// The first bytes of a file, with bounds-checked access.
struct HeaderBytes {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var count: Int { bytes.count }

    func byte(at position: Int) -> Int? {
        bytes.indices.contains(position) ? Int(bytes[position]) : nil
    }

    /// A big-endian number.
    func big(_ size: Int, at position: Int) -> Int? { number(position..<position + size) }

    /// A little-endian number.
    func little(_ size: Int, at position: Int) -> Int? {
        number((position..<position + size).reversed())
    }

    func has(_ mark: [UInt8], at position: Int) -> Bool {
        position >= 0 && position + mark.count <= bytes.count
            && bytes[position..<position + mark.count].elementsEqual(mark)
    }

    func has(_ mark: String, at position: Int) -> Bool { has(Array(mark.utf8), at: position) }

    /// A four-character code.
    func letters(at position: Int) -> String? {
        guard position >= 0, position + 4 <= bytes.count else { return nil }
        return String(decoding: bytes[position..<position + 4], as: UTF8.self)
    }

    /// Whether the first bytes other than white space begin markup.
    var isMarkup: Bool {
        let start = bytes.prefix(1_024).drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
        return start.first == UInt8(ascii: "<")
    }

    /// At most seven bytes, so that no sum of two numbers overflows.
    private func number(_ positions: some BidirectionalCollection<Int>) -> Int? {
        precondition(positions.count <= 7, "A number of \(positions.count) bytes may not fit")
        guard let first = positions.first, let last = positions.last, bytes.indices.contains(first),
            bytes.indices.contains(last)
        else { return nil }
        return positions.reduce(0) { $0 << 8 | Int(bytes[$1]) }
    }
}
