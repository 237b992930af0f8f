import Foundation
import Testing

@testable import Notes

struct DeckIconTests {
    @Test(arguments: ["🍎", "🇫🇮", "👨‍👩‍👧‍👦", "7️⃣", "❤️", "あ", "ਪ", "Ä", "7", "§"])
    func isOneCharacter(_ sign: String) {
        #expect(DeckIcon(sign)?.text == sign)
    }

    @Test(arguments: [
        "", " ", "ab", "🍎🍎", "\u{200B}", "\u{7}", "a" + String(repeating: "\u{301}", count: 40),
    ])
    func refusesEverythingElse(_ text: String) {
        #expect(DeckIcon(text) == nil)
    }

    @Test func settingsIgnoreColoursAndIconsThatDoNotExist() throws {
        let json = #"{"colour":"plaid","icon":"two","newLimit":5}"#

        let settings = try JSONDecoder().decode(DeckSettings.self, from: Data(json.utf8))

        #expect(settings.colour == nil && settings.icon == nil && settings.newLimit == 5)
    }
}
