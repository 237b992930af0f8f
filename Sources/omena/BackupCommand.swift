import Library
import Pages
import Server

/// `omena backup`: copies the library into the backup folder or a file.
struct BackupCommand {
    private let location: LibraryLocation
    private let file: String?
    private let isJSON: Bool

    init(_ arguments: inout Arguments) throws(Failure) {
        location = try LibraryLocation(&arguments)
        isJSON = arguments.flag("--json")
        file = arguments.operand().map(LibraryTasks.absolute)
        try arguments.finish()
    }

    func run() throws(Failure) {
        let tasks = LibraryTasks(location: location)
        let answer: BackupAnswer = try tasks.run(
            .backup,
            named: "Backing up",
            MaintenanceRequest(file: file)
        ) {
            progress throws(Failure) in
            try tasks.withLibrary { library throws(LibraryError) in
                try BackupAnswer(library, to: file, progress: progress)
            }
        }
        Terminal.print(
            isJSON ? json(answer) : "The backup is at \(answer.file) (\(answer.bytes / 1000) kB)."
        )
    }
}
