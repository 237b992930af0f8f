/// What a `Content-Type` says about a body.
enum ContentType {
    /// Whether it is a kind of text, which compresses well.
    static func isText(_ value: String) -> Bool {
        let type = value.prefix { $0 != ";" }.trimmed.lowercased()
        return type.hasPrefix("text/") || type.hasSuffix("+json") || type.hasSuffix("+xml")
            || others.contains(type)
    }

    private static let others: Set<String> = [
        "application/json", "application/javascript", "application/xml", "application/x-ndjson",
    ]
}
