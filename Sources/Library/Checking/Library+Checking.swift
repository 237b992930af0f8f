internal import LibraryValues
internal import Storage
internal import Threads

extension Library {
    /// Looks through the whole library, and repairs what can be repaired.
    ///
    /// Others may read and change it meanwhile. Before the first repair a backup is made.
    package func check(progress: Progress = { _ in }) throws(LibraryError) -> CheckReport {
        try translatingErrors {
            try upkeep.withLock {
                var check = Check(self)
                try check.file()
                progress(0.2)
                // Whatever else is looked at in a file of a broken form may be anything.
                guard check.report.isSound else { return check.report }
                check.report.facts = try facts()
                try check.references()
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

/// A check on its way through a library.
struct Check {
    let library: Library
    var report = CheckReport()

    init(_ library: Library) { self.library = library }

    /// Writes down what is wrong and cannot be helped here.
    mutating func leave(_ part: CheckFinding.Part, _ says: String, _ advice: String) {
        report.findings.append(
            CheckFinding(part: part, says: says, remedy: advice, isRepaired: false)
        )
    }

    /// Repairs something, after a backup was made, and writes it down.
    mutating func repair(
        _ part: CheckFinding.Part,
        _ says: String,
        _ remedy: String,
        _ body: (borrowing Writer) throws -> Void
    ) throws {
        try prepareRepair()
        try library.database.write(body)
        mend(part, says, remedy)
    }

    /// Writes down what is repaired.
    mutating func mend(_ part: CheckFinding.Part, _ says: String, _ remedy: String) {
        report.findings.append(
            CheckFinding(part: part, says: says, remedy: remedy, isRepaired: true)
        )
    }

    /// Keeps the library as it is, before the first repair.
    mutating func prepareRepair() throws {
        guard report.backup == nil else { return }
        report.backup = try library.makeBackup(.beforeRepair).name
    }
}

/// So many of something, in words.
func several(_ count: Int, _ one: String, _ many: String) -> String {
    count == 1 ? "1 \(one)" : "\(count) \(many)"
}
