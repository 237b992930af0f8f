/// How a database lists its unused pages: some of them list the others, each of which is listed once.
///
/// SQLite's own numbers of pages start at 1; here they start at 0, as those of `CheckedPage` do.
enum UnusedPages {
    /// How many pages one lists besides itself.
    ///
    /// A few more would fit, but SQLite leaves the last entries alone, too.
    private static let listed = 1_000

    /// - Parameter page: Reads a page.
    static func listed(
        in header: FileHeader,
        _ page: (Int) throws -> [UInt8]
    ) throws -> Set<Int> {
        var unused: Set<Int> = []
        func add(_ number: Int) throws {
            guard (2...header.pageCount).contains(number), unused.insert(number - 1).inserted
            else { throw DatabaseError(code: .corrupt, message: "a wrong list of unused pages") }
        }
        var list = header.firstList
        while list > 0 {
            try add(list)
            let page = try page(list - 1)
            for index in 0..<min(page.bigEndian(at: 4), CheckedPage.size / 4 - 2) {
                try add(page.bigEndian(at: 8 + 4 * index))
            }
            list = page.bigEndian(at: 0)
        }
        return unused
    }

    /// The content of those that list the others; the first one comes first.
    static func lists(of unused: [Int]) -> [Int: [UInt8]] {
        let starts = stride(from: 0, to: unused.count, by: listed + 1)
        return Dictionary(
            uniqueKeysWithValues: starts.map { start in
                let end = min(start + listed + 1, unused.count)
                var page = [UInt8](repeating: 0, count: CheckedPage.size)
                page.put(bigEndian: end < unused.count ? unused[end] + 1 : 0, at: 0)
                page.put(bigEndian: end - start - 1, at: 4)
                for (index, number) in unused[start + 1..<end].enumerated() {
                    page.put(bigEndian: number + 1, at: 8 + 4 * index)
                }
                return (unused[start], page)
            }
        )
    }
}
