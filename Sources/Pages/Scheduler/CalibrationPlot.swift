import LibraryValues

/// Predicted against actual recall: a dot for each bin, as large as it has reviews, near the diagonal where predictions are
/// right, with the interval in which the true value lies with a probability of 95 %.
struct CalibrationPlot: HTML {
    let bins: [SchedulerReport.Bin]
    /// Where both axes begin, in percent.
    let least: Int

    private static let size = 300.0

    init(bins: [SchedulerReport.Bin]) {
        self.bins = bins
        let lowest =
            bins.map { min($0.predicted, Double($0.recalled) / Double(max($0.of, 1))) }
            .min() ?? 0.5
        least = min(max(Int(lowest * 10) * 10, 0), 80)
    }

    func write(to page: inout HTMLWriter) {
        page.markup(
            "<svg class=\"calibration-plot\" viewBox=\"-8 -8 316 316\"><path class=\"axis\" d=\"M0 0V300H300\"/><path class=\"aim\" d=\"M0 300L300 0\"/>"
        )
        let most = Double(bins.map(\.of).max() ?? 1)
        for bin in bins where bin.of > 0 {
            let retention = Statistics.Retention(recalled: bin.recalled, of: bin.of)
            let (low, high) = retention.wilson
            let x = position(bin.predicted)
            page.markup("<path class=\"range\" d=\"M")
            page.number(x)
            page.markup(" ")
            page.number(300 - position(low))
            page.markup("V")
            page.number(300 - position(high))
            page.markup("\"/><circle class=\"value\" cx=\"")
            page.number(x)
            page.markup("\" cy=\"")
            page.number(300 - position(Double(bin.recalled) / Double(bin.of)))
            page.markup("\" r=\"")
            page.number(Int((3 + 5 * (Double(bin.of) / most).squareRoot()).rounded()))
            page.markup("\"/>")
        }
        page.markup("</svg>")
    }

    private func position(_ share: Double) -> Int {
        let least = Double(least) / 100
        return Int((Self.size * min(max((share - least) / (1 - least), 0), 1)).rounded())
    }
}
