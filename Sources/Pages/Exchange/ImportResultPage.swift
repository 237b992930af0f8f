import Languages
package import LibraryValues
package import Notes
import Recall

/// What an import did, and what to do next.
package struct ImportResultPage: Page {
    private let report: ImportReport
    private let change: Change?
    private let here: ReturnPath
    private let back: ReturnPath?
    private let settings: StudySettings

    /// - Parameters:
    ///   - change: The import as the history has it now; nil where nothing changed.
    ///   - here: The address of this page.
    ///   - back: The page from which the file was imported.
    package init(
        report: ImportReport,
        change: Change?,
        here: ReturnPath,
        back: ReturnPath?,
        settings: StudySettings
    ) {
        self.report = report
        self.change = change
        self.here = here
        self.back = back
        self.settings = settings
    }

    package func render() -> [UInt8] {
        Document(
            title: title,
            assets: .framed(style: "css/result.css", script: "js/dropping.js"),
            settings: settings
        ) {
            Shell(current: .cards) {
                header(.class("page-head")) { h1 { title } }
                if let change {
                    p(.dirAuto, .role("status")) {
                        change.isUndone ? "Undone: \(change.says)" : change.says
                    }
                }
                dl(.class("panel tallies")) {
                    tally("added", report.added)
                    tally("updated", report.updated)
                    tally("unchanged", report.same + report.leftAlone)
                    tally("refused", report.leftOutCount)
                }
                if !details.isEmpty {
                    ul(.class("muted small details")) { Each(details) { line in li { line } } }
                }
                actions
                refused
            }
            StatusRegion()
        }.render()
    }

    private var isUndone: Bool { change?.isUndone == true }

    private var title: Phrase {
        if isUndone { return "Import undone" }
        return change == nil ? "Nothing new to import" : "Import finished"
    }

    private func tally(_ name: Phrase, _ number: Int) -> some HTML {
        div {
            dt { name }
            dd { "\(number)" }
        }
    }

    /// What else came with the cards, or stayed.
    private var details: [Phrase] {
        var lines: [Phrase] = []
        if report.reviews > 0 { lines.append("\(report.reviews) answers") }
        if report.media > 0 { lines.append("\(report.media) pictures and sounds") }
        if !report.newDecks.isEmpty { lines.append("\(report.newDecks.count) new decks") }
        if let limits = report.limits {
            let (new, reviews) = (grouped(limits.new), grouped(limits.reviews))
            lines.append(
                "Daily limits for all decks, from the file: \(new) new, \(reviews) reviews"
            )
        }
        if report.conflicts > 0 {
            lines.append("\(report.conflicts) texts keep your changes.")
        }
        return lines
    }

    private var actions: some HTML {
        div(.class("result-actions")) {
            if change != nil, !isUndone {
                a(.class("btn btn-primary btn-big"), .href(study)) { "Study now" }
                if let search {
                    a(.class("btn"), .href(.cards(.list(query: search)))) { "View cards" }
                }
            }
            if let change {
                form(.method("post"), .action(.cards(change.isUndone ? .redo : .undo))) {
                    HiddenField("id", change.id.description)
                    HiddenField("back", here.path)
                    button(.class("btn"), .type("submit")) {
                        change.isUndone ? "Redo" : "Undo"
                    }
                }
            }
            a(.class("btn btn-quiet"), .href(back ?? ReturnPath(.cards(.decks())))) { "Done" }
        }
    }

    /// A review of the deck, or of several decks the page that offers each.
    private var study: Route {
        guard let deck = report.deck else { return .home }
        return .study(.review, Source(deck: deck.text))
    }

    private var search: String? {
        guard let deck = report.deck, let pattern = SearchPattern(text: deck.text) else {
            return nil
        }
        return SearchTerm.deck(pattern).description
    }

    @HTMLBuilder private var refused: some HTML {
        if report.leftOutCount > 0 {
            section(.aria("aria-labelledby", "refused")) {
                h2(.class("section-head"), .id("refused")) { "Not imported" }
                LeftOutList(lines: report.leftOut, count: report.leftOutCount)
            }
        }
    }
}

/// Why parts of a file are left out: the first lines, and how many more there are.
struct LeftOutList: HTML {
    let lines: [String]
    let count: Int

    func write(to page: inout HTMLWriter) {
        ul(.class("rows left-out")) {
            Each(lines) { line in li(.dirAuto) { line } }
            if count > lines.count { li { "… and \(count - lines.count) more." } }
        }.write(to: &page)
    }
}
