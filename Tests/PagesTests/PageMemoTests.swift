import Languages
import LibraryValues
import Notes
import Testing

@testable import Pages

/// A page that is kept is shown only for as long as rendering it anew would give the same.
struct PageMemoTests {
    private static func page(
        at moment: Int64 = 1_700_000_000_000,
        due: Int = 0,
        next: NextSession = NextSession(day: 19_700, isTomorrow: false, cards: 3),
        deck: String = "A \"at\":1700000000000 & <b>",
        offset: Int = 0,
        theme: StudySettings.Theme = .system,
        epoch: Int = 1
    ) -> HomePage {
        var settings = StudySettings()
        settings.theme = theme
        let today = TodayCounts(due: due, nextBack: Moment(milliseconds: 1_700_003_600_000))
        return HomePage(
            home: Home(
                at: Moment(milliseconds: moment),
                today: today,
                next: next,
                decks: [
                    DeckSummary(
                        id: DeckID(rawValue: 1),
                        name: deck,
                        notes: 10,
                        known: 1,
                        today: today,
                        language: LanguageTag("fi")
                    )
                ],
                day: StatisticsDay(number: 19_675)
            ),
            timeZoneOffset: offset,
            library: LibraryIdentity(id: "0123", epoch: epoch),
            settings: settings
        )
    }

    /// A memo that has rendered the page with the frame and the language that tests have unless they say otherwise.
    private static func memo() -> PageMemo {
        let memo = PageMemo()
        _ = memo.render(page())
        return memo
    }

    @Test(arguments: [
        page(due: 4), page(next: NextSession(day: 19_701, isTomorrow: false, cards: 3)),
        page(deck: "B"), page(offset: 60), page(theme: .dark), page(epoch: 2),
        page(at: 1_700_000_000_001), page(at: 1), page(at: 1_700_000_086_400_000),
    ])
    func showsThePageAsItIsNow(_ page: HomePage) {
        let memo = Self.memo()

        let first = memo.render(page)
        let second = memo.render(page)

        #expect(first == page.render())
        #expect(second == page.render())
    }

    private static let frames: [@Sendable (inout PageFrame) -> Void] = [
        { $0.isLockable = true }, { $0.isWatchingPrograms = true },
        { $0.diskProblem = .writeProtected }, { $0.learner = "Anna" },
        { $0.news = [ClassNews(id: "c", name: "Class", number: 2)] },
    ]

    @Test(arguments: frames.indices)
    func showsTheFrameAsItIsNow(index: Int) {
        let (memo, page) = (Self.memo(), Self.page())
        let before = page.render()

        PageFrame.with(Self.frames[index]) {
            let rendered = memo.render(page)
            #expect(rendered == page.render() && rendered != before)
        }
        #expect(memo.render(page) == before)
    }

    @Test func speaksTheLanguageOfTheRequestBelowItsPath() {
        let (memo, page) = (Self.memo(), Self.page())

        InterfaceLanguage.withCurrent(.japanese) {
            #expect(memo.render(page) == page.render())
        }
        SiteBase.$path.withValue("/~anna") {
            let rendered = memo.render(page)
            #expect(rendered == page.render())
            #expect(String(decoding: rendered, as: UTF8.self).contains("/~anna/"))
        }
    }
}
