import Languages
import LibraryValues
import Notes

/// One note of the list: its question and answer, its word type, and a menu of actions.
struct NoteListRow: HTML {
    let note: ListedNote
    let back: ReturnPath
    /// Whether the row contains its menu; the page's script adds the menu to rows that it fetches, when it is opened.
    var hasMenu = true

    func write(to page: inout HTMLWriter) {
        li(.class("swipe"), .text("data-note", note.id.description)) {
            div(.class("card-row")) {
                label(.class("pick")) {
                    input(
                        .type("checkbox"),
                        .fixed("name", "note"),
                        .text("value", note.id.description),
                        .fixed("form", "selection"),
                        .ariaLabel("Select \(prompt)"),
                        .fixed("autocomplete", "off")
                    )
                }
                a(.class("open-card"), .href(.cards(.card(note.id, back: back)))) {
                    MediaMark(note: note)
                    span(.class("p"), .lang(note.prompt.language), .dirAuto) {
                        SideText(side: note.prompt, words: prompt)
                    }
                    span(.class("a"), .lang(note.answer.language), .dirAuto) {
                        SideText(side: note.answer)
                    }
                }
                span(.class("badge-cell")) {
                    if let type = note.wordType { Badge(type: type) }
                    span(.class("deck-name"), .dirAuto) { deckTitle(note.deck) }
                }
                menu
            }
        }.write(to: &page)
    }

    private var prompt: String {
        note.prompt.words.isEmpty ? say("(no question)") : note.prompt.words
    }

    private var menu: some HTML {
        details(.class("row-menu")) {
            summary(.class("icon-btn"), .ariaLabel("Actions for \(prompt)")) { Icon.more.large }
            if hasMenu { NoteMenu(edit: .cards(.note(note.id, back: back))) }
        }
    }
}

struct NoteMenu: HTML {
    /// Where the note is edited and deleted; nil in a template, where the page's script sets it.
    let edit: Route?

    func write(to page: inout HTMLWriter) {
        div(.class("menu")) {
            a(.text("href", edit?.path)) {
                Icon.edit.small
                "Edit"
            }
            form(.method("post"), .text("action", edit?.path)) {
                button(.type("submit"), .fixed("name", "do"), .fixed("value", "delete")) {
                    Icon.trash.small
                    "Delete"
                }
            }
        }.write(to: &page)
    }
}

/// A thumbnail of a note's first picture, or else an icon if it has sounds.
private struct MediaMark: HTML {
    let note: ListedNote

    func write(to page: inout HTMLWriter) {
        let media = note.prompt.media + note.answer.media
        if let picture = media.first(where: { $0.reference.kind == .picture }) {
            // No alternative text: a side without words shows the caption beside the thumbnail.
            img(
                .class("thumb"),
                .src(.media(picture.hash)),
                .fixed("alt", ""),
                .fixed("loading", "lazy"),
                .fixed("decoding", "async"),
                .fixed("draggable", "false")
            ).write(to: &page)
        } else if !media.isEmpty {
            span(.class("thumb")) {
                Icon.speaker.small
                span(.class("vh")) { "With sound: " }
            }.write(to: &page)
        }
    }
}
