import Exchange
import Foundation
import Library
import Notes
import TestFolder
import Testing

/// The same for libraries as JSON, tables, string catalogs and files of places.
struct FileNumbersTests {
    private let folder: TemporaryFolder
    private let visit: LibraryVisit

    init() throws {
        folder = try TemporaryFolder()
        visit = try LibraryVisit(in: folder)
    }

    private static let state = """
        {"stage": "review", "stability": 10, "difficulty": 5, "due": 1763600000000, "interval": 10, "reviews": 3,
        "lapses": 1, "lastReview": 1763000000000, "lastDay": 20404}
        """
    private static let step = """
        {"stage": "relearning", "step": 0, "stability": 1, "difficulty": 5, "due": 1763600000000, "interval": 1,
        "reviews": 3, "lapses": 1, "lastReview": 1763000000000, "lastDay": 20404}
        """

    /// An object with one of its numbers replaced.
    private static func replacing(_ key: String, in object: String, with number: String) -> String {
        let pattern = try? Regex("\"\(key)\": -?[0-9.]+")
        return pattern.map { object.replacing($0, with: "\"\(key)\": \(number)") } ?? object
    }

    /// Every number of a library, one in each of its variants.
    private static func libraries(with number: String) -> [String] {
        let entry = """
            {"id": "3560000000000000001", "moment": 1763000000000, "offset": 120, "kind": "review", "mode": "review",
            "duration": 900, "grade": "good", "due": 1763600000000, "reviews": 2}
            """
        var cards = ["position", "buriedUntil", "leech", "flag"].map { key in
            replacing(
                key,
                in: """
                    {"face": "1", "position": 5, "buried": 1, "buriedUntil": 1763600000000, "leech": 1, "flag": 1,
                    "state": \(state)}
                    """,
                with: number
            )
        }
        let keys = [
            "stability", "difficulty", "due", "interval", "reviews", "lapses", "lastReview",
            "lastDay", "step",
        ]
        for text in [state, step] {
            cards += keys.map {
                #"{"face": "1", "state": \#(replacing($0, in: text, with: number))}"#
            }
            cards += keys.map { key in
                """
                {"face": "1", "log": [{"id": "3560000000000000002", "moment": 1763000000000, "offset": 0,
                "kind": "imported", "mode": "review", "state": \(replacing(key, in: text, with: number))}]}
                """
            }
        }
        cards += ["moment", "offset", "duration", "due", "reviews"].map { key in
            #"{"face": "1", "log": [\#(replacing(key, in: entry, with: number))]}"#
        }
        cards.append(
            #"{"face": "1", "log": [\#(entry.replacing("3560000000000000001", with: number))]}"#
        )
        cards += ["redated", "reset", "retraction"].flatMap { kind in
            ["moment", "due"].map { key in
                replacing(
                    key,
                    in: """
                        {"face": "1", "log": [{"id": "3560000000000000003", "moment": 1763000000000, "offset": 0,
                        "kind": "\(kind)", "mode": "review", "due": 1763600000000, "of": "\(number)"}]}
                        """,
                    with: number
                )
            }
        }
        cards += (0..<10).map { place in
            let kept = (0..<10).map { $0 == place ? number : "2" }.joined(separator: ",")
            return #"{"face": "1", "extras": "[\#(kept),\"{}\"]", "state": \#(state)}"#
        }
        cards.append(
            """
            {"face": "1", "log": [{"id": "3560000000000000004", "moment": 1763000000000, "offset": 0, "kind": "review",
            "mode": "review", "grade": "good", "extras": "[\(number),\(number),\(number),\(number)]"}]}
            """
        )
        let type =
            #"{"id": "5", "name": "T", "fields": [{"id": "1", "name": "F"}, {"id": "2", "name": "B"}], "#
            + #""cards": {"kind": "templates", "templates": [{"id": 1, "name": "C", "front": "{{F}}", "back": "{{B}}"}]}, "css": ""}"#
        func library(
            note: String = #""id": "7", "made": 1763000000000, "changed": 1763000000000"#,
            cards: [String] = [""],
            before: String = ""
        ) -> String {
            let notes = cards.enumerated().map { place, card in
                let card = card.replacing(
                    "356000000000000000",
                    with: "35600000\(1_000 + place)000000"
                )
                return
                    #"{"guid": "g\#(place)", "type": "5", "deck": "D", "fields": {"1": {"text": "\#(place)"}}, "#
                    + #"\#(note), "cards": [\#(card)]}"#
            }
            return """
                {"format": "omena", "version": 1, \(before) "noteTypes": [\(type)], "notes": [
                \(notes.joined(separator: ",\n"))
                ], "media": []}
                """
        }
        // The first bad number ends an import, and only whole ones are good everywhere.
        let files =
            Int64(number) == nil
            ? cards.map { library(cards: [$0]) } : [library(cards: cards)]
        let settings = [
            "raceSeconds", "newLimit", "reviewLimit", "retention", "rollover", "longestInterval",
            "leechLapses", "lockMinutes",
        ]
        let notes = ["made", "changed", "latitude", "longitude"].map { key in
            replacing(
                key,
                in: """
                    "id": "7", "made": 1763000000000, "changed": 1763000000000, "latitude": 1, "longitude": 2
                    """,
                with: number
            )
        }
        return files + notes.map { library(note: $0) } + [
            library(note: #""id": "\#(number)", "made": 1, "changed": 1"#),
            library().replacing(#""version": 1"#, with: #""version": \#(number)"#),
            library().replacing(#""5""#, with: #""\#(number)""#),
            library().replacing(#""id": 1,"#, with: #""id": \#(number),"#),
            library().replacing(#""1""#, with: #""\#(number)""#),
            library(
                before:
                    #""parameters": [\#(Array(repeating: number, count: 21).joined(separator: ","))],"#
            ),
            library(
                before: """
                    "settings": {\(settings.map { "\"\($0)\": \(number)" }.joined(separator: ", ")),
                    "learningSteps": [\(number)]},
                    "decks": [{"name": "D", "settings": {"newLimit": \(number), "reviewLimit": \(number),
                    "retention": \(number), "anki": "{\\"id\\": \(number), \\"conf\\": \(number)}"}}],
                    """
            ),
        ]
    }

    /// Of those that are accepted, all go into one library, which is then used.
    @Test(arguments: OutsideNumber.inJSON)
    func everyNumberOfALibraryMayBeAnything(_ number: OutsideNumber) throws {
        var accepted = 0
        for (place, text) in Self.libraries(with: number.json ?? "").enumerated() {
            let text = text.replacing(#""guid": ""#, with: #""guid": "\#(place)/"#)
            try folder.write(text.utf8, to: "\(place).json")
            if try visit.accepts(path: folder.path("\(place).json")) { accepted += 1 }
        }

        if let json = number.json, Int64(json) != nil { #expect(accepted >= 5) }
        try visit.useEverything()
    }

    /// Tables, catalogs and places hold few numbers; the rest is text.
    @Test(arguments: OutsideNumber.inJSON)
    func everyNumberOfAnyOtherFileMayBeAnything(_ number: OutsideNumber) throws {
        let json = number.json ?? ""
        let swift = "\(number.real)"
        for (name, text) in [
            (
                "a.csv",
                "#separator:comma\n#deck column:\(json)\n#tags column:\(json)\n#guid column:\(json)\na,b,c\n"
            ),
            ("b.csv", "name,latitude,longitude\nA,\(json),\(json)\nB,\(swift),1\nC,1,\(swift)\n"),
            ("c.csv", "name,coordinates\nA,\"\(json) \(json)\"\nB,POINT(\(swift) \(swift))\n"),
            (
                "d.geojson",
                #"{"type": "Feature", "id": \#(json), "properties": {"name": "A"}, "geometry": {"type": "Point", "coordinates": [\#(json), \#(json)]}}"#
            ),
            (
                "e.geojson",
                #"{"type": "Feature", "properties": {"name": "A"}, "geometry": {"type": "Point", "coordinates": [\#(json), 1]}}"#
            ),
            (
                "f.gpx",
                #"<gpx version="1.1"><wpt lat="\#(json)" lon="\#(swift)"><name>A</name></wpt></gpx>"#
            ),
            (
                "g.gpx",
                #"<gpx version="1.1"><wpt lat="1" lon="\#(json)"><name>A</name></wpt></gpx>"#
            ),
            (
                "h.kml",
                "<kml><Document><Placemark><name>A</name><Point><coordinates>\(json),\(swift)</coordinates></Point></Placemark></Document></kml>"
            ),
            (
                "i.json",
                #"[{"id": \#(json), "name": "A", "latitude": \#(json), "longitude": \#(json)}]"#
            ),
            ("j.json", #"[{"id": \#(json), "prompt": "A", "answer": "B"}]"#),
            (
                "k.xcstrings",
                """
                {"sourceLanguage": "en", "version": "1.0", "strings": {"a": {"localizations": {"en": {"stringUnit":
                {"state": "translated", "value": "%#@n@"}, "substitutions": {"n": {"argNum": \(json), "formatSpecifier": "lld",
                "variations": {"plural": {"other": {"stringUnit": {"state": "translated", "value": "%arg"}}}}}}}}}}}
                """
            ),
        ] {
            let deck = DeckName(String(name.prefix(1)))
            _ = try visit.accepts(
                ImportOptions(file: .sent(name: name, Array(text.utf8)), deck: deck)
            )
        }
        var options = ImportOptions(file: .sent(name: "l.csv", Array("a,b\nc,d\n".utf8)))
        options.names = [json: "Front"]
        _ = try visit.accepts(options)
        try visit.useEverything()
    }
}
