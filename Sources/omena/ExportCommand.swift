import Exchange
import FoundationEssentials
import Library
import Pages
import Server

/// `omena export`: writes a deck into a file.
struct ExportCommand {
    private let location: LibraryLocation
    private let order: UpkeepOrder
    private let isJSON: Bool

    init(_ arguments: inout Arguments) throws(Failure) {
        let library = try arguments.value(of: "--library")
        let deck = try arguments.value(of: "--deck")
        isJSON = arguments.flag("--json")
        guard let file = arguments.command() else {
            throw .usage(
                "say which file to write, such as 'omena export FILE.xcstrings --deck NAME'"
            )
        }
        try arguments.finish()
        guard let deck, !deck.isEmpty else {
            throw .usage("say which deck to export, such as --deck Words")
        }
        guard FileKind(name: file, bytes: []) != nil else {
            throw .usage("'\(file)' says no kind of file that Omena writes, such as .xcstrings")
        }
        order = UpkeepOrder(file: Work.absolute(file), deck: deck)
        location = try LibraryLocation(
            named: library,
            environment: ProcessInfo.processInfo.environment
        )
    }

    func run() throws(Failure) {
        let work = Work(location: location)
        let order = order
        let answer: ExportAnswer = try work.run(.export, named: "Exporting", order: order) {
            _ throws(Failure) in
            try work.withLibrary { library throws(LibraryError) in
                try ExportAnswer(library, order)
            }
        }
        let text = "\(answer.notes) cards are in \(answer.file)."
        Terminal.say(isJSON ? json(answer) : ([text] + answer.leftOut).joined(separator: "\n"))
    }
}
