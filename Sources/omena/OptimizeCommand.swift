import Recall
import RecallTraining
import Threads

/// `omena optimize`: fits the scheduler to a review log and says how much better it foretells it.
struct OptimizeCommand {
    private let file: ReviewLogFile
    private let present: Parameters
    private let cores: Int
    private let isJSON: Bool
    private let wantsHealth: Bool
    private let wantsRetention: Bool

    init(_ arguments: inout Arguments) throws(Failure) {
        file = try ReviewLogFile(&arguments, for: "optimize")
        present = try Parameters(option: try arguments.value(of: "--parameters"))
        cores = try Crew.size(option: try arguments.value(of: "--cores"))
        isJSON = arguments.flag("--json")
        wantsHealth = arguments.flag("--health")
        wantsRetention = arguments.flag("--retention")
        try arguments.finish()
    }

    func run() throws(Failure) {
        let log = try file.read()
        let crew = Crew(size: cores)
        let start = Instant.now
        let training = Training(log, on: Cores(crew))
        let fitted = training.fitted()
        let time = (Instant.now - start).inSeconds
        let fit = training.choose(fitted, over: present)
        let advice = Advice(
            health: wantsHealth ? .some(Health(log, on: Cores(crew))) : nil,
            retention: wantsRetention
                ? MemoryModel(fit.parameters).cheapestRetention(habits: log.habits()) : nil
        )
        Terminal.say(isJSON ? json(fit, log, advice, time) : text(fit, log, advice, time))
    }

    /// What was asked for beside the fit; a log may be too short to have a health.
    private struct Advice {
        let health: Health??
        let retention: Double?
    }

    private func json(
        _ fit: Fit,
        _ log: ReviewLog,
        _ advice: Advice,
        _ seconds: Double
    ) -> String {
        func number(_ value: Double) -> String { value.isFinite ? "\(value)" : "null" }
        func pair(_ figure: KeyPath<Evaluation, Double>) -> String {
            let before = number(fit.before[keyPath: figure])
            return #"{"before":\#(before),"after":\#(number(fit.after[keyPath: figure]))}"#
        }
        let parameters = fit.parameters.values.map { "\($0)" }.joined(separator: ",")
        var extras: [String] = []
        if let health = advice.health {
            let object = health.map {
                #"{"good":\#($0.isGood),"log_loss":\#($0.forecast.logLoss),"#
                    + #""rmse_bins":\#($0.forecast.rmseBins)}"#
            }
            extras.append(#""health":\#(object ?? "null")"#)
        }
        if let retention = advice.retention { extras.append(#""retention":\#(retention)"#) }
        let fields = [
            #"{"parameters":[\#(parameters)]"#,
            #""reviews":\#(log.count)"#,
            #""cards":\#(log.cards.count)"#,
            #""predictions":\#(fit.after.predictions)"#,
            #""log_loss":\#(pair(\.logLoss))"#,
            #""rmse_bins":\#(pair(\.rmseBins))"#,
            #""auc":\#(pair(\.auc))"#,
            #""recent_log_loss":\#(pair(\.recentLogLoss))"#,
            #""seconds":\#(seconds)"#,
        ]
        return (fields + extras).joined(separator: ",") + "}"
    }

    private func text(
        _ fit: Fit,
        _ log: ReviewLog,
        _ advice: Advice,
        _ seconds: Double
    ) -> String {
        func row(_ name: String, _ figure: KeyPath<Evaluation, Double>) -> String {
            let before = fit.before[keyPath: figure].rounded(to: 4)
            return "  \(name)  \(before)  \(fit.after[keyPath: figure].rounded(to: 4))"
        }
        let verdict =
            fit.isImprovement
            ? "These parameters foretell your reviews better than the present ones:"
            : "Nothing foretells your reviews better than the present parameters; they stay:"
        let parameters = fit.parameters.values.map { $0.rounded(to: 4) }.joined(separator: ", ")
        return """
            \(log.count) reviews of \(log.cards.count) cards, \(fit.after.predictions) of them \
            foretold, fitted in \(seconds.rounded(to: 3)) s.

                          before  after
            \(row("log loss   ", \.logLoss))
            \(row("RMSE (bins)", \.rmseBins))
            \(row("AUC        ", \.auc))

            \(verdict)
            \(parameters)\(text(advice))
            """
    }

    private func text(_ advice: Advice) -> String {
        var text = ""
        if let health = advice.health { text += "\n\n\(verdict(on: health))" }
        if let retention = advice.retention {
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
