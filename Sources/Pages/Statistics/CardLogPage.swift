import Languages
package import LibraryValues
package import Notes
import Recall

/// The history of a card, and its forgetting curve into the future.
package struct CardLogPage: Page {
    private let log: CardLog
    private let settings: StudySettings

    package init(log: CardLog, settings: StudySettings = StudySettings()) {
        self.log = log
        self.settings = settings
    }

    package func render() -> [UInt8] {
        let assets = PageAssets.framed(style: "css/statistics.css", script: nil, [.back])
        return Document(title: Phrase(verbatim: log.prompt), assets: assets, settings: settings) {
            Shell(current: .cards) {
                header(.class("page-head card-log-head")) {
                    a(
                        .class("icon-btn"),
                        .href(.cards(.card(log.card.note, face: log.card.face))),
                        .ariaLabel("Back to the card")
                    ) { Icon.back.large }
                    h1(.dirAuto) { log.prompt }
                }
                div(.class("figures")) { FigureView(figure: figure, isWide: true) }
            }
            StatusRegion()
        }.render()
    }

    private var figure: Figure {
        let curve = ForgettingCurve(log: log)
        return Figure(
            name: "curve",
            title: "Forgetting curve",
            finding: finding(curve),
            table: FigureTable(
                rowTitle: "Day",
                columns: [
                    "Event", "Recall chance", "Next interval", "Stability", "Difficulty", "Time",
                ],
                rows: log.entries.reversed().map(row)
            ),
            drawing: curve.recall == nil ? .none : .curve(curve),
            explanation:
                "The probability that you’d recall the card, as the scheduler predicts it with your parameters. It falls after each review, more slowly each time. The dashed curve shows the future, and the dashed line your target."
        )
    }

    private func finding(_ curve: ForgettingCurve) -> Phrase {
        guard let recall = curve.recall, let due = curve.due else {
            return findingWithoutMemory
        }
        let now = percentage(recall)
        let aim = percentage(log.desiredRetention)
        let date = day(of: due, offset: log.offset).phrase
        return due > log.now
            ? "Your chance of recalling it is \(now)% today and falls to \(aim)% on \(date)."
            : "Your chance of recalling it is \(now)% today; it fell to \(aim)% on \(date)."
    }

    /// What left the card without a memory; practice changes nothing about it.
    private var findingWithoutMemory: Phrase {
        for entry in log.entries.reversed() {
            switch entry.kind {
            case .practice: continue
            case .redated:
                return "You set this card’s due date. Its curve begins with your next review."
            // After a review, only a state from a file makes a card new again, and no entry shows that.
            case .reset, .review: return "This card was reset and is new again."
            }
        }
        return "You haven’t reviewed this card yet."
    }

    private func row(_ entry: CardLog.Entry) -> FigureTable.Row {
        FigureTable.Row(
            label: day(of: entry.moment, offset: entry.offset).phrase,
            values: [
                .text(entry.kind.phrase),
                .text(
                    entry.recall.map { "\(percentage($0))%" } ?? Phrase(verbatim: "–")
                ),
                .text(
                    entry.interval.map { $0 == 0 ? "a step" : "\($0) days" }
                        ?? Phrase(verbatim: "–")
                ),
                .text(
                    entry.memory.map { "\(decimal($0.stability)) days" } ?? Phrase(verbatim: "–")
                ),
                .text(
                    entry.memory.map { "\(decimal($0.difficulty)) of 10" }
                        ?? Phrase(verbatim: "–")
                ),
                .text(
                    entry.duration.map { "\(decimal(Double($0) / 1_000)) s" }
                        ?? Phrase(verbatim: "–")
                ),
            ]
        )
    }

    private func day(of moment: Moment, offset: Int) -> StatisticsDay {
        let boundary = settings.rules.boundary
        return StatisticsDay(number: boundary.day(of: moment.milliseconds, offset: offset))
    }

    private func decimal(_ number: Double) -> String {
        InterfaceLanguage.current.decimal(tenths: Int((min(number, 100_000) * 10).rounded()))
    }
}

extension CardLog.Entry.Kind {
    fileprivate var phrase: Phrase {
        switch self {
        case .review(let grade): grade.button
        case .practice(let grade): "\(grade.button), practice"
        case .reset: "Progress reset"
        case .redated: "Due date set"
        }
    }
}

extension Grade {
    fileprivate var button: Phrase {
        switch self {
        case .again: "Again"
        case .hard: "Hard"
        case .good: "Good"
        case .easy: "Easy"
        }
    }
}
