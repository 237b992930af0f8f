import Languages
public import Library
public import Notes

/// All notes, or those that a query finds, a stretch at a time.
public struct ListPage: Page {
    private let list: NoteList
    private let query: String
    private let sort: NoteList.Sort
    private let after: NoteID?
    private let isSelecting: Bool
    private let decks: [Deck]
    private let tags: [TagName]
    private let done: Change?
    private let settings: StudySettings

    /// - Parameters:
    ///   - list: The stretch to show.
    ///   - query: What was looked for.
    ///   - sort: In which order.
    ///   - after: The note after which the stretch begins.
    ///   - isSelecting: Whether rows are there to be ticked.
    ///   - decks: Where what is ticked can be moved.
    ///   - tags: Those that notes have.
    ///   - done: What was just done.
    ///   - settings: What the learner has settled about pages.
    public init(
        list: NoteList,
        query: String,
        sort: NoteList.Sort = .newest,
        after: NoteID?,
        isSelecting: Bool = false,
        decks: [Deck] = [],
        tags: [TagName] = [],
        done: Change?,
        settings: StudySettings
    ) {
        self.list = list
        self.query = query
        self.sort = sort
        self.after = after
        self.isSelecting = isSelecting
        self.decks = decks
        self.tags = tags
        self.done = done
        self.settings = settings
    }

    /// The page in UTF-8.
    public func render() -> [UInt8] {
        Document(title: "Cards", parts: .list, settings: settings) {
            Shell(current: .cards) {
                header(.class("page-head")) {
                    h1 { "Cards" }
                    a(
                        .class("btn btn-primary"),
                        .href(.cards(.newNote(back: here))),
                        .id("add")
                    ) {
                        Icon.plus.small
                        "Add"
                    }
                }
                SearchForm(query: query, sort: sort)
                div(.class("list-tools")) {
                    FilterChips(query: query, sort: sort, decks: decks, tags: tags)
                    ways
                }
                // Everything that another query changes.
                div(.id("found"), .text("data-selecting", isSelecting ? "on" : nil)) {
                    SearchMistakes(query: query, mistakes: list.mistakes)
                    div(.class("count-line muted small")) {
                        p(.id("count")) { count }
                        if !list.notes.isEmpty, !isSelecting {
                            span(.class("page-ways")) {
                                export
                                select
                            }
                        }
                    }
                    if list.notes.isEmpty { empty } else { rows }
                }
                SelectionBar(
                    query: query,
                    all: all,
                    decks: decks,
                    tags: tags,
                    list: here,
                    isOpen: isSelecting
                )
                DoneNote(change: done, back: here)
            }
            dialog(.class("card-dialog"), .id("sheet"), .ariaLabel("Card"))
            CardTemplate()
            Status()
        }.render()
    }

    private var here: Back { Back(.cards(.list(query: query, sort: sort, after: after))) }

    private var count: Phrase {
        switch (query.isEmpty, list.isTotalExact) {
        case (true, true): "\(list.total) cards"
        case (true, false): "More than \(list.total) cards"
        case (false, true): "\(list.total) cards found"
        case (false, false): "More than \(list.total) cards found"
        }
    }

    /// What ticks all of them at once.
    private var all: Phrase {
        switch (query.isEmpty, list.isTotalExact) {
        case (true, true): "All \(list.total) cards"
        case (true, false): "All more than \(list.total) cards"
        case (false, true): "All \(list.total) cards found"
        case (false, false): "All more than \(list.total) cards found"
        }
    }

    private var export: some HTML {
        a(
            .class("btn btn-small"),
            .href(
                .exportFile(ExportWish(search: query.isEmpty ? nil : query), back: here)
            )
        ) { "Export" }
    }

    private var select: some HTML {
        a(
            .class("btn btn-small"),
            .id("select"),
            .href(.cards(.list(query: query, sort: sort, after: after, isSelecting: true)))
        ) { "Select" }
    }

    @HTMLBuilder private var rows: some HTML {
        ul(
            .class("rows list"),
            .id("rows"),
            .number("data-total", list.total),
            .present("data-more", if: !list.isTotalExact)
        ) {
            Each(list.notes) { NoteRow(note: $0, back: here) }
        }
        if let next = list.next {
            a(
                .class("btn btn-wide"),
                .id("more"),
                .href(.cards(.list(query: query, sort: sort, after: next)))
            ) { "Show more" }
        }
    }

    private var empty: some HTML {
        div(.class("empty")) {
            Logo("plain-art")
            h2 { query.isEmpty ? "No cards yet" : "Nothing found" }
            p(.class("muted")) {
                query.isEmpty
                    ? "Add your first one: a word, a question, anything worth keeping."
                    : "No card holds “\(query)”."
            }
        }
    }

    private var ways: some HTML {
        p(.class("list-ways")) {
            a(.href(.cards(.decks()))) { "Decks" }
            a(.href(.cards(.tags()))) { "Tags" }
            a(.href(.cards(.types()))) { "Kinds" }
            a(.href(.cards(.history()))) { "History" }
            a(.href(.cards(.bin()))) { "Bin" }
        }
    }
}

extension Parts {
    fileprivate static let list = Parts(
        style: "css/list.css",
        script: "js/list.js",
        icons: Destination.allCases.map(\.icon) + [
            .plus, .search, .more, .edit, .trash, .alert, .close, .arrow, .tag, .pause, .again,
            .fold, .check, .back, .next, .turn, .speaker, .sprout, .play, .picture, .sort, .info,
        ]
    )
}

/// One note: what it asks and answers, its word type, and a menu of what can be done with it.
struct NoteRow: HTML {
    let note: ListedNote
    let back: Back

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
                    span(.class("deck-name"), .dirAuto) { note.deck }
                }
                menu
            }
        }.write(to: &page)
    }

    private var edit: Route { .cards(.note(note.id, back: back)) }

    private var prompt: String {
        note.prompt.words.isEmpty ? say("(nothing is asked)") : note.prompt.words
    }

    private var menu: some HTML {
        details(.class("row-menu")) {
            summary(.class("icon-btn"), .ariaLabel("Actions for \(prompt)")) { Icon.more.large }
            div(.class("menu")) {
                a(.href(edit)) {
                    Icon.edit.small
                    "Edit"
                }
                form(.method("post"), .action(edit)) {
                    button(.type("submit"), .fixed("name", "do"), .fixed("value", "delete")) {
                        Icon.trash.small
                        "Delete"
                    }
                }
            }
        }
    }
}

/// A small picture of what a note shows, or a sign that it sounds.
private struct MediaMark: HTML {
    let note: ListedNote

    func write(to page: inout HTMLWriter) {
        let media = note.prompt.media + note.answer.media
        if let picture = media.first(where: { $0.reference.kind == .picture }) {
            // What it shows is said beside it where nothing else is.
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
