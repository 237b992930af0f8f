internal import Glibc

/// Where libmicrohttpd has the parts of a head: in the bytes that it received, each terminated in place.
///
/// It hides what it passes over: it reads a folded line as part of a name, a value up to a NUL byte, and a bare line feed as
/// the end of a line. But then the parts are not as far from one another as in a head that has only what was passed on.
struct HeadLayout {
    private let start: UnsafeRawPointer
    private var end: UnsafeRawPointer
    private var isExact = true

    init(method: UnsafePointer<CChar>) {
        start = UnsafeRawPointer(method)
        end = start + strlen(method)
    }

    /// Adds the next part of the first line.
    mutating func add(_ part: UnsafeRawBufferPointer) {
        add(part, after: 1)
    }

    /// Adds the next line.
    mutating func add(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        add(name, after: 2)
        let gap = value.baseAddress.map { $0 - end } ?? 0
        // The colon, and blanks.
        guard gap >= 1, isExact, (1..<gap).allSatisfy({ isBlank(end + $0) }) else {
            isExact = false
            return
        }
        add(value, after: gap)
    }

    /// Whether a head of that many bytes has no others than the parts and what separates them.
    func isExact(size: Int) -> Bool {
        // The end of the last line, and an empty one.
        isExact && end + 4 == start + size
    }

    private mutating func add(_ part: UnsafeRawBufferPointer, after gap: Int) {
        guard let first = part.baseAddress, end + gap == first else {
            isExact = false
            return
        }
        end = first + part.count
    }

    private func isBlank(_ byte: UnsafeRawPointer) -> Bool {
        let byte = byte.load(as: UInt8.self)
        return byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}
