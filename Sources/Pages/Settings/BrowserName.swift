package import Languages

/// What a learner calls a browser, from what it says of itself: `Firefox on Android`.
package struct BrowserName {
    /// In words.
    package let text: Phrase

    /// Reads a `User-Agent`; a name of another kind stays as it is.
    package init(_ agent: String) {
        guard !agent.isEmpty else {
            text = "Unnamed browser"
            return
        }
        guard agent.hasPrefix("Mozilla/") else {
            text = Phrase(verbatim: agent)
            return
        }
        // Most of them claim to be all that came before them, so the newest claims are looked for first.
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
