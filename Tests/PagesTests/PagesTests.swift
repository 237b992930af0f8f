import Languages
import LibraryValues
import Notes
import Recall
import Testing

@testable import Pages

struct PagesTests {
    private static let library = LibraryIdentity(id: "0123", epoch: 1)

    private static func deck(
        _ name: String,
        notes: Int = 10,
        known: Int = 0,
        due: Int = 0,
        new: Int = 0,
        language: String? = nil
    ) -> DeckSummary {
        DeckSummary(
            id: DeckID(rawValue: 1),
            name: name,
            notes: notes,
            known: known,
            today: TodayCounts(due: due, new: new),
            language: language.flatMap { LanguageTag($0) }
        )
    }

    private static func home(
        _ decks: [DeckSummary],
        settings: StudySettings = StudySettings()
    ) -> HomePage {
        let today = StatisticsDay(number: 19_675)
        let days = (0..<4).map { age in
            var day = Statistics.Day(day: StatisticsDay(number: today.number - age))
            day.reviews = 3 * (4 - age)
            return day
        }
        return HomePage(
            home: Home(
                at: Moment(milliseconds: 1_700_000_000_000),
                today: TodayCounts(due: decks.reduce(0) { $0 + $1.today.due }),
                decks: decks,
                day: today,
                days: days.reversed()
            ),
            timeZoneOffset: 0,
            library: library,
            settings: settings
        )
    }

    private static func study(
        _ texts: [String],
        settings: StudySettings = StudySettings()
    ) -> StudyPage {
        let cards = texts.enumerated().map { index, text in
            DealtCard(
                note: NoteID(rawValue: Int64(index + 1)),
                face: .template(1),
                sides: CardSides(
                    front: CardSide(text: text, language: LanguageTag("fi")),
                    back: CardSide(
                        text: "apple",
                        language: LanguageTag("en"),
                        pronunciation: "say it"
                    )
                )
            )
        }
        return StudyPage(
            deal: Deal(
                library: library,
                mode: .learn,
                title: "A::B & <C>",
                source: Source(deck: "A::B & <C>"),
                at: Moment(milliseconds: 1_700_000_000_000),
                seed: 3 << 32 | 7,
                cards: cards
            ),
            settings: settings
        )
    }

    private static func settings(
        _ change: (inout StudySettings) -> Void = { _ in },
        typing fields: [(name: String, value: String)] = []
    ) -> SettingsPage {
        var settings = StudySettings()
        change(&settings)
        var form = SettingsForm(settings)
        form.read(fields)
        return SettingsPage(
            form: form,
            isSaved: true,
            browsers: [browser],
            current: browser.number,
            facts: LibraryFacts(decks: 1, notes: 2, answers: 3, bytes: 4, path: "/<a>.omena"),
            backups: [],
            time: MomentFormatter(now: Moment(milliseconds: 0), offset: 0),
            now: browser.seen
        )
    }

    @Test func settingsOfferNoLockWhereThereCanBeNone() {
        let offered = String(decoding: Self.settings().render(), as: UTF8.self)
        let refused = PageFrame.with {
            $0.lockRefusal = Phrase(verbatim: "Not on this server.")
        } perform: {
            String(decoding: Self.settings().render(), as: UTF8.self)
        }

        #expect(offered.contains("/settings/lock"))
        #expect(!refused.contains("/settings/lock"))
        #expect(refused.contains("Not on this server."))
    }

    private static let browser = PairedBrowser(
        number: BrowserNumber(rawValue: 7),
        name: "<b>me",
        paired: Moment(milliseconds: 0),
        seen: Moment(milliseconds: 0)
    )

    private static let ordinary: [any Page] = [
        settings(), settings(typing: [("newLimit", "<x>"), ("rollover", "99")]),
        RemoveBrowserPage(browser: browser, isCurrent: true, settings: StudySettings()),
        home([deck("A", known: 3, language: "ja"), deck("A::B"), deck("B::C", due: 2)]),
        home([]),
        study(["omena", "\u{2028}</script><!--"]), study([]),
        ErrorPage(status: 404), ErrorPage(status: 401),
        ErrorPage(status: 500, message: "No <room>."),
        OfflinePage(), PairPage(), PairPage(problem: "That code is <old>."),
    ]

    private static let all = ordinary + LockPagesTests.all

    private func text(_ page: some Page) -> String {
        String(decoding: page.render(), as: UTF8.self)
    }

    /// The values of an attribute, in order.
    private func values(of attribute: String, in page: String) -> [Substring] {
        page.split(separator: " \(attribute)=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
    }

    @Test(arguments: all.indices)
    func containsNothingInline(index: Int) {
        let page = text(Self.all[index])

        #expect(values(of: "style", in: page).isEmpty)
        #expect(
            !page.contains("<style") && !page.contains(" onclick") && !page.contains("javascript:")
        )
        for script in page.split(separator: "<script").dropFirst() {
            #expect(
                script.hasPrefix(" type=\"module\" src=\"/assets/")
                    || script.hasPrefix(" type=\"application/json\"")
            )
        }
    }

    @Test(arguments: all.indices)
    func refersOnlyToExistingIDsAndAssets(index: Int) throws {
        let page = text(Self.all[index])
        let ids = Set(values(of: "id", in: page))

        for reference in values(of: "href", in: page) + values(of: "src", in: page) {
            if reference.hasPrefix("#") {
                #expect(ids.contains(reference.dropFirst()), "\(reference)")
            } else if reference.hasPrefix("/assets/\(Asset.version)/") {
                let name = String(reference.dropFirst("/assets/\(Asset.version)/".count))
                #expect(Asset.find(version: Asset.version, name: name) != nil, "\(name)")
            }
        }
        for name in ["aria-labelledby", "aria-describedby", "for"] {
            for id in values(of: name, in: page).flatMap({ $0.split(separator: " ") }) {
                #expect(ids.contains(id), "\(id)")
            }
        }
        #expect(ids.count == values(of: "id", in: page).count, "an id is used twice")
    }

    @Test(arguments: all.indices)
    func loadsOneStyleSheetAndAtMostOneScript(index: Int) {
        let page = text(Self.all[index])

        #expect(values(of: "rel", in: page).count { $0 == "stylesheet" } == 1)
        #expect(values(of: "src", in: page).count { $0.hasSuffix(".js") } <= 1)
    }

    @Test func escapesTheLearnersText() {
        let page = text(Self.home([Self.deck("<b onclick=\"x\">&")]))

        #expect(!page.contains("<b onclick"))
        #expect(page.contains("&lt;b onclick=&quot;x&quot;&gt;&amp;"))
        #expect(page.contains("/study/learn?deck=%3Cb%20onclick%3D%22x%22%3E%26"))
    }

    @Test func embedsTheSession() {
        let page = text(Self.study(["</script><script>"]))

        #expect(
            page.contains(
                #"""
                <script type="application/json" id="deal">{"library":"0123","epoch":1,"mode":"learn",\#
                "title":"A::B & \u003cC>","source":"deck=A%3A%3AB%20%26%20%3CC%3E",\#
                "engine":\#(Engine.version),"at":1700000000000,"seed":[7,3],"waiting":0,\#
                "cards":[{"note":"1","face":"1",\#
                "front":{"text":"\u003c/script>\u003cscript>","lang":"fi","language":"Finnish","own":"Suomi"},\#
                "back":{"text":"apple","lang":"en","language":"English","say":"say it"},"flag":0}],\#
                "others":[],"due":0,"new":0,"more":0,"moreNew":0,"ahead":0}</script>
                """#
            )
        )
    }

    @Test(arguments: [
        ([], Suggestion.nothing),
        ([deck("A", notes: 0)], .nothing),
        (
            [deck("A", due: 1, new: 9), deck("A::B", due: 1)],
            .today(TodayCounts(due: 2, new: 3), Source(deck: "A"), name: "A", decks: 1)
        ),
        (
            [deck("A", new: 9), deck("A::B", due: 1), deck("C", due: 2), deck("D", notes: 0)],
            .today(TodayCounts(due: 2, new: 3), .all, name: nil, decks: 2)
        ),
        (
            [deck("A", known: 10), deck("A::B")],
            .done(TodayCounts(), next: NextSession(day: 20_000, isTomorrow: true, cards: 4))
        ),
    ])
    func suggestsOneThing(decks: [DeckSummary], expected: Suggestion) {
        let moment = Moment(milliseconds: 0)
        let isDone = decks.allSatisfy { $0.today.cards == 0 }
        let today = isDone ? TodayCounts() : TodayCounts(due: 2, new: 3)
        let home = Home(
            at: moment,
            today: today,
            next: NextSession(day: 20_000, isTomorrow: true, cards: 4),
            decks: decks,
            day: StatisticsDay(number: 0)
        )
        #expect(Suggestion(home, DeckTree(decks)) == expected)
    }

    @Test func nothingIsLeftWhenTheLimitsAreReached() {
        let decks = [Self.deck("A", due: 1, new: 9), Self.deck("B")]
        let home = Home(at: Moment(milliseconds: 0), decks: decks, day: StatisticsDay(number: 0))
        #expect(Suggestion(home, DeckTree(decks)) == .done(TodayCounts(), next: nil))
    }

    /// What comes back later today would be counted twice if the number of a later day stood beside it.
    @Test(arguments: [
        (TodayCounts(), 0, ["4 cards tomorrow"]),
        (TodayCounts(), 3, ["4 cards tomorrow (3 new)"]),
        (
            TodayCounts(backLater: 1, nextBack: Moment(milliseconds: 33_000_000)), 0,
            ["1 card comes back at 9:10"]
        ),
    ])
    func whatComesNextIsSaidOnce(today: TodayCounts, new: Int, says: [Substring]) {
        let home = Home(
            at: Moment(milliseconds: 0),
            today: today,
            next: NextSession(day: 1, isTomorrow: true, cards: 4, new: new),
            decks: [Self.deck("A")],
            day: StatisticsDay(number: 0)
        )
        let page = text(
            HomePage(
                home: home,
                timeZoneOffset: 0,
                library: Self.library
            )
        )

        let parts = page.matches(of: /<span>(?:<b>)?([^<]*(?:tomorrow|comes back)[^<]*)/)
        #expect(parts.map(\.output.1) == says)
    }

    /// Where cards can be answered at once, the page names no time.
    @Test func theScriptIsToldTheFirstTimeThatThePageNames() {
        var decks = ["A", "B", "C"].map { Self.deck($0) }
        decks[0].today = TodayCounts(due: 1, backLater: 1, nextBack: Moment(milliseconds: 100))
        #expect(!text(Self.home(decks)).contains(#""back":"#))

        decks[1].today = TodayCounts(backLater: 1, nextBack: Moment(milliseconds: 300))
        decks[2].today = TodayCounts(backLater: 2, nextBack: Moment(milliseconds: 200))

        #expect(text(Self.home(decks)).contains(#""back":200,"#))
    }

    @Test func nestsDecks() {
        let names = ["A", "A B", "a::B", "A::B::C", "A::D::E", "F::G", "A:B"]

        let tree = DeckTree(names.map { Self.deck($0) })

        func lines(_ branches: [DeckTree.Branch], _ indent: String = "") -> [String] {
            branches.flatMap { [indent + $0.title] + lines($0.subdecks, indent + "  ") }
        }
        #expect(
            lines(tree.branches) == ["A", "  B", "    C", "  D › E", "A B", "F › G", "A:B"]
        )
        #expect(tree.decks.map(\.name) == names)
    }

    @Test func offersOneThingForEveryDeckAndPracticeForAll() {
        let page = text(Self.home([Self.deck("A", due: 3, new: 2), Self.deck("A::B", notes: 0)]))

        #expect(page.contains(#"href="/decks/1" dir="auto">A<"#))
        #expect(page.contains(#"href="/study/review?deck=A" aria-label="Study A">Study<"#))
        #expect(!page.contains(#"aria-label="Study A › B""#))
        for mode in ["browse", "learn", "race", "quiz"] {
            #expect(page.contains(#"class="practice-mode" href="/study/\#(mode)?deck=A""#))
        }
        #expect(page.contains(">3 due<") && page.contains(">2 new<"))
        #expect(page.contains(#"href="/study/review?deck=A">Study now<"#))
    }

    @Test func promisesThatPracticeNeverCountsOnlyWhereItDoesNot() {
        var settings = StudySettings()
        settings.counts = [.race]
        let promise = "Practice never changes your schedule"

        #expect(text(Self.home([Self.deck("A")])).contains(promise))
        #expect(!text(Self.home([Self.deck("A")], settings: settings)).contains(promise))
    }

    @Test func collapsesManyDecks() {
        func decks(_ count: Int) -> [DeckSummary] {
            [Self.deck("A")] + (1..<count).map { Self.deck("A::\($0)") }
        }

        #expect(text(Self.home(decks(24))).contains(#"data-deck="1" open>"#))
        #expect(!text(Self.home(decks(25))).contains(#"data-deck="1" open>"#))
    }

    @Test(arguments: [
        (0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (-1000, "−1,000"),
    ])
    func groupsDigits(number: Int, expected: String) {
        #expect(grouped(number) == expected)
    }

    @Test(arguments: [
        (0, "under a minute"), (0.49, "under a minute"), (0.5, "1 min"), (21, "21 min"),
        (185, "3 h 5 min"),
    ])
    func formatsDurations(minutes: Double, expected: String) {
        #expect(durationText(minutes: minutes).description == expected)
    }

    @Test func hidesInternalErrors() {
        for status in 400...599 {
            let page = text(ErrorPage(status: status))
            #expect(!page.contains("\(status)<") && page.contains("<h1>"))
        }
    }

    @Test func cachesEverythingThatPagesLoad() {
        let worker = String(decoding: ServiceWorker().render(), as: UTF8.self)

        for name in ["css/study.css", "js/study.js", "js/home.js", "recall.wasm"] {
            #expect(worker.contains("\"\(Asset.route(name).path)\""))
        }
        #expect(worker.contains(#"importScripts("\#(Asset.route("worker.js").path)")"#))
        #expect(worker.contains(#"fallback: "/offline""#))
    }

    @Test func listsExistingIcons() {
        let manifest = String(decoding: WebManifest().render(), as: UTF8.self)

        #expect(manifest.hasPrefix(#"{"id":"/","name":"Omena","short_name":"Omena""#))
        for name in ["icons/icon-192.png", "icons/icon-512.png", "icons/maskable-512.png"] {
            #expect(manifest.contains(Asset.route(name).path))
            #expect(Asset.find(version: Asset.version, name: name)?.contentType == "image/png")
        }
    }

    @Test func appliesAppearanceSettingsToEveryPage() {
        var settings = StudySettings()
        settings.theme = .dark
        settings.motion = .reduced
        settings.differentiate = true

        let pages: [String] = [
            text(Self.home([], settings: settings)),
            text(Self.study([], settings: settings)),
            text(Self.settings({ $0 = settings })),
            text(ErrorPage(status: 404, settings: settings)),
        ]

        for page in pages {
            #expect(
                page.hasPrefix(
                    #"""
                    <!doctype html><html lang="en" dir="ltr" data-theme="dark" data-motion="reduced" \#
                    data-transparency="system" data-differentiate="true">
                    """#
                )
            )
            #expect(page.contains(#"<meta name="color-scheme" content="dark">"#))
            #expect(page.contains(##"<meta name="theme-color" content="#181310">"##))
        }
    }

    @Test func passesSettingsToSessions() {
        var settings = StudySettings()
        settings.right = .wrong

        let page = text(Self.study(["omena"], settings: settings))

        #expect(page.contains(#"<script type="application/json" id="settings">{"counts":[],"#))
        #expect(page.contains(#""right":"wrong""#))
    }

    @Test func showsRejectedFieldsAsTyped() {
        let page = text(Self.settings(typing: [("newLimit", "a \"lot\"")]))

        #expect(page.contains(#"name="newLimit" value="a &quot;lot&quot;""#))
        #expect(page.contains("<span>Enter a whole number from 0 to 9,999.</span>"))
        #expect(!page.contains("<details open") && !page.contains(#"class="group fine" open"#))
        let folded = text(Self.settings(typing: [("rollover", "25")]))
        #expect(folded.contains(#"class="group fine" open"#))
    }
}
