internal import Glibc

/// `omena`: parses its arguments and runs a command.
@main
enum Command {
    static func main() {
        // Writing to a closed pipe or connection is an error of that write, and must not end the program.
        signal(SIGPIPE, SIG_IGN)
        do throws(Failure) {
            try run(Arguments(CommandLine.arguments.dropFirst()))
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

    private static func run(_ words: Arguments) throws(Failure) {
        var arguments = words
        let command = arguments.command()
        let wantsHelp = arguments.flag("--help", "-h")
        switch command {
        case "serve" where wantsHelp: Terminal.print(Help.serve)
        case "serve": try ServeCommand(&arguments).run()
        case "pair" where wantsHelp: Terminal.print(Help.pair)
        case "pair": try PairCommand(&arguments).run()
        case "lock" where wantsHelp: Terminal.print(Help.lock)
        case "lock": try LockCommand(.lock, &arguments).run()
        case "unlock" where wantsHelp: Terminal.print(Help.unlock)
        case "unlock": try LockCommand(.unlock, &arguments).run()
        case "optimize" where wantsHelp: Terminal.print(Help.optimize)
        case "optimize": try OptimizeCommand(&arguments).run()
        case "memory" where wantsHelp: Terminal.print(Help.memory)
        case "memory": try MemoryCommand(&arguments).run()
        case "backup" where wantsHelp: Terminal.print(Help.backup)
        case "backup": try BackupCommand(&arguments).run()
        case "restore" where wantsHelp: Terminal.print(Help.restore)
        case "restore": try RestoreCommand(&arguments).run()
        case "check" where wantsHelp: Terminal.print(Help.check)
        case "check": try CheckCommand(&arguments).run()
        case "import" where wantsHelp: Terminal.print(Help.import)
        case "import": try ImportCommand(&arguments).run()
        case "export" where wantsHelp: Terminal.print(Help.export)
        case "export": try ExportCommand(&arguments).run()
        case "help": Terminal.print(Help.overview)
        case let name?: throw .usage("unknown command '\(name)'")
        case nil where wantsHelp: Terminal.print(Help.overview)
        case nil where arguments.flag("--version"): Terminal.print("omena \(Help.version)")
        case nil:
            try arguments.finish()
            throw .usage("no command given; try 'omena serve'")
        }
    }
}
