import HTTP
import Languages
import Library
import LibraryValues
import Notes
import Pages
import Recall

extension Application {
    func home(asking flawed: Welcome? = nil) throws -> Response {
        let offset = clock.offset()
        let home = try library.home(timeZoneOffset: offset)
        // Nobody who has studied needs a welcome.
        let welcome = home.isNew ? try library.welcome(in: .current) : nil
        let page = HomePage(
            home: home,
            timeZoneOffset: offset,
            library: library.identity,
            settings: try library.settings(),
            welcome: flawed ?? welcome
        )
        return .page(
            homePages.render(page),
            status: flawed == nil ? .ok : .unprocessableContent
        )
    }

    /// `POST /welcome`: the languages that the learner speaks and learns, or that the question is skipped.
    func answerWelcome(_ request: Request) throws -> Response {
        let form = try request.form()
        if form["do"] == "skip" {
            try library.skipWelcome()
        } else if var welcome = try library.welcome(in: .current) {
            func language(_ name: String) throws -> LanguageTag {
                guard let tag = form[name].flatMap({ LanguageTag($0) }),
                    welcome.languages.contains(tag)
                else { throw HTTPError(.badRequest, "The form doesn’t name a language.") }
                return tag
            }
            welcome.speaks = try language("speaks")
            welcome.learns = try language("learns")
            let choice = LanguageChoice.oneToOne(from: welcome.speaks, to: welcome.learns)
            welcome.flaw = choice.flaw
            guard welcome.flaw == nil else { return try home(asking: welcome) }
            // In the language of the page, because the learner reads it.
            let name: Phrase = "First words in \(welcome.learns.localizedName)"
            try library.answer(
                welcome,
                named: DeckName(name.description),
                by: browser(of: request)
            )
            return .redirect(to: .firstWords(deck: welcome.deck.id))
        }
        return .redirect(to: .home)
    }

    /// How many words the first visit teaches; few enough for a minute.
    private static let firstWordCount = 7

    /// `GET /welcome/words/{deck}`: the first words of the language just chosen.
    func firstWords(_ deck: DeckID) throws -> Response {
        let offset = clock.offset()
        guard let deck = try library.overview(of: deck, timeZoneOffset: offset)?.deck,
            var deal = try library.deal(
                .review,
                Source(deck: deck.name),
                timeZoneOffset: offset,
                whole: Library.largestDeal
            )
        else { throw HTTPError(.notFound, "This deck no longer exists.") }
        // Words answered on an earlier visit count, so that a break or a reload adds none.
        deal.keepFirstNew(max(0, Self.firstWordCount - deck.learning - deck.known))
        return .page(
            StudyPage(
                deal: deal,
                settings: try library.settings(),
                next: .phone(isFirstVisit: true)
            )
        )
    }

    /// `GET /phone`.
    func phone(isFirstVisit: Bool) throws -> Response {
        let address = access.wantsPairing ? access.origin : nil
        let page = PhonePage(
            address: address,
            code: address.flatMap { QRCode($0)?.rows },
            isFirstVisit: isFirstVisit,
            settings: try library.settings()
        )
        return .page(page)
    }

    func worker() throws -> Response {
        // With a lock no tiles are cached, because they show which places the learner has looked at.
        let tiles = lock.isLockable ? [] : try library.mapSettings().origins
        return .bytes(
            ServiceWorker(tiles: tiles).render(),
            type: "text/javascript; charset=utf-8"
        )
        .with("Content-Security-Policy", SecurityHeaders.policy(connections: tiles))
        .cached(.revalidated)
    }
}
