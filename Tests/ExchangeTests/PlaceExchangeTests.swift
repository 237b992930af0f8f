import Exchange
import Languages
import Library
import LibraryValues
import Notes
import TestFolder
import TestLibrary
import Testing

/// Places are imported from and exported to the formats of map programs.
struct PlaceExchangeTests {
    private let folder: TemporaryFolder
    private let library: Library
    private let deck: DeckName

    init() throws {
        folder = try TemporaryFolder()
        library = try Library.openNew(at: folder.path("a.omena")) {
            Moment(milliseconds: 1_768_392_000_000)
        }
        deck = try #require(DeckName("Trips"))
    }

    @discardableResult
    private func take(_ text: String, _ name: String) throws -> ImportReport {
        try library.importFile(
            ImportOptions(file: .sent(name: name, Array(text.utf8)), deck: deck),
            by: nil,
            opener: .throughMessages
        )
    }

    /// Every place as one line.
    private func places() throws -> [String] {
        try #require(try library.placeNotes(in: deck)).map { note in
            let tags = note.tags.map(\.text).sorted().joined(separator: " ")
            return [
                note.text(of: .placeName), note.text(of: .placeDescription),
                note.place.map { "\($0.latitude) \($0.longitude)" } ?? "-", tags,
            ].joined(separator: "|")
        }
    }

    static let files: [(String, String)] = [
        (
            "a.geojson",
            """
            {"type": "FeatureCollection", "features": [
             {"type": "Feature", "id": 7, "properties": {"name": "Helsinki", "desc": "Capital", "tags": ["north", "big sea"]},
              "geometry": {"type": "Point", "coordinates": [24.9384, 60.16990001, 12]}},
             {"type": "Feature", "properties": {"location": {"name": "Café", "address": "Rue 1"}},
              "geometry": {"type": "Point", "coordinates": [-182.5, -8]}},
             {"type": "Feature", "properties": {"name": "Road"}, "geometry": {"type": "LineString", "coordinates": []}},
             {"type": "Feature", "properties": {"name": "Unknown"}, "geometry": null}]}
            """
        ),
        (
            "b.gpx",
            """
            <?xml version="1.0"?>
            <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">
            <metadata><name>Trip</name></metadata>
            <wpt lat="60.16990001" lon="24.9384"><ele>3</ele><name>Helsinki</name><desc>Capital</desc>
              <type>north, big sea</type></wpt>
            <wpt lat="-8" lon="177.5"><name>Café</name><cmt>Rue 1</cmt></wpt>
            <trk><name>Road</name></trk></gpx>
            """
        ),
        (
            "c.kml",
            """
            <?xml version="1.0"?>
            <kml xmlns="http://www.opengis.net/kml/2.2"><Document><Folder><name>Trip</name>
            <Placemark><name>Helsinki</name><description><![CDATA[<b>Capital</b>]]></description>
              <ExtendedData><Data name="tags"><value>north,big sea</value></Data></ExtendedData>
              <Point><coordinates> 24.9384,60.16990001,0 </coordinates></Point></Placemark>
            <Placemark><name>Café</name><description>Rue 1</description>
              <Point><coordinates>177.5,-8</coordinates></Point></Placemark>
            <Placemark><name>Road</name><LineString><coordinates>0,0 1,1</coordinates></LineString></Placemark>
            <Placemark><name>Unknown</name></Placemark></Folder></Document></kml>
            """
        ),
        (
            "d.csv",
            """
            Name;Notes;Lat;Lng;Tags
            Helsinki;Capital;60,16990001;24,9384;north,big sea
            "Café";"Rue 1";8 S;177.5 E;
            Unknown;;;;
            ;;;;
            """
        ),
    ]

    @Test(arguments: files)
    func filesOfEveryKindAreRead(name: String, text: String) throws {
        let report = try take(text, name)

        let expected = [
            "Helsinki|Capital|60.16990001 24.9384|big_sea north", "Café|Rue 1|-8.0 177.5|",
            "Unknown||-|",
        ]
        #expect(try places() == (name == "b.gpx" ? Array(expected.dropLast()) : expected))
        #expect(report.leftOut.count == 1)

        let again = try take(text, name)
        #expect(again.added == 0)
        #expect(again.change == nil)
        _ = try library.undo(try #require(report.change).id)
        #expect(try library.placeNotes(in: deck) == nil)
    }

    @Test func wellKnownTextAndCoordinatesInOneColumnAreRead() throws {
        try take("name\tcoordinates\nA\tPOINT (24.9384 60.1699)\nB\t60°10′N 24°56′E\n", "a.csv")

        #expect(
            try places() == ["A||60.1699 24.9384|", "B||\(60 + 10.0 / 60) \(24 + 56.0 / 60)|"]
        )
    }

    @Test(
        "What lies nowhere and has no name that can be seen is no place",
        arguments: [
            ("a.geojson", #"{"type":"Feature","properties":{"name":" \t "},"geometry":null}"#),
            ("a.geojson", #"{"type":"Feature","properties":{"name":"\uFFFF"},"geometry":null}"#),
            ("a.csv", "name,latitude,longitude\n\u{1},,\n"),
            ("a.csv", "name,latitude,longitude\n\u{200B}\u{FE0F},,\n"),
            ("a.kml", "<kml><Placemark><name> </name></Placemark></kml>"),
        ]
    )
    func namelessPlacesGetNames(name: String, text: String) throws {
        let report = try take(text, name)

        #expect(report.added == 0)
        #expect(report.leftOut.map { $0.prefix(5) } == ["Line "])
    }

    @Test func savedPlacesOfTheOldAppAreRead() throws {
        let saved = """
            [{"id":"5C7A","name":"Buckingham Palace","description":"Lit by 40,000 lightbulbs",
              "latitude":51.501,"longitude":-0.141},
             {"id":"5C7B","name":"New location","description":"","latitude":0,"longitude":0}]
            """
        try take(saved, "SavedPlaces")
        try take(#"[{"id":"1","prompt":"Capital of Finland?","answer":"Helsinki"}]"#, "cards.json")

        #expect(
            try places() == [
                "Buckingham Palace|Lit by 40,000 lightbulbs|51.501 -0.141|",
                "New location||0.0 0.0|",
            ]
        )
        let card = try #require(try library.notes(of: NoteType.basic.id, in: deck)?.first)
        #expect(card.values.mapValues(\.text) == [1: "Capital of Finland?", 2: "Helsinki"])
        #expect(try take(saved.replacing("40,000", with: "no"), "SavedPlaces").updated == 1)
    }

    @Test(arguments: PlaceFormat.written)
    func everyFormatPreservesAllDigits(format: PlaceFormat) throws {
        let points = [
            (90, 180), (-90, -180), (0, 0), (1e-7, -1e-7), (60.169_900_123_456_7, 24.938_4),
            (-33.856_800_1, 151.215_300_9), (12.345_678_912_345, -179.999_999_9),
        ]
        let texts = [
            "Plain", "Käpylä & <b>", "\"quoted\", with; commas", "line\nbreak", "東京 ]]> &amp;",
            "=1+1", "#hash",
        ]
        for (point, text) in zip(points, texts) {
            _ = try library.addPlace(
                PlaceChange(
                    name: text.replacing("\n", with: " "),
                    description: text,
                    place: Place(latitude: point.0, longitude: point.1),
                    tags: "a b"
                ),
                by: nil
            )
        }
        let from = try #require(DeckName("Places"))
        let before = try #require(try library.placeNotes(in: from))
        let file = try library.exportPlaces(of: from, as: format)
        #expect(file.notes == points.count)

        let same = try library.importFile(
            ImportOptions(file: .sent(name: "x.\(format.rawValue)", file.bytes), deck: from),
            by: nil,
            opener: .throughMessages
        )
        #expect(same.change == nil)

        let fresh = try Library.open(at: folder.path("b.omena")) { Moment(milliseconds: 1) }
        defer { try? fresh.close() }
        _ = try fresh.importFile(
            ImportOptions(file: .sent(name: "file", file.bytes), deck: deck),
            by: nil,
            opener: .throughMessages
        )
        let after = try #require(try fresh.placeNotes(in: deck))
        #expect(after.map(\.values) == before.map(\.values))
        #expect(after.map(\.tags) == before.map(\.tags))
        for (one, other) in zip(before, after) {
            let (one, other) = (try #require(one.place), try #require(other.place))
            #expect(abs(one.latitude - other.latitude) < 1e-9)
            #expect(abs(one.longitude - other.longitude) < 1e-9)
        }
    }

    @Test(arguments: [
        (
            "a.geojson",
            "{\"type\": \"Feature\",\n \"geometry\": {\"type\": \"Point\", \"coordinates\": [1, 91]}}",
            "Line 2, column 47: 91.0, 1.0 isn’t a location on Earth."
        ),
        (
            "a.geojson",
            "{\"features\": [\n{\"geometry\": {\"type\": \"Point\", \"coordinates\": [\"x\"]}}]}",
            "Line 2, column 47: a longitude and a latitude are expected here."
        ),
        ("a.geojson", "{\"features\": [1]}", "Line 1, column 15: a feature is expected here."),
        ("a.geojson", "{\"features\": [", "Line 1, column 15"),
        (
            "a.gpx", "<gpx>\n<wpt lat=\"x\" lon=\"1\"/></gpx>",
            "Line 2: “x”, “1” isn’t a location on Earth."
        ),
        ("a.gpx", "<gpx>\n<wpt lat=\"1\" lon=\"1\"></gpx>", "Line 2, column 24: mismatched tag."),
        ("a.gpx", "<!DOCTYPE gpx [<!ENTITY a \"b\">]><gpx/>", "a document type is not read here."),
        (
            "a.kml",
            "<kml><Placemark>\n<Point><coordinates>5</coordinates></Point></Placemark></kml>",
            "Line 2: “5” isn’t a longitude and latitude."
        ),
        (
            "a.csv", "name,lat,lon\nA,1,2\nB,95,2\n",
            "Line 3: “95”, “2” isn’t a location on Earth."
        ),
        (
            "p.json", "[{\"latitude\": 1,\n\"longitude\": \"2\"}]",
            "Line 1, column 2: a latitude and a longitude are expected here."
        ),
        (
            "cards.json", "[{\"prompt\": \"a\", \"answer\": 1}]",
            "a question and an answer are expected here."
        ),
    ])
    func invalidFileIsExplainedAndChangesNothing(
        name: String,
        text: String,
        why: String
    ) throws {
        let error = #expect(throws: LibraryError.self) { try take(text, name) }

        #expect(error?.description.contains(why) == true, "\(error?.description ?? "")")
        #expect(try library.placeNotes(in: deck) == nil)
        #expect(try library.history() == [])
    }
}
