import Testing

@testable import Notes

struct BracketedReadingsTests {
    /// The output of Anki 26.9.3 for `{{kana:F}}` and `{{kanji:F}}`.
    @Test(arguments: [
        ("日本[にほん]", "にほん", "日本"),
        ("これは 日本[にほん]の 水[みず]", "これはにほんのみず", "これは日本の水"),
        ("<b>水[みず]</b>", "<b>みず</b>", "<b>水</b>"),
        ("[sound:a.mp3] 水[みず]", "[sound:a.mp3]みず", "[sound:a.mp3]水"),
        ("no reading", "no reading", "no reading"),
        ("open[", "open[", "open["),
    ])
    func replaceTheirWords(text: String, readings: String, written: String) {
        let bracketed = BracketedReadings(text)

        #expect(bracketed.readings == readings)
        #expect(bracketed.written == written)
    }
}
