enum ByteRange: Equatable {
    /// No range, or one that is not supported, which RFC 9110 allows to ignore.
    case whole
    case part(Range<Int>)
    /// Bytes beyond the end.
    case unsatisfiable

    /// Parses a header for a body of `size` bytes; several ranges count as none.
    init(_ header: String?, size: Int) {
        self = header.flatMap { Self.parse($0, size: size) } ?? .whole
    }

    private static func parse(_ header: String, size: Int) -> ByteRange? {
        guard let mark = header.firstIndex(of: "="), header[..<mark].trimmed.isSameName(as: "bytes")
        else { return nil }
        let range = header[header.index(after: mark)...].trimmed
        guard let dash = range.firstIndex(of: "-") else { return nil }
        let first = range[..<dash]
        let last = range[range.index(after: dash)...]
        guard first.isDigits, last.isDigits, !(first.isEmpty && last.isEmpty) else { return nil }
        // A number too large for Int is beyond every end.
        let lastByte = last.isEmpty ? size - 1 : Int(last) ?? Int.max - 1
        guard !first.isEmpty else {
            let count = min(lastByte, size)
            return count == 0 ? .unsatisfiable : .part(size - count..<size)
        }
        let firstByte = Int(first) ?? Int.max
        guard last.isEmpty || firstByte <= lastByte else { return nil }
        guard firstByte < size else { return .unsatisfiable }
        return .part(firstByte..<min(lastByte, size - 1) + 1)
    }
}

extension Substring {
    fileprivate var isDigits: Bool {
        utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }
}
