/// The commands, in the order in which they are listed.
enum Subcommand: String, CaseIterable {
    case serve, learner, pair, unlock, lock, `import`, export, backup, restore, check, doctor,
        optimize
    case sync, stats, memory, node, fleet, completions, help

    init(named name: String) throws(Failure) {
        guard let command = Self(rawValue: name) else { throw .usage("unknown command '\(name)'") }
        self = command
    }

    var guide: CommandGuide {
        switch self {
        case .serve: .serve
        case .learner: .learner
        case .pair: .pair
        case .unlock: .unlock
        case .lock: .lock
        case .import: .import
        case .export: .export
        case .backup: .backup
        case .restore: .restore
        case .check: .check
        case .doctor: .doctor
        case .optimize: .optimize
        case .sync: .sync
        case .stats: .stats
        case .memory: .memory
        case .node: .node
        case .fleet: .fleet
        case .completions: .completions
        case .help: .help
        }
    }

    func run(_ arguments: inout Arguments) throws(Failure) {
        switch self {
        case .serve: try ServeCommand(&arguments).run()
        case .learner: try LearnerCommand(&arguments).run()
        case .pair: try PairCommand(&arguments).run()
        case .unlock: try LockCommand(.unlock, &arguments).run()
        case .lock: try LockCommand(.lock, &arguments).run()
        case .import: try ImportCommand(&arguments).run()
        case .export: try ExportCommand(&arguments).run()
        case .backup: try BackupCommand(&arguments).run()
        case .restore: try RestoreCommand(&arguments).run()
        case .check: try CheckCommand(&arguments).run()
        case .doctor: try DoctorCommand(&arguments).run()
        case .optimize: try OptimizeCommand(&arguments).run()
        case .sync: try SyncCommand(&arguments).run()
        case .stats: try StatsCommand(&arguments).run()
        case .memory: try MemoryCommand(&arguments).run()
        case .node: try NodeCommand(&arguments).run()
        case .fleet: try FleetCommand(&arguments).run()
        case .completions: try CompletionsCommand(&arguments).run()
        case .help: try HelpCommand(&arguments).run()
        }
    }
}
