import Manual
import Notes

/// A part of a chapter as it is shown.
struct ManualView: HTML {
    let block: ManualBlock

    init(_ block: ManualBlock) { self.block = block }

    func write(to page: inout HTMLWriter) { shown.write(to: &page) }

    @HTMLBuilder private var shown: some HTML {
        switch block {
        case .heading(let title, _): h2 { title }
        case .paragraph(let texts): p { ManualLine(texts) }
        case .list(let items, isNumbered: true): ol { rows(items) }
        case .list(let items, isNumbered: false): ul { rows(items) }
        case .table(let head, let rows):
            div(.class("table")) {
                table {
                    thead {
                        tr {
                            Each(head) { cell in th(.fixed("scope", "col")) { ManualLine(cell) } }
                        }
                    }
                    tbody {
                        Each(rows) { row in tr { Each(row) { cell in td { ManualLine(cell) } } } }
                    }
                }
            }
        case .code(let code): pre { code }
        case .picture(let file, let says):
            img(
                .class("picture"),
                .src(Asset.route(Asset.manualFolder + file)),
                .text("alt", says),
                .fixed("loading", "lazy"),
                .number("width", Self.pictureSize.width),
                .number("height", Self.pictureSize.height)
            )
        }
    }

    /// All pictures show a whole phone.
    private static let pictureSize = (width: 390, height: 844)

    private func rows(_ items: [[ManualText]]) -> Each<[[ManualText]]> {
        Each(items) { item in li { ManualLine(item) } }
    }
}

struct ManualLine: HTML {
    let texts: [ManualText]

    init(_ texts: [ManualText]) { self.texts = texts }

    func write(to page: inout HTMLWriter) {
        for text in texts { shown(text).write(to: &page) }
    }

    @HTMLBuilder private func shown(_ text: ManualText) -> some HTML {
        switch text {
        case .plain(let words): words
        case .name(let words): b { words }
        case .typed(let words): kbd { words }
        case .link(let words, to: .chapter(let name, let heading)):
            a(.href(.chapter(name, heading: heading))) { words }
        case .link(let words, to: .address(let address)):
            a(.text("href", SiteBase.path + address)) { words }
        case .link(let words, to: .web(let address)):
            a(.text("href", address), .rel("noreferrer")) { words }
        }
    }
}
