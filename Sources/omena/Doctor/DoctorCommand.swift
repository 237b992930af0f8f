import Accounts
import Server

/// `omena doctor`: finds what keeps Omena from working well, and says which command helps.
struct DoctorCommand {
    private let checks: [DoctorCheck]
    /// The learner on a server of several whose library alone is checked.
    private let learner: String?
    private let options: ServeOptions
    private let isJSON: Bool

    init(_ arguments: inout Arguments) throws(Failure) {
        isJSON = arguments.flag("--json")
        learner = try arguments.value(of: "--learner")
        var checks: [DoctorCheck] = []
        while let name = arguments.operand() {
            guard let check = DoctorCheck(rawValue: name) else {
                let all = DoctorCheck.allCases.map(\.rawValue).joined(separator: ", ")
                throw .usage("there is no check '\(name)'; choose from \(all)")
            }
            guard learner == nil || DoctorCheck.ofLibrary.contains(check) else {
                let all = DoctorCheck.ofLibrary.map(\.rawValue).joined(separator: ", ")
                throw .usage(
                    "'\(name)' is no check of one library; with --learner choose from \(all)"
                )
            }
            checks.append(check)
        }
        self.checks = checks
        options = try ServeOptions(
            &arguments,
            accounts: learner == nil ? nil : AccountsFolder.ofEnvironment
        )
    }

    func run() throws(Failure) {
        let all =
            learner == nil
            ? DoctorCheck.allCases.filter { $0 != .learners || options.accounts != nil }
            : DoctorCheck.ofLibrary
        let wanted = checks.isEmpty ? all : checks
        let findings: [Finding]
        if let learner {
            let folder = try AccountsFolder.named(options.accounts)
            if AccountsFolder.mayRead(folder) {
                let accounts = try AccountsFolder.read(folder)
                let account = try AccountsFolder.account(learner, in: accounts)
                let location = LibraryLocation(of: LearnerLocation(of: account, in: accounts))
                try location.checkFolder()
                let doctor = doctor(at: location)
                findings = wanted.flatMap { doctor.findings(of: $0) }
            } else {
                findings = wanted.map { .unreadableAccounts(in: folder, $0) }
            }
        } else if let folder = options.accounts {
            let file = try LibraryLocation(named: Accounts.file(in: folder), keys: KeyHolder())
            let doctor = LearnersDoctor(doctor(at: file), of: folder)
            findings = wanted.flatMap { doctor.findings(of: $0) }
        } else {
            let doctor = doctor(at: options.location)
            findings = wanted.flatMap { doctor.findings(of: $0) }
        }
        let problems = findings.filter { !$0.isAdvice }.count
        Terminal.print(
            isJSON
                ? json(Report(isWell: problems == 0, findings: findings))
                : text(findings, of: wanted)
        )
        guard problems == 0 else {
            throw Failure(problems == 1 ? "1 problem was found" : "\(problems) problems were found")
        }
    }

    /// - Parameter location: Of a library, or of the accounts on a server of several learners.
    private func doctor(at location: LibraryLocation) -> Doctor {
        let status = RunningServer.status(at: options.socket)
        return Doctor(
            location: location,
            options: status.flatMap { try? Self.options(of: $0) } ?? options,
            status: status,
            isServerSilent: status == nil && RunningServer.isRunning(at: options.socket),
            isServerWanted: checks.contains(.server)
        )
    }

    /// The options with which a running server was started, which count more than those that the doctor was given.
    private static func options(of status: ServerStatus) throws(Failure) -> ServeOptions {
        var arguments = Arguments(status.program.options, of: .serve)
        return try ServeOptions(&arguments)
    }

    private func text(_ findings: [Finding], of checks: [DoctorCheck]) -> String {
        let width = DoctorCheck.allCases.map(\.rawValue.count).max() ?? 0
        let indent = String(repeating: " ", count: width + 11)
        return checks.flatMap { check in
            let name = check.rawValue + String(repeating: " ", count: width - check.rawValue.count)
            let found = findings.filter { $0.check == check }
            guard !found.isEmpty else { return ["well     \(check.rawValue)"] }
            return found.flatMap { finding in
                [
                    "\(finding.isAdvice ? "advice " : "problem")  \(name)  \(finding.says)",
                    "\(indent)\(finding.remedy)",
                ]
            }
        }.joined(separator: "\n")
    }

    private struct Report: Encodable {
        let isWell: Bool
        let findings: [Finding]
    }
}
