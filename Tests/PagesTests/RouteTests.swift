import LibraryValues
import Notes
import Pages
import Recall
import Testing

struct RouteTests {
    /// Parses an address as the server does: splits it at `?`, `/`, `&` and `=`, then decodes each part.
    func read(_ address: String) -> Route? {
        let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let segments = parts[0].dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        let query = (parts.count > 1 ? parts[1] : "").split(separator: "&").map { item in
            let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (name: decoded(pair[0]), value: pair.count > 1 ? decoded(pair[1]) : "")
        }
        return Route(segments: parts[0] == "/" ? [] : segments.map(decoded), query: query)
    }

    private func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = UInt8(String(rest.prefix(2)) ?? "", radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let decks = [
        "First questions", "Languages::Finnish", "a/b?c=d&e#f", "100 %25", "+ +", "りんご 🍎", "\"'<>&",
        ".", "..",
        " ", "\u{0}\u{7F}", "é", "e\u{301}", "https://example.org/", "שלום",
    ]

    @Test(arguments: Mode.allCases, decks)
    func readsSessionAddresses(mode: Mode, deck: String) {
        let route = Route.study(mode, Source(deck: deck))

        #expect(read(route.path) == route)
        #expect(route.path.utf8.allSatisfy { (0x21...0x7E).contains($0) })
    }

    @Test(arguments: [
        Route.home, .statistics(), .statistics(StatisticsRequest(range: .year)),
        .statistics(
            StatisticsRequest(source: Source(decks: ["A::B"], query: "tag:x"), range: .all)
        ),
        .cards(.log(NoteID(rawValue: 7), face: .template(1))), .reviews, .studyCards,
        .tomorrow(Source(deck: "A B")), .manifest, .worker, .offline, .help(),
        .help(search: "a&b c?"), .chapter("first-day"), .pair(),
        .pair(code: "K7QM-4TXN"),
        .pairingCodes, .reviewLog, .memories, .parameters,
        .asset(version: "0123456789abcdef", name: "css/tokens.css"),
        .asset(version: "0", name: "recall.wasm"),
        .unlock(),
        .unlock(to: "/study/learn?deck=A%20B"),
        .unlock(isUse: true),
        .unlockBy(.passphrase),
        .unlockBy(.recovery),
        .unlockBy(.passkey),
        .unlockBy(.challenge),
        .lock,
        .media(MediaHash(String(repeating: "0f", count: 32))!),
        .addMedium(), .addMedium(named: "a &b=猫.png"),
    ])
    func readsItsOwnAddresses(route: Route) {
        #expect(read(route.path) == route)
    }

    @Test func keepsAddressesStable() {
        #expect(Route.home.path == "/")
        #expect(
            Route.study(.learn, Source(deck: "First questions")).path
                == "/study/learn?deck=First%20questions"
        )
        #expect(Route.asset(version: "ab", name: "js/study.js").path == "/assets/ab/js/study.js")
        #expect(Route.manifest.path == "/manifest.webmanifest")
    }

    @Test func ignoresUnknownQueryItems() {
        #expect(read("/?utm_source=mail") == .home)
        #expect(read("/study/learn?from=home&deck=A") == .study(.learn, Source(deck: "A")))
    }

    @Test(arguments: [
        ("deck=B&tag=t&deck=A&query=q", "deck=A&deck=B&tag=t&query=q"),
        ("tag=b&tag=a&tag=b", "tag=a&tag=b"),
        ("query=is%3Adue", "query=is%3Adue"),
        ("deck=%C3%A9&deck=e%CC%81&deck=Z", "deck=Z&deck=e%CC%81"),
        ("deck=A&decks=all", "decks=all"),
    ])
    func sortsTheItemsOfASource(given: String, canonical: String) throws {
        let route = try #require(read("/study/review?" + given))

        #expect(route.path == "/study/review?" + canonical)
        #expect(read(route.path) == route)
    }

    @Test func limitsTheItemsOfASource() {
        func address(_ count: Int) -> String {
            "/study/learn?" + (1...count).map { "deck=\($0)" }.joined(separator: "&")
        }

        #expect(read(address(Source.most)) != nil)
        #expect(read(address(Source.most + 1)) == nil)
    }

    @Test(arguments: [
        "//", "/study", "/study/", "/study/learn", "/study/learn?deck=",
        "/study/learn?deck=A&deck=", "/study/learn?query=a&query=b", "/study/cards/1",
        "/study/learn/?deck=A", "/study/cram?deck=A", "/study/Learn?deck=A", "/nothing",
        "/reviews/", "/reviews/1",
        "/assets", "/assets/ab", "/assets/ab/", "/assets/AB/a.css", "/assets/ab/../a.css",
        "/assets/ab/.env",
        "/assets/ab/a//b", "/assets/ab/a%2Fb", "/assets/xyz/a.css", "/assets/ab/%00", "/media/a/b",
        "/media/",
        "/media/..", "/media/ab/cd", "/manifest.webmanifest/x", "/pair/now", "/%2e%2e/etc/passwd",
    ])
    func rejectsOtherAddresses(address: String) {
        #expect(read(address) == nil)
    }

    @Test(
        arguments: [
            (["classes"], .all), (["classes", "1f"], .one("1f")), (["classes", ""], .one("")),
            ([], nil), (["class"], nil), (["study", "classes"], nil),
            (["classes", "1f", "decks"], nil),
        ] as [([String], ClassesRoute?)]
    )
    func readsTheAddressesOfClasses(segments: [String], route: ClassesRoute?) {
        #expect(ClassesRoute(segments: segments) == route)
        #expect(ClassesRoute(segments: (["~anna"] + segments).dropFirst()) == route)
    }
}
