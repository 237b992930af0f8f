internal import Glibc

/// `omena`: reads its arguments, picks the live parts, and runs.
@main
enum Command {
    static func main() {
        // A reader that goes away (a closed pipe, a browser) is an error of that write, not of the program.
        signal(SIGPIPE, SIG_IGN)
        do throws(Failure) {
            try run(Arguments(CommandLine.arguments.dropFirst()))
        } catch {
            Terminal.complain(error.message)
            exit(error.exitCode)
        }
    }

    private static func run(_ words: Arguments) throws(Failure) {
        var arguments = words
        let command = arguments.command()
        let wantsHelp = arguments.flag("--help", "-h")
        switch command {
        case "serve" where wantsHelp: Terminal.say(Help.serve)
        case "serve": try ServeCommand(&arguments).run()
        case "pair" where wantsHelp: Terminal.say(Help.pair)
        case "pair": try PairCommand(&arguments).run()
        case "lock" where wantsHelp: Terminal.say(Help.lock)
        case "lock": try LockCommand(.lock, &arguments).run()
        case "unlock" where wantsHelp: Terminal.say(Help.unlock)
        case "unlock": try LockCommand(.unlock, &arguments).run()
        case "optimize" where wantsHelp: Terminal.say(Help.optimize)
        case "optimize": try OptimizeCommand(&arguments).run()
        case "memory" where wantsHelp: Terminal.say(Help.memory)
        case "memory": try MemoryCommand(&arguments).run()
        case "backup" where wantsHelp: Terminal.say(Help.backup)
        case "backup": try BackupCommand(&arguments).run()
        case "restore" where wantsHelp: Terminal.say(Help.restore)
        case "restore": try RestoreCommand(&arguments).run()
        case "check" where wantsHelp: Terminal.say(Help.check)
        case "check": try CheckCommand(&arguments).run()
        case "import" where wantsHelp: Terminal.say(Help.import)
        case "import": try ImportCommand(&arguments).run()
        case "export" where wantsHelp: Terminal.say(Help.export)
        case "export": try ExportCommand(&arguments).run()
        case "help": Terminal.say(Help.overview)
        case let name?: throw .usage("there is no command '\(name)'")
        case nil where wantsHelp: Terminal.say(Help.overview)
        case nil where arguments.flag("--version"): Terminal.say("omena \(Help.version)")
        case nil:
            try arguments.finish()
            throw .usage("say what to do, such as 'omena serve'")
        }
    }
}
