import HTTP
import Languages
import Pages

/// The files inside the executable, which are served whether or not a library is open.
enum StaticFiles {
    static func asset(version: String, name: String) throws(HTTPError) -> Response {
        guard let asset = Asset.find(version: version, name: name) else {
            throw HTTPError(.notFound, "This version of Omena has no such file.")
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
