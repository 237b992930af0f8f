import Languages
import Notes
import Recall

/// The list of keyboard shortcuts, which `?` opens.
struct ShortcutSheet: HTML {
    let mode: Mode
    let settings: StudySettings

    func write(to page: inout HTMLWriter) {
        dialog(.class("sheet"), .id("shortcuts"), .aria("aria-labelledby", "shortcuts-title")) {
            h2(.id("shortcuts-title")) { "Keyboard shortcuts" }
            dl(.class("shortcuts")) {
                Each(shortcuts) { shortcut in
                    div {
                        dt { Each(shortcut.keys) { key in kbd { key } } }
                        dd { shortcut.meaning }
                    }
                }
            }
            form(.method("dialog")) {
                button(.class("btn btn-wide")) { "Close" }
            }
        }.write(to: &page)
    }

    private typealias Shortcut = (keys: [String], meaning: Phrase)

    private var shortcuts: [Shortcut] {
        [([say("Space"), "Enter"], "Turn the card")] + answers
            + (mode == .browse ? [] : [(keys: ["U", "Ctrl Z"], meaning: "Undo the last answer")])
            + [
                (["E"], "Edit the card"), (["R"], "Play pronunciation"), (["Esc"], "Leave session"),
                (["?"], "Show this list"),
            ]
    }

    private var answers: [Shortcut] {
        let isRightCorrect = settings.right == .correct
        let (right, left) = isRightCorrect ? ("→", "←") : ("←", "→")
        switch mode {
        case .browse:
            return [(["→"], "Next card"), (["←"], "Previous card")]
        case .review where !settings.twoButtons:
            return [
                ([left, "1"], "Again"), (["2"], "Hard"), ([right, "3"], "Good"), (["4"], "Easy"),
            ]
        case .learn, .race, .review:
            return [([right, "2", "3", "4"], "Correct"), ([left, "1"], "Wrong")]
        case .quiz:
            return [(["1", "2", "3", "4"], "Choose an answer"), (["→"], "Continue")]
        }
    }
}
