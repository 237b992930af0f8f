import Markup
import Notes
import Testing

private let digits = String(repeating: "ab", count: 32)

private func clean(_ css: String) throws -> String {
    try MarkupCleaner.clean(sheet: css) { $0.name == "cat.png" ? MediaHash(digits) : nil }
}

struct StyleSheetCleanerTests {
    @Test(arguments: [
        (".card { font-size: 20px; color: black; }", ".card{font-size:20px;color:black;}\n"),
        (
            ".a > .b:nth-child(2n+1)::before { content: \"→\" }",
            ".a > .b:nth-child(2n+1)::before{content:\"→\";}\n"
        ),
        (
            "html, body.nightMode, :root { color: red }",
            ".anki-html, .card.nightMode, .anki-html{color:red;}\n"
        ),
        (
            "@media (max-width: 600px) { b { width: calc(100% - 2px) } }",
            "@media (max-width: 600px){b{width:calc(100% - 2px);}\n}\n"
        ),
        (
            "@keyframes x { from { top: 0 } 50% { top: 1px } }",
            "@keyframes x{from{top:0;}\n50%{top:1px;}\n}\n"
        ),
        ("b { background: url(cat.png) }", "b{background:url(\"/media/\(digits)\");}\n"),
        (
            "b { background: url( 'cat.png' ) no-repeat }",
            "b{background:url(\"/media/\(digits)\") no-repeat;}\n"
        ),
        (".a{--x: 1px; margin: var(--x) !important}", ".a{--x:1px;margin:var(--x) !important;}\n"),
        (
            "@supports (display: grid) { b { display: grid } }",
            "@supports (display: grid){b{display:grid;}\n}\n"
        ),
        ("<!-- b { color: red } -->", "b{color:red;}\n"),
        ("@media (1px<=width<9px) { b { top: 0 } }", "@media (1px<=width<9px){b{top:0;}\n}\n"),
        ("@media (width</style>) { b { top: 0 } }", ""),
        // Values that would load files, contact servers or run scripts.
        ("@import url(https://evil.example); b { color: red }", "b{color:red;}\n"),
        ("@import 'x'", ""),
        ("@font-face { font-family: x; src: url(x) }", ""),
        ("@namespace x url(y);", ""),
        ("b { background: url(https://evil.example/x) ; color: red }", "b{color:red;}\n"),
        ("b { background: u\\72l(https://evil.example/x) }", ""),
        ("b { background: image-set('https://evil.example/x' 1x) }", ""),
        ("b { --x: url(//evil.example); background: var(--x) }", "b{background:var(--x);}\n"),
        ("b { background: url(cat.png)url(//evil.example) }", ""),
        ("b { width: expression(alert(1)) }", ""),
        ("b { behavior: url(cat.png); -moz-binding: url(cat.png) }", ""),
        (":host { position: fixed }", ""),
        (":h\\6fst(b) { position: fixed }", ""),
        (":/**/host { color: red }", ": host{color:red;}\n"),
        ("::slotted(b) { color: red }", ""),
        ("::part(b) { color: red }", ""),
        ("b { touch-action: none; contain: none; all: unset; view-transition-name: x }", ""),
        ("b { color: red", "b{color:red;}\n"),
        ("b { content: '</style><script>' }", "b{content:\"\\3c /style>\\3c script>\";}\n"),
        ("b { color: red; { color: blue } }", "b{color:red;}\n"),
        ("b { i { color: blue } color: red }", "b{color:red;}\n"),
        ("b{content:\"a\nb\";color:red}", ""),
        ("}}} b { color: red }", "b{color:red;}\n"),
        ("b{color:red/**/blue}", "b{color:red blue;}\n"),
    ])
    func keepsOnlyAllowedRules(_ css: String, _ expected: String) throws {
        #expect(try clean(css) == expected)
    }

    @Test func cleaningTwiceChangesNothing() throws {
        let css = """
            .c\\31 a, #\\31 b { color: #1e3; --\\66 oo: 1e3px; content: "\\"\\\\"; width: 1\\65 3; }
            @media screen and (min-width: 1px) { .card { transform: rotate(1deg) / 2 } }
            """
        // The address of a picture is changed by cleaning, so there is none here.
        let once = try clean(css)

        #expect(!once.isEmpty)
        #expect(try clean(once) == once)
    }

    @Test(.timeLimit(.minutes(1)), arguments: Repeated.css)
    func cleansHostileSheetsInLinearTime(_ repeated: Repeated) throws {
        #expect(try clean(repeated.text).utf8.count <= repeated.text.utf8.count * 2)
    }
}
