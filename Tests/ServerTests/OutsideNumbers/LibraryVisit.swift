import Exchange
import HTTP
import Library
import LibraryValues
import Notes
import Pages
import Recall
import RecallTraining
import TestFolder
import TestLibrary
import Testing

@testable import Server

/// A library into which a stranger's file is imported, and everything that a learner may do with what came of it.
struct LibraryVisit {
    let library: Library
    private let folder: TemporaryFolder
    private let application: Application
    private let starters: [String]

    init(in folder: TemporaryFolder, reopening isOld: Bool = false) throws {
        self.folder = folder
        let path = folder.path("library.omena")
        library =
            isOld
            ? try Library.open(at: path) { Application.noon }
            : try Library.openNew(at: path) { Application.noon }
        starters = try library.decks().map(\.name.text)
        application = Application(library)
    }

    /// Previews and imports a file, and returns whether it was accepted; one that is not is refused in one line.
    func accepts(_ options: ImportOptions) throws -> Bool {
        var options = options
        options.timeZoneOffset = 120
        let before = try library.facts().notes
        do throws(LibraryError) {
            _ = try library.previewImport(options, opener: .here)
            _ = try library.importFile(options, by: nil, opener: .here)
            return true
        } catch {
            print("REFUSED", error)
            #expect(!error.description.isEmpty && !error.description.contains("\n"))
            #expect(try library.facts().notes == before)
            return false
        }
    }

    func accepts(path: String) throws -> Bool {
        try accepts(ImportOptions(file: .disk(DiskFile(path))))
    }

    /// Studies, lists, shows, exports, learns from and checks what was imported; closes the library.
    func useEverything() throws {
        for mode in Mode.allCases {
            _ = try library.deal(mode, Source(decks: try imported()), timeZoneOffset: 120)
        }
        try optimise()
        try export(as: "before")
        try answer()
        try lookAtPages()
        try export(as: "after")
        try check(finding: [])
        try library.close()
    }

    func check(finding expected: Set<CheckFinding.Part>) throws {
        let findings = try library.check().findings
        #expect(Set(findings.map(\.part)) == expected, "\(findings.map(\.says))")
    }

    /// The decks that are not Omena's own.
    private func imported() throws -> [String] {
        try library.decks().map(\.name.text).filter { !starters.contains($0) }
    }

    private func get(_ route: Route) throws {
        let status = try application.ask(.get, route.path).response.status.rawValue
        #expect(status < 500, "\(route.path)")
    }

    func lookAtPages() throws {
        let routes: [Route] = [
            .home, .cards(.list()), .cards(.list(query: "is:due")),
            .cards(.list(query: "prop:ivl>0")),
            .cards(.history()), .cards(.types()), .settings(), .exportFile(), .reviewLog, .memories,
            .statistics(StatisticsRequest(range: .all)), .statistics(), .scheduler(),
            .outlook(), .sync(.overview), .tomorrow(.all),
        ]
        for route in routes { try get(route) }
        for card in try cards() {
            try get(.cards(.note(card.note)))
            try get(.cards(.card(card.note, face: card.face)))
        }
    }

    private func cards() throws -> [Card] {
        var cards: [Card] = []
        while let more = try library.cards(part: cards.count / 4_096) {
            cards += more
            guard more.count == 4_096 else { break }
        }
        return cards
    }

    /// Answers each card in review, which computes with everything that is stored of it.
    private func answer() throws {
        let events = try cards().prefix(100).enumerated().map { number, card in
            Event(
                id: EventID(at: Application.noon.milliseconds, marked: Int64(number)),
                note: card.note,
                face: card.face,
                kind: .review(Grade.allCases[number % 4], due: nil),
                moment: Application.noon,
                offset: 120,
                duration: 1_000,
                mode: .review
            )
        }
        let receipts = try library.record(Array(events))
        #expect(receipts.count == events.count)
    }

    private func optimise() throws {
        var log = ReviewLog()
        for review in try library.reviewLog(part: 0) ?? [] {
            log.append(review)
        }
        _ = log.histories()
        guard log.count > 0 else { return }
        _ = Training(log, on: .serial).fitted()
        _ = log.habits()
        try library.recordKnowledge(timeZoneOffset: 0)
        let outlook = try #require(try library.outlook(of: nil, timeZoneOffset: 0))
        let year = StudySimulation(
            model: MemoryModel(outlook.parameters),
            habits: outlook.habits,
            cards: outlook.cards,
            unseen: outlook.unseen,
            scale: outlook.scale
        )
        _ = year.outcome(at: 0.9, days: 365)
    }

    /// Exports what was imported in every format.
    private func export(as name: String) throws {
        let decks = try imported().map { try #require(DeckName($0)) }
        for deck in decks.prefix(2) {
            for kind in ["apkg", "json", "csv"] {
                try export(.deck(deck), to: "\(name).\(kind)", readingAgain: true)
            }
        }
        let others = starters.map { "-deck:\"\($0)\"" }.joined(separator: " ")
        for kind in ["apkg", "json", "csv"] {
            let isTable = kind == "csv"
            try export(.found(others), to: "all-\(name).\(kind)", readingAgain: !isTable)
        }
        for deck in decks {
            for kind in ["xcstrings", "geojson", "gpx", "kml"] {
                do {
                    try export(.deck(deck), to: "\(name).\(kind)", readingAgain: false)
                } catch let error as LibraryError {
                    // Most have neither languages nor places.
                    guard error.isRefusal else { throw error }
                }
            }
        }
    }

    private func export(_ scope: ExportScope, to name: String, readingAgain: Bool) throws {
        let options = ExportOptions(scope: scope, timeZoneOffset: 120)
        let path = folder.path(name)
        _ = try library.exportFile(to: path, options)
        guard readingAgain else { return }
        let read = ImportOptions(file: .disk(DiskFile(path)), timeZoneOffset: 120)
        do {
            _ = try library.previewImport(read, opener: .here)
        } catch {
            // A deck without cards makes a table without rows.
            let noCards = ExchangeError.noCards(file: name)
            guard name.hasSuffix(".csv"), error == .refused(noCards.words) else { throw error }
        }
    }
}
