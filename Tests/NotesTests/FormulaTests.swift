import Notes
import Testing

/// The marks around formulas are not shown.
struct FormulaTests {
    @Test(arguments: [
        (#"\(x^2\)"#, "x^2"), (#"a \[b\] c"#, "a b c"), ("[latex]x[/latex] [$]y[/$]", "x y"),
        ("[$$]x<br>y[/$$]", "x<br>y"), (#"\(日\)本\(語\)"#, "日本語"),
        // Without its counterpart a mark is text.
        (#"write \( or [$]"#, #"write \( or [$]"#), (#"\(x\]"#, #"\(x\]"#),
        ("[sound:a.mp3] [x]", "[sound:a.mp3] [x]"),
        (#"<style>.a\[1\]{}</style>\(x\)"#, #"<style>.a\[1\]{}</style>x"#),
    ])
    func formulasHaveNoMarks(text: String, shown: String) {
        #expect(text.withoutFormulaMarks == shown)
    }

    @Test(.timeLimit(.minutes(1)), arguments: [#"\("#, "[$]", "[<style", #"\(x\)"#])
    func repeatedMarksTakeLittleTime(mark: String) {
        let text = String(repeating: mark, count: 200_000)

        #expect(text.withoutFormulaMarks.utf8.count <= text.utf8.count)
    }
}
