import HTTP
import Languages
import Library
import Notes
import Pages

extension Application {
    /// `GET /statistics/scheduler?deck=…`: how well the scheduler knows the learner.
    func scheduler(of deck: DeckID?) throws -> Response {
        // First, so that a fit that ends meanwhile is shown as running or with its result, never as neither.
        let progress = fits.progress
        guard let overview = try library.schedulerOverview(of: deck) else {
            throw HTTPError(.notFound, "This deck no longer exists.")
        }
        return .page(
            SchedulerPage(
                overview: overview,
                progress: progress.map { SchedulerProgress(deck: $0.deck, share: $0.share) },
                settings: try library.settings(),
                offset: clock.offset()
            )
        ).cached(.never)
    }

    /// `POST /statistics/scheduler?deck=…`: starts or stops a fit, gives up a deck's own parameters, or sets whether fits happen
    /// by themselves.
    func changeScheduler(of deck: DeckID?, _ request: Request) throws -> Response {
        let form = try request.form()
        switch form["do"] {
        case "fit": fits.start(deck, by: browser(of: request))
        case "stop": fits.stop()
        case "share":
            guard let deck else { break }
            _ = try library.removeParameters(of: deck, by: browser(of: request))
        case "automatic":
            try library.changeSettings { $0.fitsAutomatically = form["on"] == "on" }
        default: throw HTTPError(.badRequest, "This action doesn’t exist.")
        }
        return .redirect(to: .scheduler(deck: deck))
    }

    /// `GET /statistics/scheduler/outlook?deck=…`: what a simulation of the coming year starts from, as the engine in the browser
    /// reads it.
    func outlook(of deck: DeckID?) throws -> Response {
        guard let outlook = try library.outlook(of: deck, timeZoneOffset: clock.offset()) else {
            throw HTTPError(.notFound, "This deck no longer exists.")
        }
        return .json(outlook.json).cached(.never)
    }

    /// `GET /statistics/scheduler/progress`: how the fit is going that runs now; null where none does.
    func schedulerProgress() -> Response {
        .json(["share": fits.progress?.share]).cached(.never)
    }
}
