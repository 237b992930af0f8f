import Recall
import RecallTraining
import Threads

/// `omena optimize`: fits the scheduler to the learner's reviews, and reports how much better it predicts them.
struct OptimizeCommand {
    private let source: ReviewSource
    private let cores: Int
    private let isJSON: Bool
    private let isDryRun: Bool
    private let wantsHealth: Bool
    private let wantsRetention: Bool

    init(_ arguments: inout Arguments) throws(Failure) {
        source = try ReviewSource(&arguments)
        cores = try ParallelFor.size(option: try arguments.value(of: "--cores"))
        isJSON = arguments.flag("--json")
        isDryRun = arguments.flag("--dry-run")
        wantsHealth = arguments.flag("--health")
        wantsRetention = arguments.flag("--retention")
        try arguments.finish()
    }

    func run() throws(Failure) {
        let report: OptimizeReport
        switch source {
        case .file(let file, let present):
            report = self.report(on: try file.read(), present)
        case .library(let location):
            let library = try LearnersLibrary(location)
            report = try optimize(library, at: location)
            try library.close()
        }
        try Terminal.write((isJSON ? report.json : report.text) + "\n")
    }

    /// Fits to the library's log, and stores the parameters if they predict it better.
    private func optimize(
        _ library: LearnersLibrary,
        at location: LibraryLocation
    ) throws(Failure) -> OptimizeReport {
        let log = try library.reviewLog()
        guard log.count > 0 else {
            throw Failure(
                "\(location.path) contains no reviews yet; there is nothing to learn from"
            )
        }
        var report = report(on: log, try library.parameters())
        report.isKept = report.fit.isImprovement && !isDryRun
        if report.isKept == true { try library.keep(report.fit.parameters) }
        return report
    }

    private func report(on log: ReviewLog, _ present: Parameters) -> OptimizeReport {
        let loop = ParallelFor(size: cores)
        let start = Instant.now
        let training = Training(log, on: ParallelRunner(loop))
        let fitted = training.fitted()
        let time = (Instant.now - start).inSeconds
        let fit = training.compare(fitted, with: present)
        return OptimizeReport(
            fit: fit,
            log: log,
            seconds: time,
            health: wantsHealth ? .some(Health(log, on: ParallelRunner(loop))) : nil,
            targets: wantsRetention ? TargetCost.all(with: fit.parameters, log.habits()) : nil
        )
    }
}
