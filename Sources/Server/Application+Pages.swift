import HTTP
import Languages
import Library
import Notes
import Pages
import Recall

extension Application {
    func home() throws -> Response {
        let home = try library.home(timeZoneOffset: clock.offset())
        let page = HomePage(
            home: home,
            library: library.identity,
            settings: try library.settings()
        )
        return .html(page.render()).cached(.never)
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

    func worker() -> Response {
        .bytes(ServiceWorker().render(), type: "text/javascript; charset=utf-8")
            .cached(.revalidated)
    }

    func offline() -> Response {
        .html(OfflinePage().render()).cached(.revalidated)
    }

    /// The answer to a request that is not granted: a page for a person, JSON for a script.
    func refusal(_ error: HTTPError, to request: Request) -> Response {
        let response: Response
        if request.contentType == "application/json"
            || request.headers["Accept"]?.hasPrefix("application/json") == true
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
