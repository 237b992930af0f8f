import Recall
import RecallTraining

/// The result of a fit, for people and for scripts.
struct OptimizeReport {
    let fit: Fit
    let log: ReviewLog
    /// The time of the fit, without reading and evaluating.
    let seconds: Double
    /// Whether the log is predictable, if that was asked; nil inside where the log is too short.
    let health: Health??
    /// What each target retention costs, if that was asked.
    let targets: [TargetCost]?
    /// Whether the library stores the parameters now; nil for a log alone.
    var isKept: Bool?

    /// Not a number without predictions, where a loss of zero would look perfect.
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
                #"{"good":\#($0.isGood),"log_loss":\#($0.evaluation.logLoss),"#
                    + #""rmse_bins":\#($0.evaluation.rmseBins)}"#
            }
            extras.append(#""health":\#(object ?? "null")"#)
        }
        if let targets {
            extras.append(#""targets":[\#(targets.map(\.json).joined(separator: ","))]"#)
        }
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
            predicted, fitted in \(seconds.rounded(to: 3)) s.

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
            return "No parameters predict your reviews better than the current ones, which stay:"
        }
        let verdict = "These parameters predict your reviews better than the current ones"
        return switch isKept {
        case true: "\(verdict), and are now in use:"
        case false: "\(verdict); nothing was changed:"
        default: "\(verdict):"
        }
    }

    private var advice: String {
        var text = ""
        if let health { text += "\n\n\(verdict(on: health))" }
        if let targets {
            let new = StudyHabits().newPerDay
            text += "\n\nWhat each target retention costs with \(new) new cards a day:\n\n"
            text += ([TargetCost.head] + targets.map(\.text)).joined(separator: "\n")
        }
        return text
    }

    private func verdict(on health: Health?) -> String {
        guard let health else {
            return "There are too few reviews to tell how predictable they are."
        }
        return health.isGood
            ? "Your reviews are predictable: parameters fitted to the past predicted what followed."
            : "Your reviews follow no forgetting curve: parameters fitted to the past did not predict "
                + "what followed. Use 'again' for what you forgot, and for nothing else."
    }
}
