import Manual
import Notes
import Recall
import Testing

@testable import Languages
@testable import Pages

/// Compares what the manual names with the program.
struct ManualTests {
    /// The texts of the interface, in English.
    private static let texts = Set(
        InterfaceTexts.catalog.entries.map { entry in
            InterfaceTexts.text(of: entry.key, nil, in: .english) ?? entry.key
        }
    )

    @Test(arguments: Chapter.all)
    func buttonsAndFieldsExist(chapter: Chapter) {
        for case .name(let name) in chapter.summary + chapter.blocks.flatMap(\.texts) {
            #expect(Self.texts.contains(name), "\(name)")
        }
    }

    @Test(arguments: Chapter.all)
    func addressesExist(chapter: Chapter) {
        for case .link(_, .address(let address)) in chapter.summary
            + chapter.blocks.flatMap(\.texts)
        {
            #expect(RouteTests().read(address) != nil, "\(address)")
        }
    }

    @Test func namesEnough() {
        let texts = Chapter.all.flatMap(\.blocks).flatMap(\.texts)

        #expect(texts.count { if case .name = $0 { true } else { false } } > 100)
        #expect(texts.count { if case .link(_, .address) = $0 { true } else { false } } > 30)
    }

    /// Each row of the tables that begin with a column of queries starts with one or two of them.
    @Test func queriesMakeSense() throws {
        let chapter = try #require(Chapter.named("search"))
        let rows = chapter.blocks.flatMap { block -> [[[ManualText]]] in
            if case .table(let head, let rows) = block, head[0] == [.plain("query")] {
                rows
            } else {
                []
            }
        }
        let queries = rows.flatMap { row in
            row.flatMap { cell in
                cell.compactMap { if case .typed(let query) = $0 { query } else { nil } }
            }
        }

        #expect(queries.count > 35)
        for query in queries { #expect(SearchQuery(query).mistakes.isEmpty, "\(query)") }
        for state in SearchTerm.State.allCases { #expect(queries.contains("is:\(state.rawValue)")) }
        for property in SearchTerm.Property.allCases {
            #expect(
                queries.contains {
                    $0.hasPrefix(property.rawValue) && $0.contains { "<>".contains($0) }
                }
            )
        }
    }

    @Test func keysAreThoseOfTheProgram() throws {
        let chapter = try #require(Chapter.named("first-day"))
        let section = try #require(chapter.sections.first { $0.heading == "Keys" })
        guard case .table(_, let rows)? = section.blocks.first else {
            Issue.record("There is no table of keys")
            return
        }
        let sheet = text(ShortcutSheet(mode: .review, settings: StudySettings()))

        for row in rows {
            for text in row.joined() {
                switch text {
                case .typed(let key): #expect(sheet.contains("<kbd>\(key)</kbd>"), "\(key)")
                case .name(let meaning): #expect(sheet.contains(meaning), "\(meaning)")
                case .plain, .link: break
                }
            }
        }
    }

    @Test func chaptersAreRenderedCompletely() {
        for chapter in Chapter.all {
            let page = ChapterPage(chapter: chapter, isInside: true, settings: StudySettings())
            let shown = String(decoding: page.render(), as: UTF8.self)
            for section in chapter.sections {
                guard let id = section.id else { continue }
                #expect(shown.contains("<section id=\"\(id)\">"))
            }
            for case .picture(let file, _) in chapter.blocks {
                #expect(
                    Asset.find(version: Asset.version, name: "manual/\(file)") != nil,
                    "\(file)"
                )
            }
        }
    }

    @Test func searchesFindAndEscape() {
        let found = HelpPage(query: "recovery code", isInside: false, settings: StudySettings())
        let page = String(decoding: found.render(), as: UTF8.self)
        #expect(page.contains("/help/lock#if-you-cannot-unlock"))
        #expect(!page.contains("class=\"nav\""))

        let hostile = HelpPage(query: "<script>x", isInside: true, settings: StudySettings())
        #expect(!String(decoding: hostile.render(), as: UTF8.self).contains("<script>x"))
    }

    @Test func theWorkerKeepsEveryChapter() {
        let worker = String(decoding: ServiceWorker().render(), as: UTF8.self)

        #expect(worker.contains(#""/help""#))
        for chapter in Chapter.all { #expect(worker.contains("\"/help/\(chapter.name)\"")) }
    }

    private func text(_ html: some HTML) -> String {
        var page = HTMLWriter()
        html.write(to: &page)
        return String(decoding: page.bytes, as: UTF8.self)
    }
}
