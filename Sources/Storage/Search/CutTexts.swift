internal import Notes
internal import SQLite

/// A note's texts cut into what the index knows their words by, as bytes that the index can be given in their place.
///
/// The texts are looked at once for all that is wanted of them: cutting them is most of what indexing takes. Whether the
/// index is given JSON or this, it is told the same.
struct CutTexts {
    /// A mark that begins no JSON, then each token: how many bytes it has and whether it belongs to the word before, and
    /// its bytes.
    private(set) var bytes: [UInt8] = [Self.mark]

    private static let mark: UInt8 = 0
    /// In the second byte of a length.
    private static let colocated: UInt8 = 0x80

    /// Whether bytes are such, and no JSON.
    static func are(_ bytes: [UInt8]) -> Bool { bytes.first == mark }

    /// Cuts the texts of the fields in the JSON in which they are stored.
    ///
    /// - Parameter word: Is lent each word with its accents.
    init(_ json: [UInt8], word: ([UInt8]) -> Void = { _ in }) {
        bytes.reserveCapacity(4 * json.count)
        FieldTexts.forEach(in: json) { field, text in
            var reader = WordReader(field: text)
            // What a word has to follow to make a pair with it.
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
                for _ in IndexToken.beginnings where end < token.endIndex {
                    end += 1
                    while end < token.endIndex, token[end] & 0xC0 == 0x80 { end += 1 }
                    add(IndexToken.beginningMark, token[..<end])
                }
            }
            add(IndexToken.fieldEnd)
        }
    }

    /// Gives all tokens to an index.
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

    /// Words and the names of fields are short; what is not would be no token of ours.
    private mutating func begin(_ count: Int, isColocated: Bool) {
        precondition(count < 0x8000)
        bytes.append(UInt8(count & 0xFF))
        bytes.append(UInt8(count >> 8) | (isColocated ? Self.colocated : 0))
    }
}
