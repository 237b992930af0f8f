import Foundation
import Library
import LibraryValues
import Notes
import SQLite
import Storage
import TestFolder
import TestLibrary
import Testing

struct BrowserTests {
    private let fresh: FreshLibrary

    init() throws { fresh = try FreshLibrary() }

    @Test func recognisesABrowserByItsToken() throws {
        let phone = try fresh.library.pair(name: "Phone")
        let tablet = try fresh.library.pair(name: "Tablet")
        try fresh.reopen()

        #expect(phone != tablet)
        #expect(try fresh.library.isPaired(token: phone))
        #expect(try fresh.library.isPaired(token: tablet))
        #expect(try !fresh.library.isPaired(token: ""))
        #expect(try !fresh.library.isPaired(token: phone + tablet))
        #expect(try !fresh.library.isPaired(token: phone.lowercased()))
    }

    @Test func storesNoToken() throws {
        let token = try fresh.library.pair(name: "Phone")
        try fresh.library.close()

        for (name, content) in try fresh.folder.contents {
            #expect(content.range(of: Data(token.utf8)) == nil, "\(name)")
        }
    }

    @Test func recordsTheLastVisitOfABrowserToTheHour() throws {
        let token = try fresh.library.pair(name: "Phone")
        let start = fresh.clock.now.milliseconds

        var seen: [Int64] = []
        for minutes in [59, 2, 59] as [Int64] {
            fresh.clock.advance(by: minutes * 60_000)
            #expect(try fresh.library.isPaired(token: token))
            try fresh.reopen { writer in
                let moment = try writer.connection.row("SELECT seen FROM browser") { $0.int64(0) }
                seen.append(((moment ?? 0) - start) / 60_000)
            }
        }

        #expect(seen == [0, 61, 61])
    }

    @Test func listsBrowsersAndRemovesOne() throws {
        let phone = try fresh.library.pair(name: "Phone")
        let start = fresh.clock.now
        fresh.clock.advance(by: 60_000)
        let tablet = try fresh.library.pair(name: "Tablet")

        let browsers = try fresh.library.pairedBrowsers()

        #expect(browsers.map(\.name) == ["Tablet", "Phone"])
        #expect(browsers.map(\.paired) == [fresh.clock.now, start])
        #expect(try fresh.library.browser(token: phone) == browsers[1].number)
        #expect(try fresh.library.unpair(browsers[1].number))
        #expect(try !fresh.library.unpair(browsers[1].number))
        #expect(try !fresh.library.isPaired(token: phone))
        #expect(try fresh.library.isPaired(token: tablet))
        #expect(try fresh.library.pairedBrowsers() == [browsers[0]])
    }
}
