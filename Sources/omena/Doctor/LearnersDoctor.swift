import Accounts
internal import Glibc

/// Looks at a server of several learners: at the server and its machine once, and at the library of each.
///
/// Of a library with a lock it says only what its files show without a key.
struct LearnersDoctor {
    /// Of the server and of the file with the accounts.
    private let server: Doctor
    private let folder: String

    init(_ server: Doctor, of folder: String) {
        self.server = server
        self.folder = folder
    }

    func findings(of check: DoctorCheck) -> [Finding] {
        switch check {
        case .server, .port, .certificate, .proxy, .disk, .clock, .dictionaries, .sandbox:
            server.findings(of: check)
        case .permissions: server.findings(of: check) + ofLibraries(check)
        // A library that nobody has used has no backup.
        case .library, .backups: ofLibraries(check).filter { !$0.isAdvice }
        case .learners: learners
        }
    }

    private var accounts: Accounts? { try? AccountsFolder.read(folder) }

    private func ofLibraries(_ check: DoctorCheck) -> [Finding] {
        guard AccountsFolder.mayRead(folder) else {
            return [.unreadableAccounts(in: folder, check)]
        }
        guard let accounts, let all = try? accounts.all() else { return [] }
        return all.filter(\.isOpen).flatMap { account -> [Finding] in
            // One who was never here has no folder yet.
            guard access(accounts.path(of: account), F_OK) == 0 else { return [] }
            let doctor = Doctor(
                location: LibraryLocation(of: LearnerLocation(of: account, in: accounts)),
                options: server.options,
                status: server.status,
                isServerSilent: server.isServerSilent,
                isServerWanted: false
            )
            return doctor.findings(of: check).map { $0.about(account.name.text) }
        }
    }

    /// Learners without a library, and libraries without a learner.
    private var learners: [Finding] {
        guard AccountsFolder.mayRead(folder) else {
            return [.unreadableAccounts(in: folder, .learners)]
        }
        do {
            let accounts = try AccountsFolder.read(folder)
            let all = try Failure.wrap { () throws(AccountsError) in try accounts.all() }
            let stray = try Failure.wrap { () throws(AccountsError) in
                try accounts.strayFolders()
            }
            return all.compactMap { account in
                let library = accounts.library(of: account)
                guard account.isOpen, account.seen != nil, access(library, F_OK) != 0 else {
                    return nil
                }
                return Finding(
                    .learners,
                    "\(account.name) has been here, but there is no \(library); "
                        + "without a backup of it the next visit creates a new library",
                    remedy: "ls -l \(accounts.path(of: account).quotedForShell)"
                )
            }
                + stray.map { folder in
                    Finding(
                        .learners,
                        "\(folder) belongs to no learner",
                        remedy: "omena learner add NAME "
                            + "--from \("\(folder)/library.omena".quotedForShell) "
                            + "--accounts \(self.folder.quotedForShell)"
                    )
                }
        } catch {
            return [
                Finding(.learners, error.message, remedy: "ls -l \(folder.quotedForShell)")
            ]
        }
    }
}
