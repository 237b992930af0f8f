import Languages
import LibraryValues

/// A figure on a page, with a switch between its drawing and its table that needs no script.
struct FigureView: HTML {
    let figure: Figure
    /// Whether the figure takes the whole width.
    var isWide = false

    private var name: String { figure.name }
    private var hasDrawing: Bool {
        if case .none = figure.drawing { false } else { true }
    }
    /// Whether the drawing can be scrolled, which an image cannot be.
    private var isScrolled: Bool {
        if case .heat = figure.drawing { true } else { false }
    }

    func write(to page: inout HTMLWriter) {
        section(
            .text("class", isWide ? "panel figure wide" : "panel figure"),
            .text("aria-labelledby", "\(name)-title")
        ) {
            div(.class("figure-head")) {
                h2(.text("id", "\(name)-title")) { figure.title }
                if hasDrawing { choice }
            }
            p(.class("finding"), .text("id", "\(name)-finding")) { figure.finding }
            if hasDrawing {
                // Around the image, because a script adds a slider, which an image cannot contain.
                div(.class("drawing")) {
                    div(
                        .text("role", isScrolled ? nil : "img"),
                        .text("aria-labelledby", isScrolled ? nil : "\(name)-title \(name)-finding")
                    ) { FigureDrawing(figure: figure) }
                }
            }
            if !figure.table.rows.isEmpty {
                div(
                    .text("class", hasDrawing ? "figure-table" : "figure-table only"),
                    .role("region"),
                    .tabindex(0),
                    .ariaLabel("Table: \(figure.title)")
                ) {
                    numbers
                    if case .heat(let map) = figure.drawing { EachDay(map: map) }
                }
            }
            details(.class("counted")) {
                summary { "How this is counted" }
                p { figure.explanation }
            }
        }.write(to: &page)
    }

    private var choice: some HTML {
        fieldset(.class("chart-or-table")) {
            legend(.class("vh")) { figure.title }
            option("chart", "Chart", isChosen: true)
            option("table", "Table", isChosen: false)
        }
    }

    private func option(_ value: String, _ title: Phrase, isChosen: Bool) -> some HTML {
        label {
            radioButton("\(name)-view", value, isChecked: isChosen)
            span { title }
        }
    }

    private var numbers: some HTML {
        table {
            caption(.class("vh")) { figure.title }
            thead {
                tr {
                    th(.fixed("scope", "col")) { figure.table.rowTitle }
                    Each(figure.table.columns) { column in th(.fixed("scope", "col")) { column } }
                }
            }
            tbody {
                Each(figure.table.rows) { row in
                    tr {
                        th(.fixed("scope", "row"), .dirAuto) {
                            if let route = row.route {
                                a(.href(route)) { row.label }
                            } else {
                                row.label
                            }
                        }
                        Each(row.values) { value in
                            td {
                                // Most cells have a number alone, which is the same in every direction.
                                if case .count = value {
                                    value.phrase
                                } else {
                                    bdi { value.phrase }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The drawing of a figure; an element around it names it, so that its parts are hidden from screen readers.
struct FigureDrawing: HTML {
    let figure: Figure

    private var rows: [FigureTable.Row] { figure.table.rows }

    func write(to page: inout HTMLWriter) {
        switch figure.drawing {
        case .none: break
        case .heat(let map):
            let title = "\(figure.name)-title"
            div(
                .class("heat-scroll"),
                .role("region"),
                // Unlike that of the section around it, which would be the same landmark.
                .text("aria-labelledby", "\(title) \(figure.name)-finding"),
                .text("aria-describedby", "\(figure.name)-hint"),
                .tabindex(0)
            ) {
                div(.role("img"), .text("aria-labelledby", title)) { map }
            }.write(to: &page)
            // A screen reader's gestures may skip days.
            p(.class("vh"), .text("id", "\(figure.name)-hint")) {
                "Each day is listed in the table."
            }.write(to: &page)
            div(.class("heat-foot")) {
                reading
                HeatLegend()
            }.write(to: &page)
        case .columns(let series):
            ColumnPlot(table: figure.table, series: series).write(to: &page)
        case .bars(let series): bars(series, isShare: false).write(to: &page)
        case .shares(let series): bars(series, isShare: true).write(to: &page)
        case .retention(let column, let aim): retention(column, aim).write(to: &page)
        case .curve(let curve): self.curve(curve).write(to: &page)
        case .lines(let series): LinePlot(table: figure.table, series: series).write(to: &page)
        case .calibration(let bins): calibration(bins).write(to: &page)
        }
    }

    /// Where a script says what is under the pointer or was reached by keyboard.
    private var reading: some HTML { p(.class("reading")) }

    // MARK: - Bars

    private func bars(_ series: [Int], isShare: Bool) -> some HTML {
        let most = rows.map { $0.total(of: series) }.max() ?? 0
        return div(.class("bars"), .ariaHidden) {
            ul {
                Each(rows) { row in
                    let sum = row.total(of: series)
                    li {
                        span(.class("bar-name"), .dirAuto) { row.label }
                        span(.class("bar-value")) {
                            isShare
                                ? FigureValue.count(Int(sum)).phrase
                                : row.values[series[0]].phrase
                        }
                        RowBar(
                            amounts: series.map { row.values[$0].amount },
                            whole: isShare ? sum : most
                        )
                        if series.count > 1 { parts(of: row, series) }
                    }
                }
            }
        }
    }

    /// What the parts of a bar are, in their order.
    private func parts(of row: FigureTable.Row, _ series: [Int]) -> some HTML {
        ul(.class("keys")) {
            Each(series.enumerated().filter { row.values[$1].amount > 0 }) { part, column in
                li {
                    Swatch(index: part)
                    span { figure.table.columns[column] }
                    bdi { row.values[column].phrase }
                }
            }
        }
    }

    // MARK: - A curve

    private func curve(_ curve: ForgettingCurve) -> some HTML {
        div(.class("plot"), .ariaHidden) {
            div(.class("plot-most plot-ends")) {
                span { "\(100)%" }
                span(.class("plot-target")) {
                    LineSwatch(part: nil)
                    span { "Target: \(percentage(curve.log.desiredRetention))%" }
                }
            }
            div(.class("curve-box")) {
                curve
                p(.class("plot-least")) { "\(curve.least)%" }
            }
            div(.class("plot-ends")) {
                span { rows.last?.label ?? "" }
                span { curve.endDay.phrase }
            }
        }
    }

    // MARK: - Calibration

    private func calibration(_ bins: [SchedulerReport.Bin]) -> some HTML {
        let plot = CalibrationPlot(bins: bins)
        return div(.class("plot calibration"), .ariaHidden) {
            p(.class("plot-most")) { "Recalled: \(100)%" }
            plot
            div(.class("plot-ends")) {
                span { "\(plot.least)%" }
                span { "Predicted" }
                span { "\(100)%" }
            }
        }
    }

    // MARK: - Retention

    private func retention(_ column: Int, _ aim: Int) -> some HTML {
        div(.class("bars"), .ariaHidden) {
            AimName(aim: aim)
            ul {
                Each(rows) { row in
                    li {
                        span(.class("bar-name")) { row.label }
                        span(.class("bar-value")) { row.values[column].phrase }
                        if case .retention(let retention) = row.values[column] {
                            RetentionBar(retention: retention, aim: aim)
                        }
                    }
                }
            }
            p(.class("plot-ends")) {
                span { "\(RetentionBar.least)%" }
                span { "\(100)%" }
            }
        }
    }
}

/// What was done and will be due on each day, latest first: for readers without a script, and for the script of the heat map.
private struct EachDay: HTML {
    let map: HeatMap

    func write(to page: inout HTMLWriter) {
        details(.class("each-day")) {
            summary { "Each day" }
            ol {
                Each(map.allDays.reversed()) { square in
                    li(
                        .text("aria-current", square.day == map.today ? "date" : nil),
                        .present("hidden", if: square.work == nil)
                    ) { square.phrase }
                }
            }
        }.write(to: &page)
    }
}

private struct HeatLegend: HTML {
    func write(to page: inout HTMLWriter) {
        p(.class("heat-key"), .ariaHidden) {
            span { "fewer" }
            Squares()
            span { "more" }
        }.write(to: &page)
    }

    private struct Squares: HTML {
        func write(to page: inout HTMLWriter) {
            page.markup("<svg viewBox=\"0 0 78 13\">")
            for step in 0...HeatMap.steps {
                page.markup("<path class=\"heat-")
                page.number(step)
                page.markup("\" d=\"M")
                page.number(1 + 13 * step)
                page.markup(" 1h10v10h-10z\"/>")
            }
            page.markup("</svg>")
        }
    }
}

/// A horizontal bar of parts.
private struct RowBar: HTML {
    let amounts: [Double]
    let whole: Double

    func write(to page: inout HTMLWriter) {
        page.markup(
            "<svg class=\"row-bar\" preserveAspectRatio=\"none\" viewBox=\"0 0 1000 10\"><rect class=\"part-none\" width=\"1000\" height=\"10\"/>"
        )
        var start = 0
        for (part, amount) in amounts.enumerated() where amount > 0 && whole > 0 {
            let length = max(Int((1_000 * amount / whole).rounded()), 4)
            page.markup("<rect class=\"part-")
            page.number(part)
            page.markup("\" height=\"10\" x=\"")
            page.number(start)
            page.markup("\" width=\"")
            page.number(min(length, 1_000 - min(start, 1_000)))
            page.markup("\"/>")
            start += length
        }
        page.markup("</svg>")
    }
}

/// Retention, with its interval where there are enough reviews, and the aim, on an axis from 50 % to 100 %.
private struct RetentionBar: HTML {
    let retention: Statistics.Retention
    let aim: Int

    /// In percent; what is lower is drawn there.
    static let least = 50

    /// In thousandths of the width.
    static func x(_ share: Double) -> Int {
        let least = Double(least) / 100
        return Int((1_000 * (max(share, least) - least) / (1 - least)).rounded())
    }

    func write(to page: inout HTMLWriter) {
        page.markup(
            "<svg class=\"row-bar dots\" preserveAspectRatio=\"none\" viewBox=\"0 0 1000 20\"><path class=\"axis\" d=\"M0 10H1000\"/><path class=\"aim\" d=\"M"
        )
        page.number(Self.x(Double(aim) / 100))
        page.markup(" 0v20\"/>")
        if retention.of >= Statistics.Retention.enough {
            let (low, high) = retention.wilson
            page.markup("<path class=\"range\" d=\"M")
            page.number(Self.x(low))
            page.markup(" 10H")
            page.number(Self.x(high))
            page.markup("\"/>")
        }
        if retention.of > 0 {
            page.markup("<path class=\"value\" d=\"M")
            page.number(Self.x(Double(retention.recalled) / Double(retention.of)))
            page.markup(" 3v14\"/>")
        }
        page.markup("</svg>")
    }
}

/// The aim, at the end of whose line it stands.
private struct AimName: HTML {
    let aim: Int

    func write(to page: inout HTMLWriter) {
        let isMirrored = InterfaceLanguage.current.direction == .rightToLeft
        let share = (RetentionBar.x(Double(aim) / 100) + 5) / 10
        // On small screens there is no room before a low one.
        let style: StaticString = aim < 80 ? "aim-name after" : "aim-name"
        page.markup("<svg class=\"")
        page.markup(style)
        page.markup("\"><text y=\"75%\" x=\"")
        page.number(isMirrored ? 100 - share : share)
        page.markup("%\">")
        page.text(("Target: \(aim)%" as Phrase).description)
        page.markup("</text></svg>")
    }
}
