internal import Glibc

/// What was built: the same commit always describes itself alike.
enum Build {
    static let version = "1.0.0"

    /// The day of the commit, such as 2026-11-25; empty if the sources came without a repository.
    static let day = builtDay

    /// When that day began, in seconds since 1970.
    static var moment: Int64? {
        let parts = day.split(separator: "-").compactMap { Int32($0) }
        guard parts.count == 3 else { return nil }
        var time = tm()
        (time.tm_year, time.tm_mon, time.tm_mday) = (parts[0] - 1900, parts[1] - 1, parts[2])
        return Int64(timegm(&time))
    }

    /// For `--version`.
    static var description: String {
        builtCommit.isEmpty
            ? "omena \(version)" : "omena \(version) (commit \(builtCommit), \(builtDay))"
    }
}
