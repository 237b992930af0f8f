internal import Compression
internal import LibraryValues
internal import Notes
internal import Storage

/// Facts as one compressed piece.
package struct SyncPageContent: Sendable {
    var format: Int
    /// The ID of the library that it belongs to.
    var library: String
    var page: FactPage

    /// The bytes are not a page.
    package struct Flaw: Error {}

    /// No page unpacks to more than this.
    private static let maximumSize = 64 << 20
    /// None takes less than eight bytes, so that no page of the size that a sender keeps to has more.
    private static let mostFacts = SyncPage.maximumSize / 8
    private static let mark: UInt64 = 0x4F_6D_53_79

    init(library: String, page: FactPage) {
        format = SyncState.currentFormat
        self.library = library
        self.page = page
    }

    /// Compresses facts that are already encoded.
    func bytes(with facts: FactEncoder) -> [UInt8] {
        var header = FactEncoder()
        header.add(unsigned: Self.mark)
        header.add(unsigned: UInt64(format))
        header.add(text: library)
        for vector in [page.after, page.vector, page.held] { header.add(vector) }
        var start = FactEncoder()
        start.add(unsigned: UInt64(header.bytes.count))
        return Zstd.compress(start.bytes + header.bytes + facts.bytes)
    }

    /// Reads a page; takes memory in proportion to its unpacked bytes, and never traps.
    package init(reading bytes: [UInt8]) throws(Flaw) {
        guard bytes.count <= SyncPage.maximumSize else { throw Flaw() }
        try self.init(reading: bytes, limit: Self.maximumSize, mostFacts: Self.mostFacts)
    }

    /// - Parameter limit: In unpacked bytes.
    init(reading bytes: [UInt8], limit: Int, mostFacts: Int = .max) throws(Flaw) {
        guard let raw = try? Zstd.decompress(bytes, named: "page", limit: limit)
        else { throw Flaw() }
        do {
            var start = FactDecoder(Array(raw.prefix(10)))
            let size = try start.unsigned()
            let begin = raw.count(ofNumber: size)
            guard size <= UInt64(raw.count - begin) else { throw Flaw() }
            let end = begin + Int(clamping: size)
            var header = FactDecoder(Array(raw[begin..<end]))
            guard try header.unsigned() == Self.mark else { throw Flaw() }
            format = Int(clamping: try header.unsigned())
            library = try header.text()
            page = FactPage(
                after: try header.vector(),
                vector: try header.vector(),
                held: try header.vector(),
                facts: []
            )
            guard format == SyncState.currentFormat else { return }
            guard header.isAtEnd else { throw Flaw() }
            var facts = FactDecoder(Array(raw[end...]))
            while !facts.isAtEnd {
                guard page.facts.count < mostFacts else { throw Flaw() }
                page.facts.append(try facts.fact())
            }
        } catch {
            throw Flaw()
        }
    }
}

extension FactEncoder {
    mutating func add(_ vector: SyncVector) {
        add(unsigned: UInt64(vector.sequences.count))
        for (replica, sequence) in vector.sequences.sorted(by: { $0.key < $1.key }) {
            add(replica)
            add(sequence)
        }
    }
}

extension FactDecoder {
    mutating func vector() throws(Flaw) -> SyncVector {
        let count = try unsigned()
        guard count <= UInt64(SyncVector.maximumCount) else { throw Flaw() }
        var vector = SyncVector()
        for _ in 0..<count {
            let replica = try replica()
            let sequence = try number()
            guard sequence > 0, SyncVector.range.contains(sequence) else { throw Flaw() }
            vector[replica] = sequence
        }
        return vector
    }
}

extension [UInt8] {
    /// How many bytes a number takes at the start.
    fileprivate func count(ofNumber number: UInt64) -> Int {
        var encoder = FactEncoder()
        encoder.add(unsigned: number)
        return encoder.bytes.count
    }
}
