package import Languages
package import Notes

/// What is looked up for several notes, one after the other; nothing is saved before the learner has read it.
package struct DraftsPage: Page {
    /// How many notes can be looked up on one page.
    package static let mostNotes = 100

    /// A note, and what could be written into it.
    package struct Row: Sendable {
        /// The note.
        package var note: NoteID
        /// What it is called by.
        package var prompt: String
        /// The empty fields that could be filled in.
        package var fields: [NoteType.Field]
        /// Why nothing is looked up for it; nil where something is.
        package var excuse: Phrase?

        /// Puts a row together.
        package init(
            note: NoteID,
            prompt: String,
            fields: [NoteType.Field] = [],
            excuse: Phrase? = nil
        ) {
            self.note = note
            self.prompt = prompt
            self.fields = fields
            self.excuse = excuse
        }
    }

    private let rows: [Row]
    private let back: Back?
    private let settings: StudySettings

    /// - Parameters:
    ///   - rows: The notes in their order.
    ///   - back: Where it leads when it is done or given up.
    ///   - settings: What the learner has settled about pages.
    package init(rows: [Row], back: Back?, settings: StudySettings = StudySettings()) {
        self.rows = rows
        self.back = back
        self.settings = settings
    }

    /// The page in UTF-8.
    package func render() -> [UInt8] {
        Document(title: "Generate", parts: .drafts, settings: settings) {
            main(.class("sheet-page"), .id("main")) {
                SheetForm(
                    title: "Generate",
                    action: .cards(.drafts([], back: back)),
                    leave: leave,
                    saves: "Save",
                    isUnsaved: false
                ) {
                    div(.class("drafts-head")) {
                        p(.id("progress"), .role("status")) {
                            "\(rows.count) cards, one after the other. Nothing is saved before you have read it."
                        }
                        progress(.id("done-so-far"), .number("max", rows.count), .hidden)
                        noscript { p(.class("note warning")) { "This needs JavaScript." } }
                    }
                    ul(.class("drafts")) { Each(rows) { row(of: $0) } }
                } aside: {
                    CancelLink(leave: leave)
                }
            }
            LeaveDialog()
            Status()
        }.render()
    }

    private var leave: Back { back ?? Back(.cards(.list())) }

    private func row(of row: Row) -> some HTML {
        li(
            .text(
                "data-action",
                row.excuse == nil ? Route.generate(row.note).path : nil
            )
        ) {
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

extension Parts {
    fileprivate static let drafts = Parts(
        style: "css/form.css",
        script: "js/drafts.js",
        icons: [.close, .alert, .check, .sprout]
    )
}
