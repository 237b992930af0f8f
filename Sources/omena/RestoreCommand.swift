import Library
import Pages
import Server

/// `omena restore`: replaces the library with a backup, after backing it up.
struct RestoreCommand {
    private let location: LibraryLocation
    private let file: String
    private let isJSON: Bool

    init(_ arguments: inout Arguments) throws(Failure) {
        location = try LibraryLocation(&arguments)
        isJSON = arguments.flag("--json")
        guard let file = arguments.operand() else {
            throw .usage("no backup given; try 'omena restore FILE'")
        }
        try arguments.finish()
        self.file = LibraryTasks.absolute(file)
    }

    func run() throws(Failure) {
        let tasks = LibraryTasks(location: location)
        let answer: RestoreAnswer = try tasks.run(
            .restore,
            named: "Restoring",
            MaintenanceRequest(file: file)
        ) {
            progress throws(Failure) in
            try location.checkFolder()
            try location.prepare()
            let keys = try RestoreKeys(of: file, to: location)
            return RestoreAnswer(
                try Failure.wrap { () throws(LibraryError) in
                    try Library.restore(
                        from: file,
                        to: location.path,
                        key: keys.key,
                        now: SystemClock.clock.now,
                        progress: progress
                    )
                }
            )
        }
        Terminal.print(isJSON ? json(answer) : text(answer))
    }

    private func text(_ answer: RestoreAnswer) -> String {
        var text = "Restored \(answer.notes) notes from \(file)."
        if let kept = answer.kept {
            text += " The replaced library is now a backup: \(location.path)-backups/\(kept).omena"
        }
        if answer.missingMedia > 0 {
            text += "\n\(answer.missingMedia) of its pictures or sounds were not found."
        }
        return text
    }
}
