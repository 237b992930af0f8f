internal import LibraryValues
internal import Storage
internal import Threads

extension Library {
    /// Checks the whole library, and repairs what can be repaired.
    ///
    /// It may be read and changed meanwhile. A backup is made before the first repair.
    ///
    /// - Parameter acceptsPages: Whether to accept pages of the file that differ from what Omena wrote.
    package func check(
        acceptingPages acceptsPages: Bool = false,
        progress: Progress = { _ in }
    ) throws(LibraryError) -> CheckReport {
        try translatingErrors {
            try maintenanceLock.withLock {
                var check = Check(self)
                try check.file(acceptingPages: acceptsPages)
                progress(0.2)
                // The content of a damaged file cannot be trusted.
                guard check.report.isSound else { return check.report }
                check.report.facts = try facts()
                try check.references()
                try check.facts()
                progress(0.25)
                try check.values()
                progress(0.35)
                try check.memories { progress(0.35 + $0 * 0.3) }
                try check.counts()
                progress(0.7)
                try check.search()
                progress(0.85)
                try check.media { progress(0.85 + $0 * 0.15) }
                try check.mediaNames()
                return check.report
            }
        }
    }
}

struct Check {
    let library: Library
    var report = CheckReport()

    init(_ library: Library) { self.library = library }

    /// Reports a fault that cannot be repaired here.
    mutating func reportFault(_ part: CheckFinding.Part, _ says: String, _ advice: String) {
        report.findings.append(
            CheckFinding(part: part, says: says, remedy: advice, isRepaired: false)
        )
    }

    /// Repairs a fault, after making a backup, and reports it.
    mutating func repair(
        _ part: CheckFinding.Part,
        _ says: String,
        _ remedy: String,
        _ body: (borrowing Writer) throws -> Void
    ) throws {
        try prepareRepair()
        try library.database.write(body)
        reportRepair(part, says, remedy)
    }

    mutating func reportRepair(_ part: CheckFinding.Part, _ says: String, _ remedy: String) {
        report.findings.append(
            CheckFinding(part: part, says: says, remedy: remedy, isRepaired: true)
        )
    }

    /// Backs the library up before the first repair.
    mutating func prepareRepair() throws {
        guard report.backup == nil else { return }
        report.backup = try library.makeBackup(.beforeRepair).name
    }
}

func several(_ count: Int, _ one: String, _ many: String) -> String {
    count == 1 ? "1 \(one)" : "\(count) \(many)"
}
