import Languages
import Notes
import Testing

struct NameTests {
    @Test(arguments: [
        ("Chapter 1: :: Words", "Chapter 1::Words"), (" a : :: b: ", "a::b"),
        ("a:: \u{347}b", "a::\u{347}b"),
        ("Finnish", "Finnish"), ("  Finnish ", "Finnish"),
        ("Languages :: Finnish", "Languages::Finnish"),
        ("A::B::C", "A::B::C"), ("a:b", "a:b"), ("日本語::単語", "日本語::単語"), ("A:::B", "A:::B"),
    ])
    func deckNamesAreTrimmed(given: String, text: String) {
        #expect(DeckName(given)?.text == text)
        #expect(DeckName(text)?.text == text)
    }

    @Test(arguments: [
        ("First words", "Premiers mots"), ("First questions::A", "Premières questions › A"),
        ("Finnish::A", "Finnish › A"),
    ])
    func starterDecksAreNamedInTheLanguageOfTheInterface(name: String, title: String) throws {
        let name = try #require(DeckName(name))

        #expect(InterfaceLanguage.withCurrent(.french) { name.title } == title)
    }

    @Test(arguments: [
        ("First words", "Premiers mots", "First words"),
        ("First words", "First words", "First words"),
        ("First words", "Premiers mots::A", "First words::A"),
        ("First words::A", "Premiers mots::B", "First words::B"),
        ("First words::A", "Premiers mots", "First words"),
        ("First words", "A::Premiers mots", "A::First words"),
        ("A::First words", "Premiers mots", "First words"),
        ("Finnois::First words", "Finnois::Premiers mots", "Finnois::First words"),
        ("First words", "Finnois", "Finnois"),
        ("Finnish", "Premiers mots", "Premiers mots"),
        ("First words", " ", nil),
    ])
    func nameOfAStarterDeckThatIsLeftAloneIsKept(old: String, typed: String, new: String?) throws {
        let old = try #require(DeckName(old))

        let shown = InterfaceLanguage.withCurrent(.french) { old.shown }

        #expect(old.renamed(shown, in: .french) == old)
        #expect(old.renamed(typed, in: .french)?.text == new)
    }

    @Test(arguments: [
        "", " ", "::", "A::", "::A", "A:: ::B", "A::::B", "A\nB", "A\u{7}",
        Array(repeating: "a", count: DeckName.maximumDepth + 1).joined(separator: "::"),
        String(repeating: "a", count: DeckName.maximumLength + 1),
    ])
    func invalidDeckNamesAreRefused(text: String) {
        #expect(DeckName(text) == nil)
    }

    @Test(arguments: [
        (" \u{200F}", "Enter a name for the deck."),
        ("A::", "A part of this name is empty. Remove the extra “::”."),
        ("A::\u{200B}", "A part of this name is empty. Remove the extra “::”."),
        ("A\nB", "This name has a line break or another control character. Remove it."),
        (
            Array(repeating: "a", count: DeckName.maximumDepth + 1).joined(separator: "::"),
            "Decks can’t be nested this deeply. Choose a shorter name."
        ),
        (
            String(repeating: "a", count: DeckName.maximumLength + 1),
            "This name is too long. Shorten it."
        ),
    ])
    func deckNameIsRefusedWithAReason(text: String, flaw: String) {
        #expect(DeckName.flaw(of: text).description == flaw)
    }

    @Test(arguments: [
        ("a", []), ("a:b", []), ("a::b::c", ["a", "a::b"]), ("a::\u{347}b", ["a"]),
        ("日本::単語", ["日本"]),
    ])
    func namesOutsideANestedNameAreThoseBeforeItsColons(name: String, outer: [String]) {
        #expect(name.containingNames.map(String.init) == outer)
        #expect(outer.allSatisfy(name.isInside))
    }

    @Test(arguments: [
        (" a ", "a"), ("\u{200B}", ""), ("\u{200F} \u{202E}", ""), ("", ""),
        ("\u{200F}!שלום", "\u{200F}!שלום"), ("👩‍👧", "👩‍👧"),
    ])
    func textOfDirectionMarksAloneIsEmpty(text: String, visible: String) {
        #expect(text.visible.unicodeScalars.elementsEqual(visible.unicodeScalars))
    }

    @Test func deckKnowsItsParents() throws {
        let deck = try #require(DeckName("A::B::C"))

        #expect(deck.last == "C")
        #expect(deck.parent?.text == "A::B")
        #expect(deck.ancestors.map(\.text) == ["A", "A::B"])
        #expect(try #require(DeckName("A")).parent == nil)
    }

    @Test(arguments: [
        ("A", "A::B", true), ("a", "A::b", true), ("A", "A", true), ("A::B", "A", false),
        ("A", "AB", false),
        ("A", "AB::C", false), ("A", "A::\u{347}B", true), ("A", "A::\u{347}B::C", true),
    ])
    func deckIncludesDecksInside(outer: String, inner: String, isIncluded: Bool) throws {
        let (outer, inner) = (try #require(DeckName(outer)), try #require(DeckName(inner)))

        #expect(outer.includes(inner) == isIncluded)
    }

    @Test(arguments: [
        ("Finnish", "FINNISH", true), ("STRASSE", "straße", true), ("ΟΔΟΣ", "οδος", true),
        ("Äiti", "äITI", true), ("caf\u{E9}", "CAFE\u{301}", true), ("\u{1F0}", "J\u{30C}", true),
        ("Finnish", "Finish", false), ("e", "é", false),
    ])
    func keysIgnoreCase(left: String, right: String, areSame: Bool) {
        // The database compares bytes.
        #expect(
            (DeckName(left)?.key.utf8.map(\.self) == DeckName(right)?.key.utf8.map(\.self))
                == areSame
        )
        #expect(
            (TagName(left)?.key.utf8.map(\.self) == TagName(right)?.key.utf8.map(\.self)) == areSame
        )
    }

    @Test func namesAreNormalized() throws {
        let typed = "e\u{301}te\u{301}"
        let stored = Array("\u{E9}t\u{E9}".utf8)

        #expect(try Array(#require(DeckName(typed)).text.utf8) == stored)
        #expect(try Array(#require(TagName(typed)).text.utf8) == stored)
        #expect(try Array(#require(DeckName("ETE\u{301}")).key.utf8) == Array("et\u{E9}".utf8))
    }

    @Test(arguments: [
        "", "two words", "a\u{3000}b", "a\u{a0}b", "a\tb", String(repeating: "a", count: 1_001),
    ])
    func tagsAreOneWord(text: String) {
        #expect(TagName(text) == nil)
        #expect(TagName("grammar::case")?.text == "grammar::case")
    }

    @Test func mediaHashRoundTrips() throws {
        let bytes = (0..<32).map { UInt8($0 * 8 + 7) }
        let hash = try #require(MediaHash(bytes: bytes))

        #expect(hash.description.hasPrefix("070f171f"))
        #expect(MediaHash(hash.description) == hash)
        #expect(MediaHash(hash.description.uppercased()) == nil)
        #expect(MediaHash(String(hash.description.dropLast())) == nil)
        #expect(MediaHash(bytes: []) == nil)
    }

    @Test func placesAreOnTheEarth() {
        #expect(Place(latitude: 56, longitude: -3) != nil)
        #expect(Place(latitude: 90.1, longitude: 0) == nil)
        #expect(Place(latitude: 0, longitude: -181) == nil)
        #expect(Place(latitude: .nan, longitude: 0) == nil)
    }

    @Test(arguments: [
        ("1", FieldID.number(1) as FieldID?), ("0", nil), ("01", nil), ("-1", nil), ("", nil),
        ("ja-latn", nil), ("é", nil),
    ])
    func fieldIDsHaveOneSpelling(text: String, id: FieldID?) {
        #expect(FieldID(text) == id)
    }
}
