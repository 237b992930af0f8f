extension Headers {
    /// Whether the client takes gzip (`Accept-Encoding`, RFC 9110 §12.5.3).
    var acceptGzip: Bool {
        var wildcard = false
        for member in list("Accept-Encoding") {
            let parts = member.split(separator: ";").map(\.trimmed)
            guard let coding = parts.first else { continue }
            let isTaken = !parts.dropFirst().contains { $0.isZeroQuality }
            if coding.isSameName(as: "gzip") || coding.isSameName(as: "x-gzip") { return isTaken }
            if coding == "*" { wildcard = isTaken }
        }
        return wildcard
    }
}

extension Substring {
    /// Whether a parameter is `q=0`, `q=0.0` or so: "not at all".
    fileprivate var isZeroQuality: Bool {
        let parts = split(separator: "=", maxSplits: 1).map(\.trimmed)
        guard parts.count == 2, parts[0].isSameName(as: "q") else { return false }
        return parts[1].first == "0" && parts[1].allSatisfy { $0 == "0" || $0 == "." }
    }
}
