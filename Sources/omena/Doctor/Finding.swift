import Accounts

/// What `omena doctor` looks at, in the order in which it does.
enum DoctorCheck: String, CaseIterable, Encodable {
    case server, port, certificate, proxy, learners, library, permissions, disk, backups, clock,
        dictionaries, sandbox

    /// Those that look at the files of one library.
    static let ofLibrary: [Self] = [.library, .permissions, .backups]
}

/// Something that is wrong or could be better, and the command that changes it.
struct Finding: Encodable {
    let check: DoctorCheck
    let says: String
    /// A command for the shell, or what to write into a proxy's configuration.
    let remedy: String
    /// Whether Omena works all the same.
    let isAdvice: Bool

    init(_ check: DoctorCheck, _ says: String, remedy: String, isAdvice: Bool = false) {
        self.check = check
        self.says = says
        self.remedy = remedy
        self.isAdvice = isAdvice
    }

    /// That this user may not read the accounts in a folder.
    static func unreadableAccounts(in folder: String, _ check: DoctorCheck) -> Finding {
        let file = Accounts.file(in: folder)
        return Finding(
            check,
            "Omena may not read \(file)",
            remedy: "ls -ld \(folder.quotedForShell) \(file.quotedForShell)"
        )
    }

    /// The same about the library of one learner of several.
    func about(_ learner: String) -> Finding {
        Finding(check, "\(learner): \(says)", remedy: remedy, isAdvice: isAdvice)
    }
}

extension String {
    /// As a word of a shell's command line.
    var quotedForShell: String {
        let isPlain = utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
                || UInt8(ascii: "+")...UInt8(ascii: ":") ~= byte || "_@%".utf8.contains(byte)
        }
        return isPlain && !isEmpty ? self : "'\(replacing("'", with: "'\\''"))'"
    }
}
