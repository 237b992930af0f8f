import Languages
package import LibraryValues
package import Notes

/// A part of the list of all notes, or of those that match a query.
package struct ListPage: Page {
    package enum Extent: Sendable {
        /// The page.
        case whole
        /// What another query changes, for a script that has the page already: the rows and the links.
        case rows
        /// The same with the filters but without rows.
        case count
    }

    private let extent: Extent
    private let list: NoteList
    private let query: String
    private let sort: NoteSort
    private let after: NoteID?
    private let isSelecting: Bool
    private let decks: [Deck]
    private let tags: [TagName]
    private let done: Change?
    private let settings: StudySettings

    /// - Parameters:
    ///   - list: The part of the list to show.
    ///   - after: The note after which that part begins.
    ///   - isSelecting: Whether rows have checkboxes.
    ///   - decks: The decks to filter by, and to which selected notes can be moved.
    ///   - tags: The tags to filter by.
    package init(
        _ extent: Extent = .whole,
        list: NoteList,
        query: String,
        sort: NoteSort = .newest,
        after: NoteID?,
        isSelecting: Bool = false,
        decks: [Deck] = [],
        tags: [TagName] = [],
        done: Change?,
        settings: StudySettings
    ) {
        self.extent = extent
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

    package func render() -> [UInt8] { extent == .whole ? document : part }

    private var document: [UInt8] {
        let icons: [Icon] = [
            .plus, .search, .more, .edit, .trash, .alert, .close, .arrow, .tag, .pause, .again,
            .fold, .check, .back, .next, .turn, .speaker, .sprout, .play, .picture, .sort, .info,
        ]
        let assets = PageAssets.list(script: "js/list.js", icons)
        return Document(title: "Cards", assets: assets, settings: settings) {
            Shell(current: .cards) {
                header(.class("page-head")) {
                    h1 { "Cards" }
                    add
                }
                SearchForm(query: query, sort: sort)
                div(.class("list-tools")) {
                    filters
                    links
                }
                found
                SelectionBar(
                    query: query,
                    all: all,
                    count: list.isTotalExact ? list.total : nil,
                    decks: decks,
                    tags: tags,
                    list: here,
                    isOpen: isSelecting
                )
                UndoNotice(change: done, back: here)
            }
            dialog(.class("card-dialog"), .id("sheet"), .ariaLabel("Card"))
            CardTemplate()
            template(.id("row-actions")) { NoteMenu(edit: nil) }
            StatusRegion()
        }.render()
    }

    /// The parts that a script replaces in the page.
    private var part: [UInt8] {
        var page = HTMLWriter()
        page.markup("<!doctype html>")
        body {
            add
            if extent == .count { filters }
            found
            form(.id("selection"), .action(.cards(.selection(back: here)))) {
                HiddenField("query", query)
                span(.id("all-words")) { all }
                SelectionBar.replace(list: here)
            }
        }.write(to: &page)
        return page.bytes
    }

    private var add: some HTML {
        a(.class("btn btn-primary"), .href(.cards(.newNote(back: here))), .id("add")) {
            Icon.plus.small
            "Add"
        }
    }

    private var filters: some HTML {
        FilterChips(query: query, sort: sort, decks: decks, tags: tags)
    }

    /// Everything that another query changes.
    private var found: some HTML {
        div(.id("found"), .text("data-selecting", isSelecting ? "on" : nil)) {
            SearchMistakes(query: query, mistakes: list.mistakes)
            div(.class("count-line muted small")) {
                p(.id("count")) { count }
                if !list.notes.isEmpty, !isSelecting {
                    span(.class("page-actions")) {
                        export
                        select
                    }
                }
            }
            if list.notes.isEmpty { empty } else { rows }
        }
    }

    private var here: ReturnPath {
        ReturnPath(.cards(.list(query: query, sort: sort, after: after)))
    }

    private var count: Phrase {
        switch (query.isEmpty, list.isTotalExact) {
        case (true, true): "\(list.total) cards"
        case (true, false): "More than \(list.total) cards"
        case (false, true): "\(list.total) cards found"
        case (false, false): "More than \(list.total) cards found"
        }
    }

    /// The label of the checkbox that selects all of them.
    private var all: Phrase {
        switch (query.isEmpty, list.isTotalExact) {
        case (true, true): "All \(list.total) cards"
        case (true, false): "All cards (more than \(list.total))"
        case (false, true): "All \(list.total) cards found"
        case (false, false): "All cards found (more than \(list.total))"
        }
    }

    private var export: some HTML {
        a(
            .class("btn btn-small"),
            .href(.exportFile(ExportRequest(search: query.isEmpty ? nil : query), back: here))
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
            if extent != .count {
                Each(list.notes) { NoteListRow(note: $0, back: here, hasMenu: extent == .whole) }
            }
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
                    ? "Add your first one: a word, a question, anything you want to remember."
                    : "No cards match “\(query)”."
            }
        }
    }

    private var links: some HTML {
        p(.class("list-actions")) {
            a(.href(.importFile(back: here))) { "Import" }
            a(.href(.cards(.decks()))) { "Decks" }
            a(.href(.cards(.tags()))) { "Tags" }
            a(.href(.cards(.types()))) { "Card types" }
            a(.href(.cards(.history()))) { "History" }
            a(.href(.cards(.bin()))) { "Bin" }
        }
    }
}
