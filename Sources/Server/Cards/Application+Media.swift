import HTTP
import Languages
import Library
import Notes
import Pages

extension Application {
    /// `GET /media/{hash}`: a picture or sound, which never changes.
    func media(_ hash: MediaHash) throws -> Response {
        guard let bytes = try library.media(hash) else {
            throw HTTPError(.notFound, "This picture or sound doesn’t exist.")
        }
        // Imports may bring files of any type; browsers do not show those of this one.
        let type = MediaFormat(of: bytes)?.contentType ?? "application/octet-stream"
        return Response.bytes(bytes, type: type)
            .tagged(EntityTag(hash.description))
            .cached(.foreverPrivate)
            .with("Accept-Ranges", "bytes")
    }

    /// `GET /sheets/{type}/{version}`: the sanitized style sheet of a note type, which never changes under its version.
    func sheet(of type: NoteTypeID, version: String) throws -> Response {
        guard let (css, current) = try library.sheet(of: type) else {
            throw HTTPError(.notFound, "This style sheet doesn’t exist.")
        }
        return Response.bytes(Array(css.utf8), type: "text/css; charset=utf-8")
            .tagged(EntityTag(current))
            .cached(current == version ? .foreverPrivate : .never)
    }

    /// `POST /media?name=…`: stores a picture or sound, and returns how a text refers to it.
    func addMedium(named name: String, _ request: Request) throws -> Response {
        let medium: Medium
        do {
            medium = try Medium(request.bytes)
        } catch {
            let isTooLarge = error == .tooLarge || error == .tooManyPixels
            throw HTTPError(
                isTooLarge ? .contentTooLarge : .unsupportedMediaType,
                error.words
            )
        }
        let added = try library.add(medium, named: name)
        return .json(added.jsonBytes).cached(.never)
    }
}
