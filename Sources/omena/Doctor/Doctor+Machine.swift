internal import Glibc
import Library
import LibraryValues
import Lookup
import Notes
import Processes

extension Doctor {
    var clock: [Finding] {
        let synchronise = "sudo timedatectl set-ntp true"
        var findings: [Finding] = []
        let latest = (try? Library.backups(ofLibraryAt: path))?.first
        let future = max(changed, (latest?.backup.name.moment.milliseconds ?? 0) / 1000)
        if let built = Build.moment, now < built {
            findings.append(
                Finding(
                    .clock,
                    "the clock shows a time before this Omena was made",
                    remedy: synchronise
                )
            )
        } else if future > now + 86_400 {
            let days = (future - now) / 86_400
            findings.append(
                Finding(
                    .clock,
                    "the library or a backup was written \(days) days in the future, "
                        + "so the clock is wrong now or was then",
                    remedy: synchronise
                )
            )
        }
        if let zone = unknownTimeZone {
            findings.append(
                Finding(
                    .clock,
                    "there is no time zone \(zone), so days begin at the wrong hour",
                    remedy: "unset TZ; sudo timedatectl set-timezone Europe/Helsinki"
                )
            )
        }
        return findings
    }

    /// The zone of the environment, if the system does not know it.
    private var unknownTimeZone: String? {
        guard let variable = getenv("TZ"), variable.pointee != 0 else { return nil }
        let name = String(cString: variable)
        let zone = name.hasPrefix(":") ? String(name.dropFirst()) : name
        let file = zone.hasPrefix("/") ? zone : "/usr/share/zoneinfo/\(zone)"
        // Names such as EET-2EEST need no file.
        let needsFile = !zone.utf8.contains { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        return needsFile && access(file, R_OK) != 0 ? name : nil
    }

    var sandbox: [Finding] {
        guard let escapes = FileReading.escapes() else {
            return [
                Finding(
                    .sandbox,
                    "the process that reads imported files can't be started",
                    remedy: "ulimit -u unlimited"
                )
            ]
        }
        let named: [(SandboxEscape, String)] = [
            (.readsOtherFiles, "read other files"),
            (.writesFiles, "write files"),
            (.usesNetworks, "use the network"),
            (.startsPrograms, "start programs"),
        ]
        let possible = named.filter { escapes.contains($0.0) }.map(\.1)
        guard !possible.isEmpty else { return [] }
        return [
            Finding(
                .sandbox,
                "this kernel lacks Landlock or seccomp, so an imported file that takes over the process "
                    + "that reads it could \(possible.joined(separator: ", "))",
                remedy: "sudo apt-get full-upgrade && sudo reboot  # Linux 5.13 or later",
                isAdvice: true
            )
        ]
    }

    var dictionaries: [Finding] {
        var findings: [Finding] = []
        if WordNet() == nil {
            findings.append(
                Finding(
                    .dictionaries,
                    "without WordNet no definitions of English words can be generated",
                    remedy: "sudo apt-get install wordnet-base",
                    isAdvice: true
                )
            )
        }
        if !FreeDict.isAnyInstalled() {
            findings.append(
                Finding(
                    .dictionaries,
                    "without FreeDict no translations can be generated",
                    remedy: "sudo apt-get install dict-freedict-eng-fra  # and other pairs",
                    isAdvice: true
                )
            )
        }
        return findings
    }
}
