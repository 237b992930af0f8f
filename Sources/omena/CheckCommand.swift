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
            return "All is well: \(answer.notes ?? 0) notes, \(answer.answers ?? 0) answers."
        }
        var lines = answer.findings.map { finding in
            "\(finding.isRepaired ? "repaired" : "damaged ")  \(finding.says) \(finding.remedy)"
        }
        if let backup = answer.backup {
            lines.append("As it was before: \(location.path)-backups/\(backup).omena")
        }
        return lines.joined(separator: "\n")
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
