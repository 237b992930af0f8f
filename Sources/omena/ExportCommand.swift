import Exchange
import FoundationEssentials
import Library
import Pages
import Server

/// `omena export`: writes notes into a file.
struct ExportCommand {
    private let location: LibraryLocation
    private let order: UpkeepOrder
    private let isJSON: Bool

    init(_ arguments: inout Arguments) throws(Failure) {
        location = try LibraryLocation(&arguments)
        let deck = try arguments.value(of: "--deck")
        let search = try arguments.value(of: "--search")
        let isUnscheduled = arguments.flag("--no-scheduling")
        isJSON = arguments.flag("--json")
        guard let file = arguments.command() else {
            throw .usage(
                "say which file to write, such as 'omena export FILE.apkg'"
            )
        }
        try arguments.finish()
        guard let kind = FileKind(name: file, bytes: []) else {
            throw .usage("'\(file)' says no kind of file that Omena writes, such as .apkg")
        }
        guard kind != .stringCatalog || !(deck ?? "").isEmpty else {
            throw .usage("say which deck to export, such as --deck Words")
        }
        guard kind != .stringCatalog || search == nil && !isUnscheduled else {
            throw .usage("--search and --no-scheduling do not go with a string catalog")
        }
        guard search == nil || deck == nil else {
            throw .usage("--search and --deck exclude one another; write deck:NAME into the search")
        }
        guard deck == nil && search == nil || !file.lowercased().hasSuffix(".colpkg") else {
            throw .usage("a .colpkg holds all there is; write a part of it into an .apkg")
        }
        order = UpkeepOrder(
            file: Work.absolute(file),
            deck: deck,
            search: search,
            isUnscheduled: isUnscheduled ? true : nil
        )
    }

    func run() throws(Failure) {
        let work = Work(location: location)
        let order = order
        let answer: ExportAnswer = try work.run(.export, named: "Exporting", order: order) {
            progress throws(Failure) in
            try work.withLibrary { library throws(LibraryError) in
                try library.exportFile(order, progress: progress)
            }
        }
        var text =
            "\(answer.notes) notes are in \(answer.file)"
        if let media = answer.media, media > 0 { text += ", with \(media) pictures and sounds" }
        text += "."
        Terminal.say(isJSON ? json(answer) : ([text] + answer.leftOut).joined(separator: "\n"))
    }
}
