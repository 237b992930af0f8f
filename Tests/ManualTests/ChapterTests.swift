import Foundation
import Testing

@testable import Manual

/// The chapters that are inside the executable.
struct ChapterTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Documentation/Manual")

    @Test func areTheFilesOfTheManualInTheirOrder() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path())
            .filter { $0.hasSuffix(".md") }.sorted()

        #expect(Chapter.all.map(\.name) == names.map(Chapter.name(ofFile:)))
        #expect(Chapter.names == Chapter.all.map(\.name))
        #expect(Set(Chapter.all.map(\.name)).count == names.count)
        for (chapter, file) in zip(Chapter.all, names) {
            let text = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
            #expect(try chapter == Chapter(file: file, markdown: text))
        }
    }

    @Test(arguments: Chapter.all.map(\.name))
    func linksLeadToChaptersAndHeadings(name: String) throws {
        let chapter = try #require(Chapter.named(name))
        let ids = chapter.sections.compactMap(\.id)

        #expect(Set(ids).count == ids.count)
        for case .link(_, .chapter(let name, let heading)) in chapter.summary
            + chapter.blocks.flatMap(\.texts)
        {
            let target = try #require(Chapter.named(name), "\(name)")
            #expect(heading == nil || target.sections.contains { $0.id == heading }, "\(name)")
        }
    }

    @Test func picturesExistAndAllAreShown() throws {
        let pictures = Chapter.all.flatMap(\.blocks).compactMap { block in
            if case .picture(let file, let says) = block, says.count > 20 { file } else { nil }
        }
        let files = try FileManager.default.contentsOfDirectory(
            atPath: Self.folder.appending(path: "Pictures").path()
        )

        #expect(pictures.sorted() == files.sorted())
    }
}
