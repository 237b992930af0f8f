import LibraryValues
import Notes
import Recall

/// How the probability of recalling a card fell and rose, and how it will fall.
struct ForgettingCurve: HTML {
    let log: CardLog
    private let model: MemoryModel
    /// Where the axis begins, in percent: at the quarter below the lowest point, so that a shallow curve fills the drawing too.
    private(set) var least = 0

    init(log: CardLog) {
        self.log = log
        model = MemoryModel(log.parameters)
        let end = times.flatMap { recall(at: $0.upperBound) }
        let recalls = reviews.compactMap(\.recall) + [end ?? 0, log.desiredRetention]
        least = min(Int(4 * (recalls.min() ?? 0)), 3) * 25
    }

    private static let width = 1_000.0
    private static let height = 400.0
    /// How many points a part of the curve has.
    private static let points = 24

    /// The reviews since the card was last new.
    private var reviews: [CardLog.Entry] {
        let entries = log.entries.filter(\.isReview)
        let start = entries.lastIndex { $0.recall == nil } ?? 0
        return Array(entries.dropFirst(start))
    }

    /// The moment at which recall falls to the aim.
    var due: Moment? {
        guard let memory = log.memory, let last = log.lastReview else { return nil }
        let days = model.interval(of: memory, for: log.desiredRetention)
        return Moment(milliseconds: last.milliseconds + Int64(min(days, 36_500) * 86_400_000))
    }

    /// The probability of recall now.
    var recall: Double? { recall(at: Double(log.now.milliseconds)) }

    private func recall(at moment: Double) -> Double? {
        guard let memory = log.memory, let last = log.lastReview else { return nil }
        let days = (moment - Double(last.milliseconds)) / 86_400_000
        return model.retrievability(of: memory, after: max(days, 0))
    }

    /// From the first review until half as long after the due date, or after the present where that is later, as lies between the
    /// last review and the due date; so the future of a card that has been waiting is drawn too.
    private var times: ClosedRange<Double>? {
        guard let first = reviews.first?.moment, let last = log.lastReview, let due else {
            return nil
        }
        let now = Double(log.now.milliseconds)
        let span = Double(due.milliseconds - last.milliseconds)
        let start = Double(first.milliseconds)
        return start...max(max(now, Double(due.milliseconds)) + span / 2, start + 86_400_000)
    }

    /// The last day that is drawn.
    var endDay: StatisticsDay {
        let end = Int64(times?.upperBound ?? Double(log.now.milliseconds))
        return StatisticsDay(number: DayBoundary(rollover: 0).day(of: end, offset: log.offset))
    }

    func write(to page: inout HTMLWriter) {
        guard let times else { return }
        page.markup(
            "<svg class=\"curve\" preserveAspectRatio=\"none\" viewBox=\"0 0 1000 400\" aria-hidden=\"true\"><path class=\"aim\" d=\"M0 "
        )
        page.number(y(log.desiredRetention))
        page.markup("H1000\"/><path class=\"past\" d=\"")
        let now = Double(log.now.milliseconds)
        for (index, review) in reviews.enumerated() {
            guard let memory = review.memory else { continue }
            let start = Double(review.moment.milliseconds)
            let isLast = index + 1 == reviews.count
            let end = isLast ? now : Double(reviews[index + 1].moment.milliseconds)
            part(of: memory, since: start, start...max(start, end), times, index == 0, &page)
        }
        page.markup("\"/>")
        if let memory = log.memory, let last = log.lastReview {
            let start = max(now, Double(last.milliseconds))
            page.markup("<path class=\"future\" d=\"")
            part(
                of: memory,
                since: Double(last.milliseconds),
                start...max(start, times.upperBound),
                times,
                true,
                &page
            )
            page.markup("\"/>")
        }
        page.markup("</svg>")
    }

    private func part(
        of memory: Memory,
        since review: Double,
        _ span: ClosedRange<Double>,
        _ times: ClosedRange<Double>,
        _ isFirst: Bool,
        _ page: inout HTMLWriter
    ) {
        for point in 0...Self.points {
            let share = Double(point) / Double(Self.points)
            let moment = span.lowerBound + share * (span.upperBound - span.lowerBound)
            let recall = model.retrievability(
                of: memory,
                after: max((moment - review) / 86_400_000, 0)
            )
            page.markup(isFirst && point == 0 ? "M" : "L")
            let x = (moment - times.lowerBound) / (times.upperBound - times.lowerBound)
            page.number(Int((Self.width * x).rounded()))
            page.markup(" ")
            page.number(y(recall))
        }
    }

    private func y(_ recall: Double) -> Int {
        let share = (1 - recall) / (1 - Double(least) / 100)
        return Int((Self.height * min(share, 1)).rounded())
    }
}
