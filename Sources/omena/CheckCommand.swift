import JSON
import Library
import Pages
import Server

/// `omena check`: checks the whole library, and repairs what it can.
struct CheckCommand {
    private let location: LibraryLocation
    private let acceptsPages: Bool
    private let isJSON: Bool

    init(_ arguments: inout Arguments) throws(Failure) {
        location = try LibraryLocation(&arguments)
        acceptsPages = arguments.flag("--accept")
        isJSON = arguments.flag("--json")
        try arguments.finish()
    }

    func run() throws(Failure) {
        let tasks = LibraryTasks(location: location)
        var request = MaintenanceRequest()
        request.acceptsPages = acceptsPages ? true : nil
        let answer: CheckAnswer = try tasks.run(.check, named: "Checking", request) {
            progress throws(Failure) in
            try tasks.withLibrary { library throws(LibraryError) in
                CheckAnswer(
                    try library.check(acceptingPages: acceptsPages, progress: progress)
                )
            }
        }
        Terminal.print(isJSON ? json(answer) : text(answer))
        let left = answer.findings.filter { !$0.isRepaired }.count
        guard left == 0 else {
            throw Failure("\(left) of \(answer.findings.count) problems could not be repaired")
        }
    }

    private func text(_ answer: CheckAnswer) -> String {
        guard !answer.findings.isEmpty else {
            let well = "All is well: \(answer.notes ?? 0) notes, \(answer.answers ?? 0) answers."
            return ([well] + remarks(answer)).joined(separator: "\n")
        }
        var lines = answer.findings.map { finding in
            "\(finding.isRepaired ? "repaired" : "damaged ")  \(finding.says) \(finding.remedy)"
        }
        if let backup = answer.backup {
            lines.append("Backup from before the repair: \(location.path)-backups/\(backup).omena")
        }
        return (lines + remarks(answer)).joined(separator: "\n")
    }

    /// Notes about things that are not damage.
    private func remarks(_ answer: CheckAnswer) -> [String] {
        var remarks: [String] = []
        if let missing = answer.missingMedia {
            let names = missing.prefix(10).joined(separator: ", ")
            let more = missing.count > 10 ? " and \(missing.count - 10) more" : ""
            remarks.append("Cards contain pictures or sounds that are missing: \(names)\(more).")
        }
        if let unused = answer.unusedMedia {
            let files = unused == 1 ? "1 picture or sound is" : "\(unused) pictures or sounds are"
            remarks.append(
                "\(files) no longer used by any card; unused files are deleted after 30 days."
            )
        }
        return remarks
    }
}

/// JSON for scripts.
func json(_ value: some Encodable) -> String {
    String(decoding: JSONCoding.bytes(of: value), as: UTF8.self)
}
