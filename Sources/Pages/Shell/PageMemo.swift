internal import Languages
internal import Notes
internal import Threads

/// The last rendering of the home page, which serves again for as long as the page would look the same.
package final class PageMemo: Sendable {
    private struct Rendering: Sendable {
        let page: HomePage
        let frame: PageFrame
        let language: InterfaceLanguage
        let base: String
        let bytes: [UInt8]
        /// Where the bytes tell when the page was read.
        let at: Range<Int>
    }

    private let last = Locked<Rendering?>(nil)

    package init() {}

    /// The page in UTF-8, as `render` of the page itself would write it.
    package func render(_ page: HomePage) -> [UInt8] {
        var timeless = page
        timeless.at = Moment(milliseconds: 0)
        let (frame, language, base) = (PageFrame.current, InterfaceLanguage.current, SiteBase.path)
        if let last = last.withLock({ $0 }), last.page == timeless, last.frame == frame,
            last.language == language, last.base == base
        {
            var bytes = last.bytes
            bytes.replaceSubrange(last.at, with: String(page.at.milliseconds).utf8)
            return bytes
        }
        let bytes = page.render()
        // Nothing else on a page has quotes that are not escaped around this word.
        let (name, number) = ("\"at\":", String(page.at.milliseconds))
        let wanted = Array((name + number).utf8)
        // `firstRange(of:)` takes longer than rendering.
        let start = bytes.indices.first {
            bytes[$0] == wanted[0] && bytes[$0...].starts(with: wanted)
        }
        if let start {
            let at = start + name.utf8.count..<start + wanted.count
            last.withLock {
                $0 = Rendering(
                    page: timeless,
                    frame: frame,
                    language: language,
                    base: base,
                    bytes: bytes,
                    at: at
                )
            }
        }
        return bytes
    }

    /// Forgets the page, which is then rendered anew.
    package func clear() { last.withLock { $0 = nil } }
}
