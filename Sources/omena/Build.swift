/// What was built: the same commit always describes itself alike.
enum Build {
    static let version = "0.1.0"

    /// The day of the commit, such as 2026-11-25; empty if the sources came without a repository.
    static let day = builtDay

    /// For `--version`.
    static var description: String {
        builtCommit.isEmpty
            ? "omena \(version)" : "omena \(version) (commit \(builtCommit), \(builtDay))"
    }
}
