import HTTP
import Library
import LibraryValues
import Notes
import TestFolder
import TestLibrary
import Testing

@testable import Server

/// The forms of cards and decks as a browser without scripts sends them.
struct CardsTests {
    private let folder: TemporaryFolder
    private let library: Library
    private let application: Application

    init() throws {
        folder = try TemporaryFolder()
        library = try Library.openNew(at: folder.path("library.omena")) { Application.noon }
        application = Application(library)
    }

    private func ask(
        _ method: HTTP.Method,
        _ path: String,
        _ body: String = "",
        type: String = "application/x-www-form-urlencoded"
    ) throws -> (status: Int, location: String?, text: String) {
        let (response, bytes) = try application.ask(
            method,
            path,
            Array(body.utf8),
            headers: method == .post ? ["Content-Type": type] : [:]
        )
        let text = String(decoding: bytes, as: UTF8.self)
        return (response.status.rawValue, response.headers["Location"], text)
    }

    private func deck(_ name: String = "First questions") throws -> DeckID {
        try #require(try library.decks().first { $0.name.text == name }).id
    }

    private func form(_ front: String, _ back: String, _ more: String = "") throws -> String {
        "type=1&deck=\(try deck())&f-1=\(front)&f-2=\(back)&tags=&word-type=\(more)"
    }

    @Test func addedCardIsTrimmedAndTheNextFormIsEmpty() throws {
        let answer = try ask(.post, "/cards/new", try form("++apple%0D%0Apie+", "+omena+"))

        #expect(answer.status == 303)
        let location = try #require(answer.location)
        #expect(location.hasPrefix("/cards/new?deck=First%20questions&type=1&done="))
        let next = try ask(.get, location)
        #expect(next.text.contains("Added “apple pie”"))
        #expect(next.text.contains("autofocus data-head>\n</textarea>"))
        let note = try #require(
            try library.notes(matching: "\"apple pie\"", after: nil).notes.first
        )
        #expect(note.prompt.text == "apple\npie")
        #expect(note.answer.text == "omena")
    }

    @Test func emptySideIsRefusedNextToItsFieldWithNothingLost() throws {
        let answer = try ask(.post, "/cards/new", try form("kept+%3Cb%3E", "+", "&tags=food"))

        #expect(answer.status == 422)
        #expect(answer.text.contains("kept &lt;b&gt;</textarea>"))
        #expect(answer.text.contains(#"id="flaw-2""#))
        #expect(answer.text.contains("Enter the answer."))
        #expect(!answer.text.contains("Enter the question."))
        #expect(try library.history().isEmpty)
    }

    /// A zero-width space, and a direction mark.
    @Test(arguments: ["%E2%80%8B", "+%E2%80%8F"])
    func sideThatShowsNothingIsRefused(_ side: String) throws {
        let answer = try ask(.post, "/cards/new", try form("word", side))

        #expect(answer.status == 422)
        #expect(answer.text.contains("Enter the answer."))
        #expect(try library.history().isEmpty)
    }

    @Test(arguments: ["{{c1::}}", "a+{{c2::+}}", "{{c1::a"])
    func gapThatHidesNothingIsRefused(_ text: String) throws {
        let body = "type=\(NoteType.cloze.id)&deck=\(try deck())&f-1=\(text)&tags=&word-type="

        let answer = try ask(.post, "/cards/new", body)

        #expect(answer.status == 422)
        #expect(answer.text.contains("Mark the text to hide"))
        #expect(try library.history().isEmpty)
    }

    @Test func duplicateIsWarnedAboutAndAddedOnRequest() throws {
        _ = try ask(.post, "/cards/new", try form("Twin", "1"))

        let warned = try ask(.post, "/cards/new", try form("+tWIN", "2"))
        #expect(warned.status == 422)
        #expect(warned.text.contains("A card with this question already exists."))
        #expect(warned.text.contains("Add anyway"))

        let wanted = try ask(.post, "/cards/new", try form("+tWIN", "2", "&anyway=on"))
        #expect(wanted.status == 303)
        #expect(try library.notes(matching: "twin", after: nil).notes.count == 2)
    }

    @Test func onlyAQuestionThatIsChangedIsComparedWithOthers() throws {
        _ = try ask(.post, "/cards/new", try form("Twin", "1"))
        _ = try ask(.post, "/cards/new", try form("twin", "2", "&anyway=on"))
        _ = try ask(.post, "/cards/new", try form("Single", "3"))
        func edit(_ word: String, _ front: String, _ back: String) throws -> Int {
            let note = try #require(try library.notes(matching: word, after: nil).notes.first).id
            return try ask(.post, "/cards/\(note)", try form(front, back)).status
        }

        #expect(try edit("\"twin\"", "Twin", "another") == 303)
        #expect(try edit("\"single\"", "twin", "3") == 422)

        func warns(_ word: String, _ front: String) throws -> Bool {
            let note = try #require(try library.notes(matching: word, after: nil).notes.first).id
            return try ask(.post, "/cards/\(note)", try form(front, "new", "&do=preview")).text
                .contains("A card with this question already exists.")
        }
        #expect(try !warns("\"twin\"", "Twin"))
        #expect(try warns("\"single\"", "Twin"))
    }

    @Test(arguments: [
        ("/study/learn?deck=A", "/study/learn?deck=A"),
        ("//evil.example/", "/cards"), ("/\\evil.example", "/cards"),
        ("https://evil.example/", "/cards"), ("javascript:alert(1)", "/cards"),
        ("/\t/evil", "/cards"),
    ])
    func backLinkStaysOnThisServer(_ back: String, _ expected: String) throws {
        let note = try #require(try library.notes(matching: "", after: nil).notes.first).id
        let query = back.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()

        guard let answer = try? ask(.post, "/cards/\(note)?back=\(query)", "do=delete") else {
            return  // An address with a tab is invalid.
        }

        #expect(
            answer.location?.prefix { $0 != "?" } == expected.prefix { $0 != "?" }
                || answer.status == 400
        )
        #expect(answer.location?.contains("evil") != true)
    }

    @Test func selectedCardsAreTaggedAndAllFoundCardsAreDeleted() throws {
        let two = try library.notes(matching: "deck:\"First questions\"", limit: 2)
        let tagged = try ask(
            .post,
            "/cards/selection?back=/cards?query=tag:new",
            "do=tag&tags=new,+Old&note=\(two[0])&notes=\(two[1])"
        )
        #expect(tagged.location?.hasPrefix("/cards?query=tag:new&done=") == true)
        #expect(try ask(.get, "/cards?query=tag:old").text.contains("2 cards found"))

        let deleted = try ask(
            .post,
            "/cards/selection",
            "do=delete&all=on&query=tag:new&except=\(two[0])"
        )
        #expect(deleted.status == 303)
        #expect(try library.notes(matching: "tag:new", limit: 9) == [two[0]])

        #expect(try ask(.post, "/cards/selection", "do=delete").status == 422)
        #expect(try ask(.post, "/cards/selection", "do=tag&tags=,&note=1").status == 422)
        #expect(try ask(.post, "/cards/selection", "do=dance&note=1").status == 400)
        #expect(try ask(.post, "/cards/selection", "do=move&note=1").status == 400)
        #expect(try ask(.post, "/cards/selection", "do=move&deck=1&note=1").status == 409)
    }

    @Test func deletedCardIsRestoredFromTheBin() throws {
        let note = try #require(try library.notes(matching: "", after: nil).notes.first)
        let deleted = try ask(.post, "/cards/\(note.id)", "do=delete")
        #expect(try ask(.get, "/cards/\(note.id)").status == 404)
        let list = try ask(.get, try #require(deleted.location))
        #expect(list.text.contains("Deleted “"))
        #expect(list.text.contains(#"action="/undo""#))

        let restored = try ask(.post, "/bin", "note=\(note.id)")

        #expect(restored.location?.hasPrefix("/bin?done=") == true)
        #expect(try ask(.get, "/cards/\(note.id)").status == 200)
    }

    @Test func cardChangedElsewhereIsNotOverwrittenSilently() throws {
        _ = try ask(.post, "/cards/new", try form("uniquely", "1"))
        let note = try #require(try library.notes(matching: "uniquely", after: nil).notes.first).id

        let seen = "&seen-deck=\(try deck())&seen-tags=&changed="
        let late = try ask(.post, "/cards/\(note)", try form("late", "2", "\(seen)5"))

        #expect(late.status == 422)
        #expect(late.text.contains("changed elsewhere in the meantime"))
        #expect(late.text.contains("late</textarea>"))
        let again = try ask(
            .post,
            "/cards/\(note)",
            try form("late", "2", "\(seen)1763640000000")
        )
        #expect(again.status == 303)
    }

    @Test func languageIsAddedByNameAndUnknownOnesAreReported() throws {
        let words = try deck("First words")
        let base = "type=5&deck=\(words)&f-en=rain&f-fi=&do=language&tags="

        let added = try ask(.post, "/cards/new", base + "&language=Korean")
        #expect(added.status == 200)
        #expect(added.text.contains(#"name="f-ko""#))
        #expect(added.text.contains("rain</textarea>"))

        let unknown = try ask(.post, "/cards/new", base + "&language=Klingonish")
        #expect(unknown.status == 422)
        #expect(unknown.text.contains("“Klingonish” isn’t a known language."))
    }

    @Test func textWithoutGapIsRefused() throws {
        let base = "type=4&deck=\(try deck())&tags=&f-1="

        #expect(try ask(.post, "/cards/new", base + "no+gap").text.contains("{{c1::word}}."))
        #expect(try ask(.post, "/cards/new", base + "a+%7B%7Bc1::gap%7D%7D").status == 303)
    }

    @Test func deckIsCreatedRenamedMergedAndDeleted() throws {
        #expect(try ask(.post, "/decks/new", "name=Food::Fruit").status == 303)
        let twice = try ask(.post, "/decks/new", "name=food::fruit")
        #expect(twice.status == 422)
        #expect(twice.text.contains("A deck named “Food › Fruit” already exists."))
        let unseen = try ask(.post, "/decks/new", "name=Food::%E2%80%8B")
        #expect(unseen.status == 422)
        #expect(unseen.text.contains("A part of this name is empty. Remove the extra “::”."))

        let fruit = try deck("Food::Fruit")
        let path = "/decks/\(fruit)/options"
        let bad = try ask(.post, path, "name=Fruit&newLimit=-1&kind=oneToOne&from=en&to=en")
        #expect(bad.text.contains("Enter a number from 0 to 9,999, or leave it empty."))
        #expect(bad.text.contains("Choose two different languages."))
        let good = "name=Fruit&newLimit=7&retention=85&kind=oneToOne&from=en&to=fi"
        _ = try ask(.post, path, good)
        #expect(try library.deck(fruit)?.settings.newLimit == 7)
        #expect(try library.deck(fruit)?.settings.retention == 0.85)
        #expect(try library.deck(fruit)?.settings.languageChoiceText == "oneToOne:en:fi")

        let questions = try deck()
        let merged = try ask(.post, "/decks/\(questions)/options", "do=merge&into=\(fruit)")
        #expect(merged.status == 303)
        #expect(try library.deck(questions) == nil)
        let deleted = try ask(.post, "/decks/\(fruit)/options", "do=delete")
        let page = try ask(.get, try #require(deleted.location))
        #expect(page.text.contains("Deleted deck “Fruit” with 10 cards"))

        for change in try library.history() { _ = try ask(.post, "/undo", "id=\(change.id)") }
        #expect(try library.decks().map(\.name.text) == ["First questions", "First words"])
    }

    @Test func linkBackToASessionFollowsARenamedDeck() throws {
        for name in ["Food", "Food::Fruit", "Meals"] {
            _ = try ask(.post, "/decks/new", "name=\(name)")
        }
        let (food, meals) = (try deck("Food"), try deck("Meals"))
        func change(_ deck: DeckID, _ order: String, from decks: String) throws -> String? {
            let back = "/study/learn?\(decks)".percentEncoded
            return try ask(.post, "/decks/\(deck)/options?back=\(back)", order).location
        }

        let same = try change(food, "name=Food&newLimit=7", from: "deck=Food")
        let renamed = try change(food, "name=My+food", from: "deck=Food%3A%3AFruit&deck=Meals")
        let merged = try change(food, "do=merge&into=\(meals)", from: "deck=My%20food")
        let tagged = try change(meals, "do=delete", from: "deck=Meals&tag=verbs")

        #expect(same == "/study/learn?deck=Food")
        #expect(renamed == "/study/learn?deck=Meals&deck=My%20food%3A%3AFruit")
        #expect(merged == "/study/learn?deck=Meals")
        #expect(tagged == "/study/learn?tag=verbs")
        #expect(try change(try deck(), "do=delete", from: "deck=First%20questions") == "/")
    }

    @Test func actionsAreReportedAndUndone() throws {
        let note = try #require(try library.notes(matching: "", after: nil).notes.last).id
        func order(_ action: String, _ face: String = "1") -> String {
            #"{"library":"\#(library.identity.id)","epoch":1,"action":\#(action),"cards":[["\#(note)","\#(face)"]]}"#
        }
        func act(_ body: String) throws -> (status: Int, location: String?, text: String) {
            try ask(.post, "/cards/actions", body, type: "application/json")
        }
        let face = try #require(
            try library.notes(matching: "", after: nil).notes.last?.prompt.language == nil
                ? "1" : "en>fi"
        )

        let done = try act(order(#""flag","flag":4"#, face))
        #expect(done.text == #"{"says":"Flagged 1 card blue","undo":"1"}"#)
        #expect(try act(order(#""flag","flag":8"#, face)).status == 400)
        #expect(try act(order(#""redate""#, face)).status == 400)
        #expect(try act(order(#""dance""#, face)).status == 400)
        #expect(try act(order(#""bury""#, "c9")).status == 409)
        #expect(try act("[]").status == 400)
        let other = order(#""suspend""#, face).replacing(library.identity.id, with: "other")
        #expect(try act(other).status == 409)

        let undone = try ask(.post, "/undo", "{}", type: "application/json")
        #expect(undone.text == #"{"says":"Flagged 1 card blue","undo":"1"}"#)
        #expect(try ask(.post, "/undo", "{}", type: "application/json").status == 409)
        #expect(try ask(.post, "/redo", "{}", type: "application/json").status == 200)
        #expect(try ask(.post, "/undo", "id=1&back=/history").location == "/history?done=1")
    }

    /// Texts that must never run, in every field that a learner can fill.
    @Test(arguments: [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>",
        "</textarea><script>x</script>",
        "{{FrontSide}}<b>", "&lt;script&gt;", "'; DROP TABLE note; --", "javascript:alert(1)",
    ])
    func hostileTextStaysTextEverywhere(_ text: String) throws {
        let encoded = text.utf8.map { "%" + String($0, radix: 16) }.joined()
        let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
        _ = try ask(.post, "/decks/new", "name=\(encoded)")
        let deck = try #require(try library.decks().first { $0.name.text == text }).id
        let added = try ask(
            .post,
            "/cards/new",
            "type=1&deck=\(deck)&f-1=\(encoded)&f-2=\(encoded)&tags=\(encoded)&word-type=\(encoded)"
        )
        let found = try library.notes(matching: "", sort: .oldest, after: nil).notes
        let note = try #require(found.first { $0.deck == text }).id

        for path in [
            try #require(added.location), "/cards", "/cards?query=\(encoded)", "/cards/\(note)",
            "/decks", "/decks/\(deck)", "/history", "/cards/new?deck=\(encoded)",
        ] {
            let page = try ask(.get, path)
            #expect(page.status == 200, "\(path)")
            if escaped != text { #expect(!page.text.contains(text), "\(path)") }
        }
        #expect(try ask(.get, "/cards/\(note)").text.contains(escaped))
    }
}
