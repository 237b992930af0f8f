import Library
import Pages
import Server

/// `omena restore`: puts a backup in the place of the library, and keeps what lay there.
struct RestoreCommand {
    private let location: LibraryLocation
    private let file: String
    private let isJSON: Bool

    init(_ arguments: inout Arguments) throws(Failure) {
        location = try LibraryLocation(&arguments)
        isJSON = arguments.flag("--json")
        guard let file = arguments.command() else {
            throw .usage("say which backup to restore, such as 'omena restore FILE'")
        }
        try arguments.finish()
        self.file = Work.absolute(file)
    }

    func run() throws(Failure) {
        let work = Work(location: location)
        let answer: RestoreAnswer = try work.run(
            .restore,
            named: "Restoring",
            order: UpkeepOrder(file: file)
        ) {
            progress throws(Failure) in
            try location.prepare()
            let keys = try RestoreKeys(of: file, to: location)
            return RestoreAnswer(
                try Failure.telling { () throws(LibraryError) in
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
        Terminal.say(isJSON ? json(answer) : text(answer))
    }

    private func text(_ answer: RestoreAnswer) -> String {
        var text = "Restored \(answer.notes) notes from \(file)."
        if let kept = answer.kept {
            text += " What was there is kept: \(location.path)-backups/\(kept).omena"
        }
        if answer.missingMedia > 0 {
            text += "\n\(answer.missingMedia) pictures or sounds that it names were not found."
        }
        return text
    }
}
