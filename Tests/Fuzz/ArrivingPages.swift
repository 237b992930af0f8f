@testable import SQLite

/// Reads the first page of a database that arrives, and checks it as the page of any number: the checksum that is stored is
/// right, until the content changes.
func readPages(_ bytes: [UInt8]) {
    if let header = FileHeader(bytes) {
        precondition(0...Int(UInt32.max) ~= header.pageCount)
        precondition(0...Int(UInt32.max) ~= header.firstList)
    }
    var content = Array(bytes.prefix(CheckedPage.size))
    content += Array(repeating: 0, count: CheckedPage.size - content.count)
    content.withUnsafeMutableBytes { content in
        for number in [0, 1, CheckedPage.unused, Int(UInt32.max)] {
            let page = CheckedPage(bytes: content, number: number)
            _ = page.isRight(PageChecksum.init)
            page.complete(total: page.stored.folded, PageChecksum.init)
            precondition(page.isRight(PageChecksum.init))
            content[bytes.count % 4_000] ^= 1
            precondition(!page.isRight(PageChecksum.init))
        }
    }
}
