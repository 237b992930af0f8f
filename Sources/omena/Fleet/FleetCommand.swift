import Accounts
import Fleet
import FoundationEssentials
import Languages
import Library
import Server
import Sodium

/// `omena fleet`: moves the learners of a server into a fleet, and back to files.
struct FleetCommand {
    enum Action: String, CaseIterable {
        case `import`, export
    }

    private let action: Action
    private let folder: String
    private let address: String

    init(_ arguments: inout Arguments) throws(Failure) {
        guard let word = arguments.operand(), let action = Action(rawValue: word) else {
            throw .usage("say what to do: import, export")
        }
        guard let folder = arguments.operand() else {
            throw .usage("name the folder of the learners")
        }
        guard let address = FleetLocation.named(try arguments.value(of: "--fleet")) else {
            throw .usage("give the fleet's PostgreSQL with --fleet URL, or in OMENA_FLEET")
        }
        (self.action, self.folder, self.address) = (action, folder, address)
        try arguments.finish()
    }

    func run() throws(Failure) {
        let fleet = try FleetLocation(address)
        switch action {
        case .import: try bringIn(fleet)
        case .export: try takeOut(fleet)
        }
    }

    // MARK: - Into the fleet

    private func bringIn(_ fleet: FleetLocation) throws(Failure) {
        if let server = RunningServer.status(at: AccountsFolder.socket(of: folder)) {
            throw Failure(
                "Omena (process \(server.program.process)) serves \(folder); stop it first, so that nothing is added there"
            )
        }
        let files = try AccountsFolder.open(folder)
        let accounts = try fleet.accounts(in: folder)
        try Failure.wrap { () throws(AccountsError) in try files.checkNames(in: accounts) }
        let all = try Failure.wrap { () throws(AccountsError) in try files.all() }
        for account in all {
            let path = files.library(of: account)
            let isSealed = try Failure.wrap { () throws(LibraryError) in
                guard FileManager.default.fileExists(atPath: path) else { return false }
                return try LockedLibrary.isSealed(path)
            }
            guard !isSealed else {
                throw Failure(
                    "the library of \(account.name) has a lock, and those of a fleet have none; remove it first"
                )
            }
        }
        // The libraries first: whoever can sign in has a library. What a killed import has added is not added again.
        let transfer = LibraryTransfer(fleet.store)
        let japanese = JapaneseReader.installed()
        for (index, account) in all.enumerated() {
            let path = files.library(of: account)
            guard FileManager.default.fileExists(atPath: path) else { continue }
            do {
                if try transfer.hasLibrary(account.learner) {
                    Terminal.log("\(account.name) is in the fleet already", .info)
                    continue
                }
                let library = try Library.open(
                    at: path,
                    reading: japanese,
                    now: SystemClock.clock.now
                )
                defer { try? library.close() }
                try transfer.add(library, as: account.learner, through: path + "-fleet")
            } catch {
                throw Failure("the library of \(account.name) was not added: \(error)")
            }
            if index % 100 == 99 { Terminal.log("\(index + 1) of \(all.count) libraries", .info) }
        }
        let missing = try Failure.wrap { () throws(AccountsError) in try files.copy(to: accounts) }
        Terminal.print("\(all.count) learners are in the fleet.")
        guard missing.isEmpty else {
            throw Failure("files of classes are missing in \(folder): \(Self.list(missing))")
        }
    }

    // MARK: - Back to files

    private func takeOut(_ fleet: FleetLocation) throws(Failure) {
        guard !Accounts.exist(in: folder) else {
            throw Failure("there are learners in \(folder) already; name an empty folder")
        }
        // One that was killed has left its row as it was.
        let nodes = try Failure.wrap { () throws(FleetError) in
            try fleet.store.watched(for: Lease.patience + .seconds(1))
        }
        let living = nodes.filter(\.lives).map(\.row.name)
        guard living.isEmpty else {
            throw Failure(
                "stop the nodes first (\(living.joined(separator: ", "))), so that nothing is added there"
            )
        }
        let files = try AccountsFolder.openOrCreate(folder)
        let accounts = try fleet.accounts(in: folder)
        let all = try Failure.wrap { () throws(AccountsError) in try accounts.all() }
        let transfer = LibraryTransfer(fleet.store)
        var isComplete = true
        var damaged: [String] = []
        for account in all {
            let path = files.library(of: account)
            try FilePrivacy.makeFolder(files.path(of: account))
            do {
                let missing = try transfer.write(account.learner, to: path) {
                    try Library.open(at: $0, now: SystemClock.clock.now)
                }
                for name in missing ?? [] {
                    Terminal.log("\(account.name): \(name) is missing or incomplete in the fleet")
                    isComplete = false
                }
            } catch FleetError.damaged(let reason), LibraryError.damaged(_, let reason) {
                Terminal.log("\(account.name): the library is damaged in the fleet: \(reason)")
                damaged.append(account.name.text)
                try Failure.wrap { () throws(LibraryError) in
                    try Library.markAsMissing(at: path)
                }
            } catch {
                throw Failure("the library of \(account.name) was not written: \(error)")
            }
        }
        let packs = try Failure.wrap { () throws(AccountsError) in try accounts.copy(to: files) }
        if !packs.isEmpty {
            Terminal.log(
                "files of classes are missing or incomplete in the fleet: \(Self.list(packs))"
            )
            isComplete = false
        }
        Terminal.print("\(all.count) learners are in \(folder).")
        guard damaged.isEmpty else {
            throw Failure(
                "the libraries of \(damaged.joined(separator: ", ")) were not exported, and nobody can use them until they are put back from a copy; the rest is in \(folder)"
            )
        }
        guard isComplete else {
            throw Failure("not everything could be exported, see above; the rest is in \(folder)")
        }
    }

    private static func list(_ files: [Digest]) -> String {
        files.map(\.description).joined(separator: ", ")
    }
}
