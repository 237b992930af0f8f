import HTTP

/// What a script of a page would rather have than the whole page, perhaps with how much of it: `rows=20`.
struct Preference {
    let name: Substring
    let number: Int?
}

extension Request {
    /// What its header `Prefer` asks for.
    var preference: Preference? {
        guard let parts = self.headers["Prefer"]?.split(separator: "=", maxSplits: 1),
            let name = parts.first
        else { return nil }
        return Preference(name: name, number: parts.dropFirst().first.flatMap { Int($0) })
    }
}
