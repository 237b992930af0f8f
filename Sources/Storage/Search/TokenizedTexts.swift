internal import Notes
internal import SQLite

/// A note's texts as tokens, serialised so that they can be inserted into the full-text index in place of the JSON.
///
/// The index gets the same tokens either way. But splitting texts into words takes most of the time of indexing, so it is
/// done only once, for the tokens and for the table of words.
struct TokenizedTexts {
    /// A mark with which no JSON begins, then for each token its length, whether it is at the position of the previous
    /// token, and its bytes.
    private(set) var bytes: [UInt8] = [Self.mark]

    private static let mark: UInt8 = 0
    /// A flag in the second byte of a length.
    private static let colocated: UInt8 = 0x80

    /// Whether bytes are serialised tokens and not JSON.
    static func areTokens(_ bytes: [UInt8]) -> Bool { bytes.first == mark }

    /// - Parameters:
    ///   - json: The fields of the note as they are stored.
    ///   - word: Called with each word with its accents.
    init(_ json: [UInt8], word: ([UInt8]) -> Void = { _ in }) {
        bytes.reserveCapacity(4 * json.count)
        FieldTexts.forEach(in: json) { field, text in
            var reader = WordReader(field: text)
            // The previous word, unless a gap came after it.
            var last: [UInt8] = []
            while let kind = reader.next() {
                let token = kind == .gap ? IndexToken.gap : reader.folded
                if !last.isEmpty, kind != .gap { add(IndexToken.pairMark, last, token) }
                last.removeAll(keepingCapacity: true)
                if kind != .gap { last.append(contentsOf: token) }
                add(token)
                add(IndexToken.fieldMark, field, token)
                guard kind == .word else { continue }
                word(reader.exact)
                if reader.isAccented { add(IndexToken.accentMark, reader.exact[...]) }
                var end = token.startIndex
                for _ in IndexToken.prefixLengths where end < token.endIndex {
                    end += 1
                    while end < token.endIndex, token[end] & 0xC0 == 0x80 { end += 1 }
                    add(IndexToken.prefixMark, token[..<end])
                }
            }
            add(IndexToken.fieldEnd)
        }
    }

    /// Passes all tokens to the index.
    static func replay(_ bytes: [UInt8], to sink: borrowing TokenSink) {
        bytes.withUnsafeBytes { bytes in
            var position = 1
            while position + 2 <= bytes.count {
                let high = bytes[position + 1]
                let count = Int(bytes[position]) | Int(high & ~colocated) << 8
                position += 2
                guard position + count <= bytes.count else { return }
                sink.add(
                    UnsafeRawBufferPointer(rebasing: bytes[position..<position + count]),
                    isColocated: high & colocated != 0
                )
                position += count
            }
        }
    }

    private mutating func add(_ token: [UInt8]) {
        begin(token.count, isColocated: false)
        bytes.append(contentsOf: token)
    }

    private mutating func add(_ mark: UInt8, _ letters: ArraySlice<UInt8>) {
        begin(1 + letters.count, isColocated: true)
        bytes.append(mark)
        bytes.append(contentsOf: letters)
    }

    private mutating func add(_ mark: UInt8, _ first: [UInt8], _ second: [UInt8]) {
        begin(2 + first.count + second.count, isColocated: true)
        bytes.append(mark)
        bytes.append(contentsOf: first)
        bytes.append(mark)
        bytes.append(contentsOf: second)
    }

    // Words and the names of fields are short.
    private mutating func begin(_ count: Int, isColocated: Bool) {
        precondition(count < 0x8000)
        bytes.append(UInt8(count & 0xFF))
        bytes.append(UInt8(count >> 8) | (isColocated ? Self.colocated : 0))
    }
}
