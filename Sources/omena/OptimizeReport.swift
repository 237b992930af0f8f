import Recall
import RecallTraining

/// What a fit came to, in words or for scripts.
struct OptimizeReport {
    let fit: Fit
    let log: ReviewLog
    /// What the fit took, without reading and judging.
    let seconds: Double
    /// Whether the log can be foretold, where that was asked; a log may be too short to say.
    let health: Health??
    /// Which retention costs the least, where that was asked.
    let retention: Double?
    /// Whether a library keeps the parameters now; nil where there is only a log.
    var isKept: Bool?

    /// No number where nothing was foretold: a loss of nothing would look like a perfect one.
    private func value(_ figure: (Evaluation) -> Double, of evaluation: Evaluation) -> Double {
        evaluation.predictions > 0 ? figure(evaluation) : .nan
    }

    /// As one object, for scripts.
    var json: String {
        func number(_ value: Double) -> String { value.isFinite ? "\(value)" : "null" }
        func pair(_ figure: (Evaluation) -> Double) -> String {
            let before = number(value(figure, of: fit.before))
            return #"{"before":\#(before),"after":\#(number(value(figure, of: fit.after)))}"#
        }
        let parameters = fit.parameters.values.map { "\($0)" }.joined(separator: ",")
        var extras: [String] = []
        if let health {
            let object = health.map {
                #"{"good":\#($0.isGood),"log_loss":\#($0.forecast.logLoss),"#
                    + #""rmse_bins":\#($0.forecast.rmseBins)}"#
            }
            extras.append(#""health":\#(object ?? "null")"#)
        }
        if let retention { extras.append(#""retention":\#(retention)"#) }
        if let isKept { extras.append(#""kept":\#(isKept)"#) }
        let fields = [
            #"{"parameters":[\#(parameters)]"#,
            #""reviews":\#(log.count)"#,
            #""cards":\#(log.cards.count)"#,
            #""predictions":\#(fit.after.predictions)"#,
            #""log_loss":\#(pair { $0.logLoss })"#,
            #""rmse_bins":\#(pair { $0.rmseBins })"#,
            #""auc":\#(pair { $0.auc })"#,
            #""recent_log_loss":\#(pair { $0.recentLogLoss })"#,
            #""seconds":\#(seconds)"#,
        ]
        return (fields + extras).joined(separator: ",") + "}"
    }

    /// For people.
    var text: String {
        func row(_ name: String, _ figure: (Evaluation) -> Double) -> String {
            let before = value(figure, of: fit.before).rounded(to: 4)
            return "  \(name)  \(before)  \(value(figure, of: fit.after).rounded(to: 4))"
        }
        let parameters = fit.parameters.values.map { $0.rounded(to: 4) }.joined(separator: ", ")
        return """
            \(log.count) reviews of \(log.cards.count) cards, \(fit.after.predictions) of them \
            foretold, fitted in \(seconds.rounded(to: 3)) s.

                          before  after
            \(row("log loss   ") { $0.logLoss })
            \(row("RMSE (bins)") { $0.rmseBins })
            \(row("AUC        ") { $0.auc })

            \(verdict)
            \(parameters)\(advice)
            """
    }

    private var verdict: String {
        guard fit.isImprovement else {
            return "Nothing foretells your reviews better than the present parameters; they stay:"
        }
        let verdict = "These parameters foretell your reviews better than the present ones"
        return switch isKept {
        case true: "\(verdict), and are kept:"
        case false: "\(verdict); nothing was kept:"
        default: "\(verdict):"
        }
    }

    private var advice: String {
        var text = ""
        if let health { text += "\n\n\(verdict(on: health))" }
        if let retention {
            let percent = Int((retention * 100).rounded())
            text +=
                "\n\nA card costs you the least time for what stays at a retention of \(percent) %."
        }
        return text
    }

    private func verdict(on health: Health?) -> String {
        guard let health else {
            return "There are too few reviews to say how well they can be foretold."
        }
        return health.isGood
            ? "Your reviews can be foretold: fitted to the past, the future came true."
            : "Your reviews follow no forgetting curve: what was fitted to the past did not foretell "
                + "what came. Grade 'again' what you forgot, and nothing else."
    }
}
