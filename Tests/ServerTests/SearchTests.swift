import Foundation
import HTTP
import Library
import Notes
import TestFolder
import TestLibrary
import Testing

@testable import Server

/// `GET /api/v1/notes` as another program uses it.
struct SearchTests {
    private let folder: TemporaryFolder
    private let application: Application

    private struct Answer: Decodable, Equatable {
        struct Found: Decodable, Equatable {
            var id: String
            var type: String
            var deck: String
            var tags: [String]
            var fields: [String: String]
        }
        struct Mistake: Decodable, Equatable {
            var from: Int
            var to: Int
        }
        var total: Int
        var notes: [Found]
        var next: String?
        var mistakes: [Mistake]?
    }

    init() throws {
        folder = try TemporaryFolder()
        application = Application(
            try Library.openNew(at: folder.path("library.omena")) { Application.noon }
        )
    }

    private func ask(_ query: String) throws -> (status: Int, body: [UInt8]) {
        let (response, bytes) = try application.ask(.get, "/api/v1/notes?\(query)")
        return (response.status.rawValue, bytes)
    }

    private func answer(_ query: String) throws -> Answer {
        let (status, body) = try ask(query)
        #expect(status == 200)
        return try JSONDecoder().decode(Answer.self, from: Data(body))
    }

    @Test func findsANoteWithItsFields() throws {
        let answer = try answer("query=fi:omena%20ja:%E3%82%8A%E3%82%93%E3%81%94")

        let note = try #require(answer.notes.first)
        #expect(answer.total == 1)
        #expect(note.deck == "First words")
        #expect(note.type == "Languages")
        #expect(note.fields["fi"] == "omena")
        #expect(answer.mistakes == nil)
    }

    @Test func pagesContainEveryNoteOnce() throws {
        let whole = try answer("query=deck:%22First%20words%22&limit=1000")
        var pages: [String] = []
        var after = ""
        repeat {
            let page = try answer("query=deck:%22First%20words%22&limit=7\(after)")
            pages += page.notes.map(\.id)
            after = page.next.map { "&after=\($0)" } ?? ""
        } while !after.isEmpty && pages.count <= whole.total

        #expect(pages == whole.notes.map(\.id))
        #expect(pages.count == whole.total)
    }

    @Test func explainsAMistakeAndSearchesForTheRest() throws {
        let answer = try answer("query=omena%20is:dew")

        #expect(answer.mistakes == [.init(from: 6, to: 12)])
        #expect(answer.total == 1)
    }

    @Test(arguments: ["query=a&limit=x", "query=a&after=x", "query=a&sort=x"])
    func refusesInvalidParameters(_ query: String) throws {
        #expect(try ask(query).status == 400)
    }
}
