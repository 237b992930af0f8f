import Accounts
import Fleet
import Library
import LibraryValues
import Pages
import Server

/// `omena learner`: the learners of a server of several.
struct LearnerCommand {
    enum Action: String, CaseIterable {
        case add, list, invite, change, close, reopen, export, quota

        /// Those that not every action takes.
        var options: Set<String> {
            switch self {
            case .add: ["--title", "--role", "--from"]
            case .change: ["--title", "--role"]
            case .export: [KeyHolder.option]
            case .list, .invite, .close, .reopen, .quota: []
            }
        }
    }

    private let action: Action
    private let folder: String
    /// The PostgreSQL of a fleet; nil where the learners are in the folder.
    private let fleet: String?
    private let operands: [String]
    private let title: String?
    private let role: Account.Role?
    private let library: String?
    private let isJSON: Bool
    /// The number of the file with the passphrase of a library to export.
    private let passphrase: String?

    init(_ arguments: inout Arguments) throws(Failure) {
        guard let word = arguments.operand(), let action = Action(rawValue: word) else {
            let all = Action.allCases.map(\.rawValue).joined(separator: ", ")
            throw .usage("say what to do: \(all)")
        }
        var operands: [String] = []
        while let operand = arguments.operand() { operands.append(operand) }
        fleet = FleetLocation.named(try arguments.value(of: "--fleet"))
        let accounts = try arguments.value(of: "--accounts")
        // A fleet's accounts have no folder of their own.
        folder = fleet == nil ? try AccountsFolder.named(accounts) : accounts ?? ""
        title = try arguments.value(of: "--title")
        role = try Self.role(try arguments.value(of: "--role"))
        library = try arguments.value(of: "--from")
        isJSON = arguments.flag("--json")
        passphrase = try arguments.value(of: KeyHolder.option)
        try arguments.finish()
        let counts: [Action: Int] = [.list: 0, .export: 2, .quota: 2]
        guard operands.count == counts[action] ?? 1 else {
            let wanted = counts[action] ?? 1
            throw .usage(
                "'omena learner \(action)' takes \(["no name", "a name", "a name and a value"][wanted])"
            )
        }
        let given: KeyValuePairs = [
            "--title": title != nil, "--role": role != nil, "--from": library != nil,
            KeyHolder.option: passphrase != nil,
        ]
        for (option, isGiven) in given where isGiven && !action.options.contains(option) {
            throw .usage("'omena learner \(action)' takes no \(option)")
        }
        guard action != .change || title != nil || role != nil else {
            throw .usage("say what to change: --title or --role")
        }
        guard fleet == nil || action != .export else {
            throw .usage("'omena learner export' works on a folder; see 'omena fleet export'")
        }
        self.action = action
        self.operands = operands
    }

    private static func role(_ text: String?) throws(Failure) -> Account.Role? {
        guard let text else { return nil }
        guard let role = Account.Role(rawValue: text) else {
            let all = Account.Role.allCases.map(\.rawValue).joined(separator: ", ")
            throw .usage("--role is one of \(all)")
        }
        return role
    }

    func run() throws(Failure) {
        if action == .add { return try add() }
        let accounts = try openAccounts()
        if action == .list { return try list(accounts) }
        let account = try AccountsFolder.account(operands[0], in: accounts)
        let id = account.id
        let quota = action == .quota ? try size(operands[1]) : nil
        switch action {
        case .add, .list: break
        case .invite: try invite(account, accounts)
        case .export: try export(account)
        case .change, .quota:
            try show(accounts) { () throws(AccountsError) in
                try accounts.change(id, title: title, role: role, quota: quota)
            }
        case .close:
            try show(accounts) { () throws(AccountsError) in try accounts.close(id) }
            if !isJSON { Terminal.print(Self.whatFollows(closing: account)) }
        case .reopen:
            try show(accounts) { () throws(AccountsError) in try accounts.reopen(id) }
        }
    }

    /// - Parameter isNew: Whether a folder need not have accounts yet.
    private func openAccounts(creating isNew: Bool = false) throws(Failure) -> Accounts {
        if let fleet { return try FleetLocation(fleet).accounts(in: folder) }
        return isNew ? try AccountsFolder.openOrCreate(folder) : try AccountsFolder.open(folder)
    }

    // MARK: - Adding

    private func add() throws(Failure) {
        guard let name = LearnerName(operands[0]) else {
            throw Failure(
                "'\(operands[0])' can't be a name: it has at most \(LearnerName.maximumLength) letters a to z, digits and hyphens, and begins with a letter"
            )
        }
        if let library {
            try namingFrom { () throws(Failure) in
                try LibraryLocation(named: library, keys: KeyHolder()).checkExists()
            }
        }
        let accounts = try openAccounts(creating: true)
        let account = try Failure.wrap { () throws(AccountsError) in
            try accounts.add(name, title: title ?? "", role: role ?? .learner)
        }
        if let library {
            do throws(Failure) {
                try namingFrom { () throws(Failure) in try adopt(library, as: account, accounts) }
            } catch {
                try? accounts.delete(account)
                throw error
            }
        }
        try invite(account, accounts)
    }

    /// Runs `body`, whose errors name the option with which other commands are given a library.
    private func namingFrom(_ body: () throws(Failure) -> Void) throws(Failure) {
        do throws(Failure) {
            try body()
        } catch {
            throw error.replacing("--library", with: "--from")
        }
    }

    /// Copies a library with its pictures and sounds, as a backup of this moment, also while it is being served.
    ///
    /// One with a lock is copied as it is, which needs no key, but also that nobody has it open.
    private func adopt(
        _ library: String,
        as account: Account,
        _ accounts: Accounts
    ) throws(Failure) {
        let location = try LibraryLocation(named: library, keys: KeyHolder())
        if let fleet { return try adopt(location, as: account, in: FleetLocation(fleet)) }
        let folder = accounts.path(of: account)
        try FilePrivacy.makeFolder(folder)
        let path = LibraryTasks.absolute(accounts.library(of: account))
        let isCopied = try Failure.wrap { () throws(LibraryError) in
            guard let locked = try LockedLibrary(at: library) else { return false }
            defer { locked.close() }
            try locked.copy(to: path)
            return true
        }
        if isCopied { return }
        let tasks = LibraryTasks(location: location)
        let request = MaintenanceRequest(file: path)
        let _: BackupAnswer = try tasks.run(.backup, named: "Copying", request) {
            progress throws(Failure) in
            try tasks.withLibrary { library throws(LibraryError) in
                try BackupAnswer(library, to: path, progress: progress)
            }
        }
    }

    /// Puts a library that nobody has open into a fleet.
    private func adopt(
        _ location: LibraryLocation,
        as account: Account,
        in fleet: FleetLocation
    ) throws(Failure) {
        guard try !location.isSealed() else {
            throw Failure("libraries in a fleet have no lock; remove it first")
        }
        let library = try location.open()
        defer { try? library.close() }
        do {
            try LibraryTransfer(fleet.store).add(
                library,
                as: account.learner,
                through: location.path + "-fleet"
            )
        } catch {
            throw Failure("\(error)")
        }
    }

    private func invite(_ account: Account, _ accounts: Accounts) throws(Failure) {
        let secret = try Failure.wrap { () throws(AccountsError) in try accounts.invite(account) }
        let path = AccountsRoute.join(secret)
        let address =
            fleet == nil
            ? RunningServer.status(at: AccountsFolder.socket(of: folder))?.address : nil
        let link = "\(address ?? "")\(path)"
        if isJSON { return Terminal.print(json(Invitation(name: account.name.text, link: link))) }
        let place = address == nil ? "below the address of your server" : "in a browser"
        let code = address == nil ? nil : QRCode(link)?.text(isColored: Terminal.isInteractive)
        Terminal.print(
            """
            \(account.title) signs in for the first time by opening this link \(place),
            once and within seven days:

                \(link)
            """ + (code.map { "\n\n\($0)" } ?? ""),
            isColored: true
        )
    }

    private struct Invitation: Encodable {
        let name: String
        let link: String
    }

    // MARK: - The others

    private func export(_ account: Account) throws(Failure) {
        var words = [operands[1], "--learner", account.name.text, "--accounts", folder]
        if isJSON { words.append("--json") }
        if let passphrase { words += [KeyHolder.option, passphrase] }
        var arguments = Arguments(words, of: .export)
        try ExportCommand(&arguments).run()
    }

    private func size(_ text: String) throws(Failure) -> Int {
        let units = ["": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40]
        let digits = text.prefix { $0.isNumber }
        let unit = text.dropFirst(digits.count).lowercased()
        guard let number = Int(digits), number > 0, let factor = units[unit],
            case let (size, overflow) = number.multipliedReportingOverflow(by: factor), !overflow
        else { throw .usage("a quota is a number of bytes, or of K, M, G or T, such as 2G") }
        return size
    }

    private func show(
        _ accounts: Accounts,
        _ change: () throws(AccountsError) -> Account
    ) throws(Failure) {
        let row = Row(try Failure.wrap(change), accounts)
        Terminal.print(isJSON ? json(row) : Self.text([row]))
    }

    private static func whatFollows(closing account: Account) -> String {
        """

        The files are deleted after \(Account.gracePeriod / 86_400) days. Until then \(account.name) can sign in to download
        everything, and 'omena learner reopen \(account.name)' undoes it.
        """
    }

    private func list(_ accounts: Accounts) throws(Failure) {
        let all = try Failure.wrap { () throws(AccountsError) in try accounts.all() }
        let rows = all.map { Row($0, accounts) }
        Terminal.print(isJSON ? json(rows) : Self.text(rows))
    }

    private static func text(_ rows: [Row]) -> String {
        guard !rows.isEmpty else { return "There are no learners yet." }
        let width = rows.map(\.name.count).max() ?? 0
        return rows.map { row in
            let name = row.name + String(repeating: " ", count: width - row.name.count)
            let state = row.isOpen ? (row.canSignIn ? "" : ", invited") : ", closed"
            return
                "\(name)  \(row.role)\(state), \(row.size >> 20) of \(row.quota >> 20) MiB  \(row.title)"
        }.joined(separator: "\n")
    }

    private struct Row: Encodable {
        let name: String
        let title: String
        let role: String
        let isOpen: Bool
        let canSignIn: Bool
        let size: Int
        let quota: Int

        init(_ account: Account, _ accounts: Accounts) {
            name = account.name.text
            title = account.title
            role = account.role.rawValue
            isOpen = account.isOpen
            canSignIn = account.canSignIn
            size = accounts.size(of: account)
            quota = account.quota
        }
    }
}
