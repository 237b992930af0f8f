import Exchange
import FoundationEssentials
import Library
import Pages
import Server

/// `omena export`: writes notes into a file.
struct ExportCommand {
    private let location: LibraryLocation
    private let request: MaintenanceRequest
    private let isJSON: Bool

    init(_ arguments: inout Arguments) throws(Failure) {
        location = try LibraryLocation(&arguments)
        let deck = try arguments.value(of: "--deck")
        let search = try arguments.value(of: "--search")
        let isUnscheduled = arguments.flag("--no-scheduling")
        isJSON = arguments.flag("--json")
        guard let file = arguments.operand() else {
            throw .usage(
                "no file given; try 'omena export FILE.apkg'"
            )
        }
        try arguments.finish()
        guard let kind = FileKind(name: file, bytes: []) else {
            throw .usage("Omena cannot write files like '\(file)'; try a name that ends in .apkg")
        }
        guard kind != .stringCatalog || !(deck ?? "").isEmpty else {
            throw .usage("no deck given; try --deck Words")
        }
        guard kind != .stringCatalog || search == nil && !isUnscheduled else {
            throw .usage("--search and --no-scheduling cannot be used with a string catalog")
        }
        guard search == nil || deck == nil else {
            throw .usage("--search and --deck cannot be combined; write deck:NAME into the search")
        }
        guard deck == nil && search == nil || !file.lowercased().hasSuffix(".colpkg") else {
            throw .usage("a .colpkg contains the whole collection; export a part of it as .apkg")
        }
        request = MaintenanceRequest(
            file: LibraryTasks.absolute(file),
            deck: deck,
            search: search,
            isUnscheduled: isUnscheduled ? true : nil
        )
    }

    func run() throws(Failure) {
        let tasks = LibraryTasks(location: location)
        let answer: ExportAnswer = try tasks.run(.export, named: "Exporting", request) {
            progress throws(Failure) in
            try tasks.withLibrary { library throws(LibraryError) in
                try library.exportFile(
                    request,
                    timeZoneOffset: SystemClock.clock.withOffset(of: library).offset(),
                    progress: progress
                )
            }
        }
        var text = "Exported \(answer.notes) notes to \(answer.file)"
        if let media = answer.media, media > 0 { text += ", with \(media) pictures and sounds" }
        text += "."
        Terminal.print(isJSON ? json(answer) : ([text] + answer.leftOut).joined(separator: "\n"))
    }
}
