package import Languages
package import Notes

/// Generates fields for several notes, one after the other; nothing is saved before the learner has read it.
package struct DraftsPage: Page {
    package static let mostNotes = 100

    package struct Row: Sendable {
        package var note: NoteID
        package var prompt: String
        /// The empty fields that can be generated.
        package var fields: [NoteType.Field] = []
        /// Why nothing is generated for the note; nil where something is.
        package var excuse: Phrase?

        package init(note: NoteID, prompt: String) {
            self.note = note
            self.prompt = prompt
        }
    }

    private let rows: [Row]
    private let back: ReturnPath?
    private let settings: StudySettings

    package init(rows: [Row], back: ReturnPath?, settings: StudySettings = StudySettings()) {
        self.rows = rows
        self.back = back
        self.settings = settings
    }

    package func render() -> [UInt8] {
        Document(
            title: "Generate",
            assets: .form(script: "js/drafts.js", [.close, .alert, .check, .sprout]),
            settings: settings
        ) {
            main(.class("sheet-page"), .id("main")) {
                SheetForm(
                    title: "Generate",
                    action: .cards(.drafts([], back: back)),
                    exit: back ?? ReturnPath(.cards(.list()))
                ) {
                    div(.class("drafts-head")) {
                        p(.id("progress"), .role("status")) {
                            "\(rows.count) cards, one at a time. Nothing is saved until you’ve reviewed it."
                        }
                        progress(.id("done-so-far"), .number("max", rows.count), .reserved, .hidden)
                        noscript { p(.class("note warning")) { "This needs JavaScript." } }
                    }
                    ul(.class("drafts")) { Each(rows) { row(of: $0) } }
                }
            }
            LeaveDialog()
            StatusRegion()
        }.render()
    }

    private func row(of row: Row) -> some HTML {
        li(.text("data-action", row.excuse == nil ? Route.generate(row.note).path : nil)) {
            label(.class("tick-line")) {
                input(
                    .type("checkbox"),
                    .fixed("name", "note"),
                    .text("value", row.note.description),
                    .present("disabled")
                )
                span(.dirAuto) { row.prompt }
            }
            Each(row.fields) { field in
                textarea(
                    .class("input"),
                    .text("name", "\(row.note)-\(field.id)"),
                    .text("data-field", "f-\(field.id)"),
                    .ariaLabel("\(field.name) of \(row.prompt)"),
                    .number("rows", 1),
                    .lang(field.language),
                    .dirAuto,
                    .hidden
                ) { "\n" }
            }
            input(.type("hidden"), .text("name", "\(row.note)-type"))
            p(.class("hint")) { row.excuse }
        }
    }
}
