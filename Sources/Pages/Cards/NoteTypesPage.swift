import Languages
package import LibraryValues
package import Notes

/// All note types, with links to change or copy one.
package struct NoteTypesPage: Page {
    private let types: [ListedNoteType]
    private let done: Change?
    private let settings: StudySettings

    /// - Parameter types: In the order in which a form offers them.
    package init(types: [ListedNoteType], done: Change?, settings: StudySettings) {
        self.types = types
        self.done = done
        self.settings = settings
    }

    package func render() -> [UInt8] {
        Document(title: "Card types", assets: .list([.back]), settings: settings) {
            Shell(current: .cards) {
                header(.class("page-head")) {
                    BackLink(.cards(.list()))
                    h1 { "Card types" }
                }
                p(.class("muted")) {
                    "A card type defines which fields its cards have, and what each one asks and answers."
                }
                ul(.class("rows")) { Each(types) { row($0) } }
                UndoNotice(change: done, back: here)
            }
            StatusRegion()
        }.render()
    }

    private var here: ReturnPath { ReturnPath(.cards(.types())) }

    private func name(_ listed: ListedNoteType) -> Phrase {
        listed.type.localizedName(among: types.map(\.type))
    }

    private func row(_ listed: ListedNoteType) -> some HTML {
        li(.class("change-row type-row")) {
            span {
                span(.class("says"), .dirAuto) { name(listed) }
                small(.class("muted")) {
                    listed.type.cards == .languages
                        ? "\(listed.notes) cards"
                        : "\(listed.notes) cards · \(fields(listed.type))"
                }
            }
            span(.class("row-actions")) {
                if listed.type.cards != .languages, listed.type.cards != .place {
                    a(
                        .class("btn btn-small"),
                        .href(.cards(.newType(from: listed.type.id, back: here))),
                        .ariaLabel("Create a copy of \(name(listed))")
                    ) { "Copy" }
                }
                a(
                    .class("btn btn-small"),
                    .href(.cards(.type(listed.type.id, back: here))),
                    .ariaLabel("Edit \(name(listed))")
                ) { "Edit" }
            }
        }
    }

    private func fields(_ type: NoteType) -> Phrase {
        let names = type.fields.map { type.localizedName(of: $0).description }
        return Phrase(verbatim: names.joined(separator: ", "))
    }
}
