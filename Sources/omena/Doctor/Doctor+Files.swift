internal import Glibc
import Library
import LibraryValues
import Notes

extension Doctor {
    var library: [Finding] {
        do {
            try Library.inspect(at: path)
            return []
        } catch {
            return [Finding(.library, error.description, remedy: remedy(for: error))]
        }
    }

    private func remedy(for error: LibraryError) -> String {
        let latest = (try? Library.backups(ofLibraryAt: path))?.first
        return switch error {
        case .newerVersion: "sudo apt-get install --only-upgrade omena"
        case .notALibrary where latest == nil: "omena serve --library FILE"
        default:
            latest.map { "omena restore \(location.options) \($0.path.quotedForShell)" }
                ?? "ls -l \(folder.quotedForShell)"
        }
    }

    // MARK: - Permissions

    /// The library's files that exist.
    private var files: [String] {
        ["", "-media", "-keys", "-wal", "-lock", "-backups"].map { path + $0 }
            .filter { access($0, F_OK) == 0 }
    }

    var permissions: [Finding] {
        let secrets = files + [options.certificate?.key, options.tokenFile].compactMap(\.self)
        let open = secrets.filter(FilePrivacy.isOpenToAll)
        var findings: [Finding] = []
        if !open.isEmpty {
            let names = open.map(\.quotedForShell).joined(separator: " ")
            findings.append(
                Finding(
                    .permissions,
                    "every user of this machine can read \(open.joined(separator: " "))",
                    remedy: "chmod go= \(names)"
                )
            )
        }
        guard access(folder, F_OK) == 0 else {
            return location.isDefault
                ? findings
                : findings + [
                    Finding(
                        .permissions,
                        "there is no folder \(folder)",
                        remedy: "mkdir -p \(folder.quotedForShell)"
                    )
                ]
        }
        // Root may use the files of others, but then owns what it creates among them.
        let owner = geteuid() == 0 ? Self.owner(of: folder) : geteuid()
        let foreign = ([folder] + files).filter { Self.owner(of: $0) != owner }
        if !foreign.isEmpty {
            let names = foreign.map(\.quotedForShell).joined(separator: " ")
            findings.append(
                Finding(
                    .permissions,
                    "\(foreign.joined(separator: " ")) belong to another user",
                    remedy: "sudo chown --recursive \(owner) \(names)"
                )
            )
        } else if access(folder, W_OK | X_OK) != 0, errno == EACCES {
            findings.append(
                Finding(
                    .permissions,
                    "Omena may not create files in \(folder)",
                    remedy: "chmod u+rwx \(folder.quotedForShell)"
                )
            )
        } else if let file = files.first(where: { access($0, R_OK | W_OK) != 0 && errno == EACCES })
        {
            findings.append(
                Finding(
                    .permissions,
                    "Omena may not read and change \(file)",
                    remedy: "chmod u+rw \(file.quotedForShell)"
                )
            )
        }
        return findings
    }

    private static func owner(of path: String) -> uid_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_uid : geteuid()
    }

    // MARK: - Disk

    var disk: [Finding] {
        Library.diskProblems(ofLibraryAt: path).map { problem in
            switch problem {
            case .changedPages:
                Finding(
                    .disk,
                    "a part of \(path) is damaged, or another program has changed it",
                    remedy: "omena check --library \(path.quotedForShell)"
                )
            case .writeProtected:
                Finding(
                    .disk,
                    "the disk of \(folder) is write-protected",
                    remedy: "sudo mount -o remount,rw "
                        + "\"$(findmnt -no TARGET -T \(folder.quotedForShell))\""
                )
            case .noMoreFiles:
                Finding(
                    .disk,
                    "the disk of \(folder) has no room for more files, however small",
                    remedy: "df --inodes \(folder.quotedForShell)"
                )
            case .littleSpace(let free, let wanted):
                Finding(
                    .disk,
                    "only \(free / 1_000_000) MB are free on the disk of \(folder); "
                        + "\(wanted / 1_000_000) MB let every import and backup succeed",
                    remedy: "du -xh --max-depth=2 \(folder.quotedForShell) | sort -h | tail"
                )
            }
        }
    }

    private static func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    // MARK: - Backups

    var backups: [Finding] {
        let remedy = "omena backup \(location.options)"
        let backups: [(backup: Backup, path: String)]
        do {
            backups = try Library.backups(ofLibraryAt: path)
        } catch {
            return [Finding(.backups, error.description, remedy: "ls -l \(folder.quotedForShell)")]
        }
        guard Self.size(of: path) > 0 else { return [] }
        guard let latest = backups.first else {
            return [Finding(.backups, "there is no backup yet", remedy: remedy, isAdvice: true)]
        }
        do {
            try Library.inspect(at: latest.path)
        } catch {
            return [Finding(.backups, "the latest backup: \(error.description)", remedy: remedy)]
        }
        if case .failed(let reason)? = try? Library.testRestore(ofLibraryAt: path)?.outcome {
            return [Finding(.backups, "the latest test restore failed: \(reason)", remedy: remedy)]
        }
        let age = (changed - latest.backup.name.moment.milliseconds / 1000) / 86_400
        guard age > 3 else { return [] }
        return [
            Finding(
                .backups,
                "the library changed \(age) days after its latest backup",
                remedy: remedy
            )
        ]
    }

    /// When the library last changed, in seconds since 1970.
    var changed: Int64 {
        ["", "-wal"].map { ending in
            var status = stat()
            return stat(path + ending, &status) == 0 ? Int64(status.st_mtim.tv_sec) : 0
        }.max() ?? 0
    }
}
