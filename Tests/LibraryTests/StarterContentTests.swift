import Foundation
import Library
import Notes
import Recall
import TestFolder
import Testing

struct StarterContentTests {
    @Test func fillsANewLibrary() throws {
        let folder = try TemporaryFolder()
        let library = try Library.open(at: folder.path("a.omena")) {
            Moment(milliseconds: 1_800_000_000_000)
        }
        defer { try? library.close() }

        let home = try library.home(timeZoneOffset: 0)
        print(home)
        print(try library.deal(.learn, deck: "first words")?.cards.prefix(4) as Any)
        print(try library.deal(.learn, deck: "First questions")?.cards.prefix(2) as Any)

        #expect(home.decks.map(\.name) == ["First questions", "First words"])
        #expect(home.decks.map(\.notes) == [10, 100])
    }
}
