import FoundationEssentials
import Library
import Pages
import Server

/// `omena check`: looks through the whole library, and repairs what can be repaired.
struct CheckCommand {
    private let location: LibraryLocation
    private let isJSON: Bool

    init(_ arguments: inout Arguments) throws(Failure) {
        location = try LibraryLocation(&arguments)
        isJSON = arguments.flag("--json")
        try arguments.finish()
    }

    func run() throws(Failure) {
        let work = Work(location: location)
        let answer: CheckAnswer = try work.run(.check, named: "Checking") {
            progress throws(Failure) in
            try work.withLibrary { library throws(LibraryError) in
                CheckAnswer(try library.check(progress: progress))
            }
        }
        Terminal.say(isJSON ? json(answer) : text(answer))
        let left = answer.findings.filter { !$0.isRepaired }.count
        guard left == 0 else {
            throw Failure("\(left) of \(answer.findings.count) findings are not repaired")
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
            lines.append("As it was before: \(location.path)-backups/\(backup).omena")
        }
        return (lines + remarks(answer)).joined(separator: "\n")
    }

    /// What is worth knowing, and no damage.
    private func remarks(_ answer: CheckAnswer) -> [String] {
        var remarks: [String] = []
        if let missing = answer.missingMedia {
            let names = missing.prefix(10).joined(separator: ", ")
            let more = missing.count > 10 ? " and \(missing.count - 10) more" : ""
            remarks.append("Cards name pictures or sounds that are not there: \(names)\(more).")
        }
        if let unused = answer.unusedMedia {
            let files = unused == 1 ? "1 picture or sound is" : "\(unused) pictures or sounds are"
            remarks.append("\(files) named by no card any more, and go after 30 days.")
        }
        return remarks
    }
}

/// A value for scripts, its keys in a steady order.
func json(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
        preconditionFailure("what a command says can always be encoded")
    }
    return String(decoding: data, as: UTF8.self)
}
