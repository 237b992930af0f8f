package import Languages

/// A browser's name for the learner, such as `Firefox on Android`, from its `User-Agent`.
package struct BrowserName {
    package let text: Phrase

    /// - Parameter agent: A `User-Agent`; a name of another kind is used unchanged.
    package init(_ agent: String) {
        guard !agent.isEmpty else {
            text = "Unnamed browser"
            return
        }
        guard agent.hasPrefix("Mozilla/") else {
            text = Phrase(verbatim: agent)
            return
        }
        // Most browsers also claim to be their predecessors, so that the specific marks are tried first.
        let browser = Self.browsers.first { agent.contains($0.mark) }.map {
            Phrase(verbatim: $0.name)
        }
        let system = Self.systems.first { agent.contains($0.mark) }?.name
        text = system.map { "\(browser ?? "Browser") on \($0)" } ?? browser ?? "Browser"
    }

    private static let browsers: [(mark: String, name: String)] = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"),
        ("Vivaldi/", "Vivaldi"), ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"),
        ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
    ]

    private static let systems: [(mark: String, name: String)] = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"),
        ("Mac OS X", "Mac"), ("Windows", "Windows"), ("Linux", "Linux"),
    ]
}
