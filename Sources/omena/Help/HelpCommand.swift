/// `omena help`: what the program or a command does, for a terminal or as a manual page.
struct HelpCommand {
    private let command: Subcommand?
    private let isManualPage: Bool

    init(_ arguments: inout Arguments) throws(Failure) {
        isManualPage = arguments.flag("--man")
        command = try arguments.operand().map { name throws(Failure) in
            try Subcommand(named: name)
        }
        try arguments.finish()
    }

    func run() {
        let commands = command == nil ? Subcommand.allCases.map(\.guide) : []
        let guide = command?.guide ?? CommandGuide.program
        Terminal.print(
            isManualPage
                ? ManualPage(guide: guide, commands: commands).text
                : guide.text(listing: commands)
        )
    }
}

/// `omena completions`: a script for a shell.
struct CompletionsCommand {
    private let shell: CommandShell

    init(_ arguments: inout Arguments) throws(Failure) {
        guard let name = arguments.operand(), let shell = CommandShell(rawValue: name) else {
            let shells = CommandShell.allCases.map(\.rawValue).joined(separator: ", ")
            throw .usage("name a shell: \(shells)")
        }
        self.shell = shell
        try arguments.finish()
    }

    func run() { Terminal.print(shell.completions(of: Subcommand.allCases.map(\.guide))) }
}
