import Languages
package import LibraryValues
package import Notes
import Recall

/// How well the scheduler knows a learner, or how a deck is remembered, and the button that fits it.
package struct SchedulerPage: Page {
    private let overview: SchedulerOverview
    private let progress: SchedulerProgress?
    private let settings: StudySettings
    private let offset: Int

    /// - Parameters:
    ///   - progress: Of the fit that runs now, if there is one.
    ///   - offset: How many minutes the learner's clock is ahead of UTC.
    package init(
        overview: SchedulerOverview,
        progress: SchedulerProgress?,
        settings: StudySettings = StudySettings(),
        offset: Int = 0
    ) {
        self.overview = overview
        self.progress = progress
        self.settings = settings
        self.offset = offset
    }

    private var deck: Deck? { overview.deck }
    private var here: Route { .scheduler(deck: deck?.id) }
    /// Whether the fit that runs now is that of this page.
    private var isRunning: Bool { progress != nil && progress?.deck == deck?.id }

    package func render() -> [UInt8] {
        let assets = PageAssets.framed(
            style: "css/statistics.css",
            script: "js/scheduler.js",
            [.back]
        )
        return Document(title: "Scheduler", assets: assets, settings: settings) {
            Shell(current: .statistics) {
                header(.class("page-head card-log-head")) {
                    a(.class("icon-btn"), .href(back), .ariaLabel(backTitle)) { Icon.back.large }
                    h1(.dirAuto) { title }
                }
                p(.class("todays-sentence")) {
                    "The scheduler predicts when you are about to forget a card. It learns that from your reviews."
                }
                div(.class("figures")) {
                    div(.class("figure-column")) {
                        fit
                        if let calibration { FigureView(figure: calibration) } else { rest }
                    }
                    div(.class("figure-column")) {
                        if calibration != nil { rest }
                        cost
                    }
                }
            }
            StatusRegion()
        }.render()
    }

    /// Nil while nothing was predicted.
    private var calibration: Figure? {
        overview.report.flatMap { $0.total == nil ? nil : .calibration($0) }
    }

    /// In the column that is shorter without it.
    @HTMLBuilder private var rest: some HTML {
        if deck == nil { automatic } else { share }
        if deck == nil, !overview.others.isEmpty { others }
    }

    private var title: Phrase {
        deck.map { "Scheduler of \(deckTitle($0.name.text))" } ?? "Scheduler"
    }

    private var back: Route {
        deck.map { .cards(.deck($0.id)) } ?? .statistics()
    }

    private var backTitle: Phrase { deck == nil ? "Back to the statistics" : "Back to the deck" }

    // MARK: - The fit

    private var fit: some HTML {
        section(.class("panel figure scheduler-fit"), .fixed("aria-labelledby", "fit-title")) {
            h2(.id("fit-title")) { "Fit to your reviews" }
            div(.id("fit-result"), .tabindex(-1)) { Each(sentences) { sentence in p { sentence } } }
            if isRunning, let progress {
                div(.class("fit-actions")) {
                    Pages.progress(
                        .id("fit-bar"),
                        .fixed("max", "1"),
                        .text("value", "\(progress.share)"),
                        .ariaLabel("Fitting…")
                    )
                    action("stop", "Stop")
                    noscript { a(.class("btn"), .href(here)) { "Refresh" } }
                }
            } else if progress != nil {
                p(.class("muted")) { "Another fit is running. Try again when it is done." }
            } else {
                div(.class("fit-actions")) {
                    if overview.reviews > 0 {
                        action("fit", fitTitle, class: "btn btn-primary")
                    }
                    if let change = overview.change { undo(change) }
                }
            }
        }
    }

    private var fitTitle: Phrase {
        deck != nil && !overview.hasOwnParameters ? "Fit this deck on its own" : "Fit now"
    }

    private var sentences: [Phrase] {
        guard overview.reviews > 0 else {
            return ["There are no reviews yet. Come back after some days of study."]
        }
        guard let report = overview.report else {
            return [
                reviewsBeforeAFit,
                "Fitting takes a few seconds. You can keep studying, and due dates you’ve already seen don’t change.",
            ]
        }
        let new = overview.reviews - report.reviewsThen
        var sentences: [Phrase] = [
            "Fitted on \(day(of: report.moment)) to \(report.reviews) reviews.",
            result(of: report),
        ]
        if new > 0 { sentences.append("There are \(new) new reviews since then.") }
        return sentences
    }

    /// How many reviews there are, and what the scheduler uses while it was never fitted to them here.
    private var reviewsBeforeAFit: Phrase {
        if overview.hasOwnParameters {
            return
                "There are \(overview.reviews) reviews. The scheduler uses parameters that were imported or synced."
        }
        return deck == nil
            ? "You have \(overview.reviews) reviews. So far the scheduler uses defaults that suit most learners."
            : "This deck has \(overview.reviews) reviews. It is scheduled with what was learned from all of your cards."
    }

    private func result(of report: SchedulerReport) -> Phrase {
        if overview.change?.isUndone == true {
            return "The fit was undone: the parameters from before are in use again."
        }
        guard report.total != nil else {
            return "None of them came after a day or more, so there is nothing to learn from yet."
        }
        guard report.isImprovement else {
            return "The parameters in use were already as good, so nothing was changed."
        }
        let tenths = Int((report.errorReduction * 1_000).rounded())
        guard tenths > 0 else { return "Its predictions are slightly better than before." }
        return
            "Its predictions are \(InterfaceLanguage.current.decimal(tenths: tenths))% less wrong than before."
    }

    private func day(of moment: Moment) -> Phrase {
        let boundary = settings.rules.boundary
        return StatisticsDay(number: boundary.day(of: moment.milliseconds, offset: offset)).phrase
    }

    private func undo(_ change: Change) -> some HTML {
        form(.method("post"), .action(.cards(change.isUndone ? .redo : .undo))) {
            HiddenField("id", change.id.description)
            HiddenField("back", ReturnPath(here).path)
            button(.class("btn"), .type("submit")) { change.isUndone ? "Redo" : "Undo" }
        }
    }

    private func action(
        _ name: String,
        _ title: Phrase,
        class style: StaticString = "btn"
    ) -> some HTML {
        form(.method("post"), .action(here)) {
            HiddenField("do", name)
            button(.class(style), .type("submit")) { title }
        }
    }

    // MARK: - The cost of a target

    private var target: Int { percentage(overview.desiredRetention) }

    /// Filled by the script, which shows it.
    private var cost: some HTML {
        section(
            .class("panel figure"),
            .id("cost"),
            .fixed("aria-labelledby", "cost-title"),
            .text("data-outlook", Route.outlook(deck: deck?.id).path),
            .text("data-targets", targets.map(String.init).joined(separator: " ")),
            .hidden
        ) {
            h2(.id("cost-title")) { "What each target costs" }
            p(.class("finding")) {
                overview.reviews > 0
                    ? "Your target is \(target)%. A year of study is simulated with your own habits."
                    : "Your target is \(target)%. A year of study is simulated with the habits of a typical learner."
            }
            div(
                .class("figure-table only"),
                .role("region"),
                .tabindex(0),
                .ariaLabel("Table: \("What each target costs" as Phrase)")
            ) {
                table {
                    thead {
                        tr {
                            Each(costColumns) { column in th(.fixed("scope", "col")) { column } }
                        }
                    }
                    tbody {
                        Each(targets) { percent in
                            tr(
                                .text("id", "cost-\(percent)"),
                                .text("aria-current", percent == target ? "true" : nil)
                            ) {
                                th(.fixed("scope", "row")) { "\(percent)%" }
                                td(.class("minutes")) { Phrase(verbatim: "…") }
                                td(.class("reviews")) { Phrase(verbatim: "…") }
                                td(.class("remembered")) { Phrase(verbatim: "…") }
                            }
                        }
                    }
                }
            }
            p(.class("muted small")) {
                deck == nil
                    ? "You set the target in the settings, or for a deck in its options."
                    : "You set the target in the deck’s options."
            }
        }
    }

    /// Those that are compared, with the one that is set.
    private var targets: [Int] { Set([70, 75, 80, 85, 88, 90, 92, 94, 96, 98, target]).sorted() }

    private var costColumns: [Phrase] {
        ["Target", "Minutes per day", "Reviews per day", "Remembered after a year"]
    }

    // MARK: - The rest

    private var automatic: some HTML {
        section(.class("panel figure"), .fixed("aria-labelledby", "automatic-title")) {
            h2(.id("automatic-title")) { "Automatic fits" }
            p {
                settings.fitsAutomatically
                    ? "After a session, once there are enough new reviews, the scheduler is fitted automatically. The activity log lists each fit, and you can undo it there."
                    : "Automatic fits are off. The scheduler changes only when you fit it here."
            }
            form(.method("post"), .action(here)) {
                HiddenField("do", "automatic")
                HiddenField("on", settings.fitsAutomatically ? "off" : "on")
                button(.class("btn"), .type("submit")) {
                    settings.fitsAutomatically ? "Turn off" : "Turn on"
                }
            }
        }
    }

    private var share: some HTML {
        section(.class("panel figure"), .fixed("aria-labelledby", "share-title")) {
            h2(.id("share-title")) { "Parameters" }
            if overview.hasOwnParameters {
                p { "This deck and the decks inside it have parameters of their own." }
                action("share", "Use the library’s parameters")
            } else if let inherited = overview.inherited {
                p(.dirAuto) {
                    "This deck uses the parameters of \(deckTitle(inherited.name.text))."
                }
            } else {
                p {
                    "This deck uses the library’s parameters. A deck needs its own only if you remember it very differently, such as music or law beside a language."
                }
            }
        }
    }

    private var others: some HTML {
        section(.class("panel figure"), .fixed("aria-labelledby", "others-title")) {
            h2(.id("others-title")) { "Decks with parameters of their own" }
            ul(.class("plain")) {
                Each(overview.others) { deck in
                    li {
                        a(.href(.scheduler(deck: deck.id)), .dirAuto) { deckTitle(deck.name.text) }
                    }
                }
            }
        }
    }
}

extension Figure {
    fileprivate static func calibration(_ report: SchedulerReport) -> Figure {
        let total = report.total ?? SchedulerReport.Bin(predicted: 0, recalled: 0, of: 0)
        let predicted = Int((total.predicted * 100).rounded())
        return Figure(
            name: "calibration",
            title: "How well the scheduler knows you",
            finding:
                "It predicted that you would recall \(predicted)%; you recalled \(percentage(total.recalled, of: total.of))% of \(grouped(total.of)).",
            table: FigureTable(
                rowTitle: "Predicted",
                columns: ["Recalled", "95% interval"],
                rows: report.calibration.map { bin in
                    let retention = Statistics.Retention(recalled: bin.recalled, of: bin.of)
                    return FigureTable.Row(
                        label: "\(Int((bin.predicted * 100).rounded()))%",
                        values: [.retention(retention), .interval(retention)]
                    )
                }
            ),
            drawing: .calibration(report.calibration),
            explanation:
                "Reviews with similar predictions are counted together. On the diagonal, predictions are right; below it you forget more than predicted, above it less. Reviews on the same day as the one before are not predicted."
        )
    }
}
