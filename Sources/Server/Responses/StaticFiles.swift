import HTTP
import Languages
import Notes
import Pages

/// What is inside the executable, and answered whether or not there is a library to read.
enum Shelf {
    static func asset(version: String, name: String) throws(HTTPError) -> Response {
        guard let asset = Asset.find(version: version, name: name) else {
            throw HTTPError(.notFound, "There is no such file in this version of Omena.")
        }
        return Response.gzipped(asset.gzipped, type: asset.contentType)
            .tagged(EntityTag(asset.hash))
            .cached(.forever)
    }

    static func manifest() -> Response {
        .bytes(WebManifest().render(), type: "application/manifest+json").cached(.revalidated)
    }

    static func offline() -> Response {
        .html(OfflinePage().render()).cached(.revalidated)
    }
}

extension Response {
    /// The answer to a request that is not granted: a page for a person, JSON for a script.
    static func refusal(
        _ error: HTTPError,
        to request: Request,
        looking settings: StudySettings
    ) -> Response {
        let response: Response
        if request.contentType == "application/json" || request.isByScript
            || request.peer == .unix || request.head.path.first == "api"
        {
            response = .json(encode(["error": error.message]), status: error.status)
        } else {
            let page = ErrorPage(
                status: error.status.rawValue,
                message: Phrase(verbatim: error.message),
                settings: settings
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
