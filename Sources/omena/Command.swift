internal import Glibc

/// `omena`: parses its arguments and runs a command.
@main
enum Command {
    static func main() {
        // Writing to a closed pipe or connection is an error of that write, and must not end the program.
        signal(SIGPIPE, SIG_IGN)
        FileReading.runIfWanted(CommandLine.arguments.dropFirst())
        do throws(Failure) {
            try run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            Terminal.printError(error.message)
            end(error.exitCode)
        }
        end(0)
    }

    /// Ends the program, without the clean-up of its libraries, which other threads may still use: a backup of a library with
    /// a lock is encrypted until the program ends.
    static func end(_ code: Int32) -> Never {
        fflush(nil)
        _exit(code)
    }

    private static func run(_ words: [String]) throws(Failure) {
        var words = words[...]
        guard let name = words.first, !name.hasPrefix("-") else { return try runProgram(words) }
        words.removeFirst()
        let command = try Subcommand(named: name)
        guard !words.contains("--help"), !words.contains("-h") else {
            return Terminal.print(command.guide.text())
        }
        var arguments = Arguments(words, of: command.guide)
        try command.run(&arguments)
    }

    /// Without a command.
    private static func runProgram(_ words: ArraySlice<String>) throws(Failure) {
        var arguments = Arguments(words, of: .program)
        let wantsHelp = arguments.flag("--help", "-h")
        let wantsVersion = arguments.flag("--version")
        if wantsHelp {
            Terminal.print(CommandGuide.program.text(listing: Subcommand.allCases.map(\.guide)))
        } else if wantsVersion {
            Terminal.print(Build.description)
        } else {
            try arguments.finish()
            throw .usage("no command given; try 'omena serve'")
        }
    }
}
