import Foundation
import HTTP
import JSON
import Library
import Notes
import Pages
import TestChance
import TestFolder
import TestLibrary
import Testing

@testable import Server

/// Any text in the search field is searched for, or its mistake is explained and located.
struct RandomQueryTests {
    private let folder: TemporaryFolder
    private let application: Application

    init() throws {
        folder = try TemporaryFolder()
        application = Application(
            try Library.openNew(at: folder.path("library.omena")) { Application.noon }
        )
    }

    private func ask(_ target: String, prefersRows: Bool) throws -> (Status, [UInt8]) {
        let (response, bytes) = try application.ask(
            .get,
            target,
            headers: prefersRows ? ["Prefer": "rows"] : [:]
        )
        return (response.status, bytes)
    }

    /// Two hundred queries, or as many as fit into `OMENA_SOAK` seconds.
    @Test func anyQueryIsAnsweredOrExplained() throws {
        let soak = ProcessInfo.processInfo.environment["OMENA_SOAK"].flatMap(Double.init) ?? 0
        let clock = ContinuousClock()
        let end = clock.now + .seconds(soak)
        var chance = SplitMix(seed: soak > 0 ? UInt64.random(in: 0...UInt64.max) : 1)
        var (count, found, explained) = (0, 0, 0)
        while count < 200 || clock.now < end {
            count += 1
            let query = Self.query(&chance)
            let text = try #require(
                query.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
            )
            let sort = NoteSort.allCases.randomElement(using: &chance) ?? .newest
            let (status, body) = try ask(
                "/api/v1/notes?limit=5&sort=\(sort.rawValue)&query=\(text)",
                prefersRows: false
            )
            #expect(status == .ok, "\(query.debugDescription)")
            let answer = try #require(JSONValue(body))
            let length = query.utf16.count
            for mistake in answer["mistakes"]?.elements ?? [] {
                let from = try #require(mistake["from"]?.whole)
                let to = try #require(mistake["to"]?.whole)
                #expect(from < to && to <= length, "\(query)")
                #expect(mistake["message"]?.text?.isEmpty == false)
            }
            let total = try #require(answer["total"]?.whole)
            #expect(answer["notes"]?.elements.count == min(total, 5), "\(query.debugDescription)")
            found += total > 0 ? 1 : 0
            explained += answer["mistakes"] == nil ? 0 : 1
            let page = try ask("/cards?query=\(text)", prefersRows: count.isMultiple(of: 2))
            #expect(page.0 == .ok, "\(query.debugDescription)")
        }
        #expect(found > count / 10 && explained > count / 10)
        if soak > 0 { print("\(count) queries, \(found) found something, \(explained) mistakes") }
    }

    private static func query(_ chance: inout SplitMix) -> String {
        var query = ""
        for _ in 0..<Int.random(in: 1...7, using: &chance) {
            query += pieces.randomElement(using: &chance) ?? ""
            if Int.random(in: 0..<3, using: &chance) > 0 { query += " " }
        }
        // The length of an address is limited.
        return String(query.prefix(700))
    }

    private static let pieces = [
        "omena", "ap", "*", "**", "a*b", "\"", "\"red apple\"", "-", "--", "(", ")", "()", "or",
        "OR", "and", ":", "::", "tag:", "tag:food", "tag:*", "tag:none", "-tag:none", "deck:",
        "deck:\"First words\"", "deck:*::*", "deck:current", "type:noun", "type:", "type:x",
        "note:Basic", "note:*", "is:due", "is:new", "is:suspended", "is:leech", "is:x", "is:",
        "flag:0", "flag:7", "flag:8", "s>10", "s>", "s>x", "d<=5.5", "due<7", "due=-3", "due!=1",
        "reps>=99999999999999999999", "lapses=0", "ivl<>3", "prop:s>1", "prop:", "added:1",
        "added:-1", "added:9999999999999", "rated:7", "rated:7:1", "rated:1:9", "rated:",
        "fi:omena", "front:what", "front:*", "ja:り", "nofield:x", "12:30", "http://a.b/c?d",
        "日本", "日*語", "り", "é", "e\u{301}", "\u{301}", "\u{200D}", "\\", "\\\"",
        "\\*", "'", "';--", "%", "_", "🍎", "🇫🇮", "\u{202E}", "+", "^", "{", "NEAR(a b)",
        "a AND b", "nid:1", "re:(a+)+$", "w:a", "&amp;", "<b>", "ß", "İ", "ﬁ", "Ω",
        String(repeating: "(", count: 300), String(repeating: "-", count: 300),
        String(repeating: "x ", count: 600), String(repeating: "日", count: 2_000),
        String(repeating: "a*", count: 500),
    ]
}
