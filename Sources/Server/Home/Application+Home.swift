import HTTP
import Languages
import Library
import LibraryValues
import Notes
import Pages

extension Application {
    func home(asking flawed: Welcome? = nil) throws -> Response {
        let home = try library.home(timeZoneOffset: clock.offset())
        // Nobody who has studied needs a welcome.
        let isNew = home.decks.allSatisfy { $0.remembered == 0 }
        let welcome = isNew ? try library.welcome(in: .current) : nil
        let page = HomePage(
            home: home,
            library: library.identity,
            settings: try library.settings(),
            welcome: flawed ?? welcome,
            recent: isNew ? nil : try recentDays()
        )
        return .page(page, status: flawed == nil ? .ok : .unprocessableContent)
    }

    /// What the heat map shows; read from the tallies alone.
    private func recentDays() throws -> HomePage.Recent {
        let recent = try library.studyDays(
            last: HomePage.Recent.dayCount,
            timeZoneOffset: clock.offset()
        )
        return HomePage.Recent(days: recent.days, today: recent.today)
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
                else { throw HTTPError(.badRequest, "The form names no language.") }
                return tag
            }
            welcome.speaks = try language("speaks")
            welcome.learns = try language("learns")
            let choice = LanguageChoice.oneToOne(from: welcome.speaks, to: welcome.learns)
            welcome.flaw = choice.flaw
            guard welcome.flaw == nil else { return try home(asking: welcome) }
            try library.answer(welcome, by: browser(of: request))
        }
        return .redirect(to: .home)
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
