import Languages
import LibraryValues

/// How much is recalled: altogether, over time, by the hour, and in each direction.
extension StatisticsFigures {
    var retention: Figure {
        let retention = statistics.retention
        let aim = percentage(statistics.desiredRetention)
        let finding: Phrase =
            switch retention.of {
            case 0:
                "No card with an interval of a day or more was reviewed in this period. Your target is \(aim)%."
            case ..<Statistics.Retention.enough:
                "You recalled \(retention.phrase). Your target is \(aim)%."
            default:
                "You recalled \(percent(retention.recalled, of: retention.of)) of \(grouped(retention.of)) reviews. Your target is \(aim)%."
            }
        return Figure(
            name: "retention",
            title: "True retention",
            finding: finding,
            table: FigureTable(
                rowTitle: "Period",
                // What a narrow screen shows without scrolling comes first.
                columns: ["Total", "95% interval", "Young", "Mature"],
                rows: statistics.retentionByPeriod.map { period in
                    FigureTable.Row(
                        label: period.period.phrase,
                        values: [
                            .retention(period.young + period.mature),
                            .interval(period.young + period.mature),
                            .retention(period.young), .retention(period.mature),
                        ]
                    )
                }
            ),
            drawing: .retention(0, aim: aim),
            explanation:
                "The first review of a card in a day, after an interval of a day or more. Recalled means any grade but Again. Young cards had an interval of less than 21 days. Practice and learning steps don’t count. The line shows the range that contains the true value in 95 of 100 cases."
        )
    }

    /// From week to week, month to month or year to year, beginning with the first one with reviews; nil where fewer than two have
    /// enough for a percentage.
    var retentionOverTime: Figure? {
        let spans = StatisticsSpans(
            of: range,
            statistics.range,
            days: statistics.days,
            isCoarse: true
        )
        let rows = spans.rows { days in
            let retention = days.reduce(Statistics.Retention()) { $0 + $1.retention }
            return [.retention(retention), .interval(retention)]
        }.drop { $0.values[0].amount == 0 }
        let periods = rows.compactMap { row -> Statistics.Retention? in
            guard case .retention(let retention) = row.values[0],
                retention.of >= Statistics.Retention.enough
            else { return nil }
            return retention
        }.sorted { $0.share < $1.share }
        guard periods.count > 1, let worst = periods.first, let best = periods.last else {
            return nil
        }
        let (least, most) = (
            percent(worst.recalled, of: worst.of), percent(best.recalled, of: best.of)
        )
        return Figure(
            name: "retention-over-time",
            title: "Retention over time",
            finding: least == most
                ? "Your retention stayed at \(most)."
                : "Your retention ranged from \(least) to \(most).",
            table: FigureTable(
                rowTitle: spans.title,
                columns: ["Recalled", "95% interval"],
                rows: Array(rows)
            ),
            drawing: .retention(0, aim: percentage(statistics.desiredRetention)),
            explanation:
                "The same reviews as true retention, by when you answered. The line shows the range that contains the true value in 95 of 100 cases."
        )
    }

    var hours: Figure? {
        guard !statistics.hours.isEmpty else { return nil }
        let byHour = Dictionary(uniqueKeysWithValues: statistics.hours.map { ($0.hour, $0) })
        let busiest = statistics.hours.max { $0.reviews < $1.reviews }
        let most: Phrase = "You review most around \(busiest?.hour ?? 0):00."
        return Figure(
            name: "hours",
            title: "Time of day",
            finding: comparisonOfHours.map { "\(most) \($0)" } ?? most,
            table: FigureTable(
                rowTitle: "Hour",
                columns: ["Reviews", "Recalled"],
                rows: (0..<24).map { hour in
                    let sums = byHour[hour] ?? Statistics.Hour(hour: hour)
                    return FigureTable.Row(
                        label: Phrase(verbatim: "\(hour):00"),
                        values: [.count(sums.reviews), .retention(sums.retention)]
                    )
                }
            ),
            drawing: .columns([0]),
            explanation:
                "The hour on your clock when you answered. Recalled counts the same reviews as true retention."
        )
    }

    /// Whether the learner recalls more at some hours than chance explains; nil where there are too few reviews to say.
    private var comparisonOfHours: Phrase? {
        let all = stride(from: 0, to: 24, by: 4).map {
            first -> (first: Int, retention: Statistics.Retention) in
            let hours = statistics.hours.filter { (first..<first + 4).contains($0.hour) }
            let retention = hours.reduce(Statistics.Retention()) { $0 + $1.retention }
            return (first, retention)
        }
        let parts = all.filter { $0.retention.of >= Statistics.Retention.enough }
            .sorted { $0.retention.share < $1.retention.share }
        guard parts.count > 1, let worst = parts.first, let best = parts.last else { return nil }
        guard worst.retention.wilson.high < best.retention.wilson.low else {
            return "Your recall doesn’t clearly depend on the time of day."
        }
        let (most, least) = (
            percentage(best.retention.share), percentage(worst.retention.share)
        )
        return
            "You recalled \(most)% from \(best.first):00 to \(best.first + 4):00, and \(least)% from \(worst.first):00 to \(worst.first + 4):00."
    }

    var directions: Figure? {
        let languages = statistics.languages.filter { $0.recognising.of + $0.producing.of > 0 }
        guard !languages.isEmpty else { return nil }
        let both = languages.filter { $0.recognising.of > 0 && $0.producing.of > 0 }.max {
            $0.recognising.of + $0.producing.of < $1.recognising.of + $1.producing.of
        }
        let finding: Phrase =
            if let both, let name = both.name {
                "\(name): you recognised \(both.recognising.phrase) and produced \(both.producing.phrase)."
            } else {
                "No language was reviewed in both directions."
            }
        return Figure(
            name: "directions",
            title: "Recognising and producing",
            finding: finding,
            table: FigureTable(
                rowTitle: "Language",
                columns: ["Recalled", "95% interval"],
                rows: languages.flatMap { words -> [FigureTable.Row] in
                    let name = words.name ?? ""
                    let directions: [(Phrase, Statistics.Retention)] = [
                        ("\(name), recognised", words.recognising),
                        ("\(name), produced", words.producing),
                    ]
                    return directions.filter { $0.1.of > 0 }.map { label, retention in
                        FigureTable.Row(
                            label: label,
                            values: [.retention(retention), .interval(retention)]
                        )
                    }
                }
            ),
            drawing: .retention(0, aim: percentage(statistics.desiredRetention)),
            explanation:
                "Recognised: reviews that ask in the language. Produced: reviews you answer in the language. They count the same reviews as true retention. The line shows the range that contains the true value in 95 of 100 cases."
        )
    }
}

extension Statistics.Retention {
    fileprivate var share: Double { of == 0 ? 0 : Double(recalled) / Double(of) }
}
