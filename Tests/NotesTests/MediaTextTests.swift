import Notes
import Testing

struct MediaTextTests {
    @Test func findsReferencesInAnkiSyntax() {
        let text = MediaText(
            "cat<img src='a.png' class=x alt=\"A &amp; B\"/> and [sound:meow.mp3]\n<img src=b.gif>"
        )

        #expect(
            text.references == [
                MediaReference(.picture, name: "a.png", caption: "A & B"),
                MediaReference(.sound, name: "meow.mp3"),
                MediaReference(.picture, name: "b.gif"),
            ]
        )
        #expect(text.words == "cat and")
    }

    @Test(arguments: [
        "<img>", "<img src=>", "<img src=\"\">", "<img src=\"https://a.example/b.png\">",
        "<img src=\"../a.png\">", "<img src=\"a.png\"", "<img src=\"a.png", "<image src=\"a.png\">",
        "[sound:]", "[sound:a", "[sound:a/b.mp3]", "[sound:<b>]", "a < i [s",
        "<img src=\"a\u{0}b\">",
    ])
    func leavesEverythingElseAsText(_ text: String) {
        #expect(MediaText(text).pieces == [.text(text)])
        #expect(MediaText(text).words == text)
    }

    @Test func leavesUnknownReferencesAsText() {
        let text = "In HTML <img src=\"a.png\"> is a picture <img src=\"b.png\">"

        let pieces = MediaText(text) { $0.name == "b.png" }

        #expect(pieces.references.map(\.name) == ["b.png"])
        #expect(pieces.words == "In HTML <img src=\"a.png\"> is a picture")
    }

    @Test(arguments: [
        MediaReference(.picture, name: "a.png"),
        MediaReference(.picture, name: "a.png", caption: #""><script>alert('1')</script>&amp;"#),
        MediaReference(.picture, name: "a.png", caption: "\"\u{301} onerror=alert(1) \""),
        MediaReference(.sound, name: "a&b.mp3"),
    ])
    func referencesRoundTrip(_ reference: MediaReference) {
        #expect(MediaText("\(reference)").references == [reference])
    }

    @Test(arguments: [
        ("cat", [], "cat", []),
        ("<img src=\"a.png\">", [], "", ["<img src=\"a.png\">"]),
        ("cat\n[sound:a.mp3]", [], "cat", ["\n[sound:a.mp3]"]),
        (
            "[sound:a.mp3] cat\n<img src=\"a.png\">\n[sound:b.mp3]\n", ["[sound:a.mp3] "], "cat",
            ["\n<img src=\"a.png\">", "\n[sound:b.mp3]\n"]
        ),
        ("a [sound:a.mp3] b", [], "a [sound:a.mp3] b", []),
    ])
    func endsJoinToTheText(
        _ text: String,
        leading: [String],
        middle: String,
        trailing: [String]
    ) {
        let ends = MediaText(text).ends

        #expect(ends.leading.map(\.source) == leading)
        #expect(ends.text == middle)
        #expect(ends.trailing.map(\.source) == trailing)
        #expect((leading + [middle] + trailing).joined() == text)
    }

    @Test func changesOnlyACaption() {
        let source = "\n<img class=\"big\" src=\"a.png\" alt=\"A cat\">"

        #expect(MediaText.captioned(source, "A cat") == source)
        #expect(MediaText.captioned(source, " A dog ") == "\n<img src=\"a.png\" alt=\"A dog\">")
        #expect(MediaText.captioned("[sound:a.mp3]", "A dog") == "[sound:a.mp3]")
    }

    @Test func parsesHostileTextsQuickly() {
        let unclosed = String(repeating: "<img \"", count: 2_000)

        #expect(MediaText(unclosed).references.isEmpty)
        #expect(MediaText(String(repeating: "[sound:", count: 2_000)).references.isEmpty)
    }
}

struct MediaNameTests {
    @Test(arguments: [
        ("cat.png", "cat.png"), ("My cat (1).JPEG", "My-cat-1.png"),
        ("../../etc/passwd", "passwd.png"),
        ("C:\\pictures\\cat.gif", "cat.png"), ("", "picture.png"), ("_latex.png", "latex.png"),
        (".hidden", "hidden.png"), ("猫.png", "猫.png"), ("ä\u{202E}gnp.exe", "ä-gnp.png"),
        ("<script>alert(1)</script>.png", "script.png"),
        ("\"onerror=alert(1) x=\".png", "onerror-alert-1-x.png"),
        ("a\u{0}b\r\nc.png", "a-b-c.png"),
        (String(repeating: "x", count: 300), String(repeating: "x", count: 80) + ".png"),
    ])
    func keepsHarmlessCharacters(_ suggestion: String, _ name: String) {
        #expect(MediaName(suggestion, for: .png).text == name)
    }

    @Test(arguments: [
        ("cat.png", "cat-abababababab.png"), ("cat", "cat-abababababab"),
        ("_a.b.css", "_a.b-abababababab.css"), (".png", "-abababababab.png"),
    ])
    func distinguishesContentsByName(_ name: String, _ other: String) throws {
        let hash = try #require(MediaHash(bytes: Array(repeating: 0xAB, count: 32)))

        #expect(MediaName.distinguished(name, by: hash) == other)

        #expect(!MediaName.isDistinguished(name, by: hash))
        #expect(MediaName.isDistinguished(other, by: hash))
    }

    /// A file name has 255 bytes at most, and a family is one character of 25.
    @Test(arguments: [
        (String(repeating: "x", count: 238) + ".png", String(repeating: "x", count: 238), ".png"),
        (String(repeating: "x", count: 251) + ".png", String(repeating: "x", count: 238), ".png"),
        (String(repeating: "猫", count: 83) + ".png", String(repeating: "猫", count: 79), ".png"),
        (String(repeating: "👨‍👩‍👧‍👦", count: 10) + ".mp3", String(repeating: "👨‍👩‍👧‍👦", count: 9), ".mp3"),
        ("a." + String(repeating: "x", count: 253), "a." + String(repeating: "x", count: 240), ""),
    ])
    func distinguishedNamesAreFileNames(_ name: String, _ kept: String, _ ending: String) throws {
        let hash = try #require(MediaHash(bytes: Array(repeating: 0xAB, count: 32)))

        let other = MediaName.distinguished(name, by: hash)

        #expect(other == "\(kept)-abababababab\(ending)")
        #expect(MediaReference.isName(name) && MediaReference.isName(other))
        #expect(MediaName.isDistinguished(other, by: hash))
    }
}
