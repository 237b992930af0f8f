import HTTP
import Languages
import Library
import Notes
import Pages
import Recall

extension Application {
    func home(asking flawed: Welcome? = nil) throws -> Response {
        let home = try library.home(timeZoneOffset: clock.offset())
        // Who has studied has found the way.
        let isNew = home.decks.allSatisfy { $0.remembered == 0 }
        let welcome = isNew ? try library.welcome(in: .current) : nil
        let page = HomePage(
            home: home,
            library: library.identity,
            settings: try library.settings(),
            welcome: flawed ?? welcome
        )
        return .html(page.render(), status: flawed == nil ? .ok : .unprocessableContent)
            .cached(.never)
    }

    /// `POST /welcome`: the languages somebody speaks and learns, or that the question is put aside.
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
        return .redirect(to: Route.home.path).cached(.never)
    }

    func asset(version: String, name: String) throws -> Response {
        guard let asset = Asset.find(version: version, name: name) else {
            throw HTTPError(.notFound, "There is no such file in this version of Omena.")
        }
        return Response.gzipped(asset.gzipped, type: asset.contentType)
            .tagged(EntityTag(asset.hash))
            .cached(.forever)
    }

    func manifest() -> Response {
        .bytes(WebManifest().render(), type: "application/manifest+json").cached(.revalidated)
    }

    func worker() throws -> Response {
        let tiles = try library.mapSettings().origins
        return .bytes(
            ServiceWorker(tiles: tiles).render(),
            type: "text/javascript; charset=utf-8"
        )
        .with("Content-Security-Policy", Guards.policy(connections: tiles))
        .cached(.revalidated)
    }

    func offline() -> Response {
        .html(OfflinePage().render()).cached(.revalidated)
    }

    /// The answer to a request that is not granted: a page for a person, JSON for a script.
    func refusal(_ error: HTTPError, to request: Request) -> Response {
        let response: Response
        if request.contentType == "application/json" || request.isByScript
            || request.peer == .unix || request.head.path.first == "api"
        {
            response = .json(encode(["error": error.message]), status: error.status)
        } else {
            let page = ErrorPage(
                status: error.status.rawValue,
                message: Phrase(verbatim: error.message),
                // A page about a library that cannot be read looks as most do.
                settings: (try? library.settings()) ?? StudySettings()
            )
            response = .html(page.render(), status: error.status)
        }
        guard error.status == .methodNotAllowed else { return response.cached(.never) }
        let offered = Route(request.head)?.methods(overSocket: request.peer == .unix) ?? []
        let names = offered.contains(.get) ? offered + [.head] : offered
        return response.cached(.never)
            .with("Allow", names.map(\.rawValue).joined(separator: ", "))
    }
}
