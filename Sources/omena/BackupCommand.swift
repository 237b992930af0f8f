import Library
import Pages
import Server

/// `omena backup`: copies the library, as it is now, beside it or into a file.
struct BackupCommand {
    private let location: LibraryLocation
    private let file: String?
    private let isJSON: Bool

    init(_ arguments: inout Arguments) throws(Failure) {
        location = try LibraryLocation(&arguments)
        isJSON = arguments.flag("--json")
        file = arguments.command().map(Work.absolute)
        try arguments.finish()
    }

    func run() throws(Failure) {
        let work = Work(location: location)
        let answer: BackupAnswer = try work.run(
            .backup,
            named: "Backing up",
            order: UpkeepOrder(file: file)
        ) {
            progress throws(Failure) in
            try work.withLibrary { library throws(LibraryError) in
                try BackupAnswer(library, to: file, progress: progress)
            }
        }
        Terminal.say(
            isJSON ? json(answer) : "The backup is at \(answer.file) (\(answer.bytes / 1000) kB)."
        )
    }
}
