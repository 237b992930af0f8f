import HTTP
import Languages
import Library
import Notes
import Pages

extension Application {
    /// `GET /tags`.
    func tags(done: ChangeID?) throws -> Response {
        let page = TagsPage(
            tags: try library.listedTags(),
            done: try self.done(done),
            settings: try library.settings()
        )
        return .page(page)
    }

    /// `GET /tags/{tag}`.
    func tag(_ tag: TagName, back: ReturnPath?) throws -> Response {
        let page = TagPage(tag: tag, back: back, settings: try library.settings())
        return .page(page)
    }

    /// `POST /tags/{tag}`: renames the tag, or removes it from all notes.
    func changeTag(_ tag: TagName, back: ReturnPath?, _ request: Request) throws -> Response {
        let form = try request.form()
        let browser = browser(of: request)
        guard form["do"] != "delete" else {
            let change = try library.removeTag(tag, by: browser)
            return lead(back, else: .tags(), telling: change)
        }
        let written = form["name"] ?? ""
        let flaw: Phrase
        if let name = TagName(written.trimmed) {
            do throws(LibraryError) {
                let change = try library.renameTag(tag, to: name, by: browser)
                return lead(back, else: .tags(), telling: change)
            } catch {
                flaw = Phrase(verbatim: httpError(for: error, by: request).message)
            }
        } else {
            flaw = "A tag is one word without spaces, at most \(TagName.maximumLength) bytes long."
        }
        let page = TagPage(
            tag: tag,
            written: written,
            flaw: flaw,
            back: back,
            settings: try library.settings()
        )
        return .page(page, status: .unprocessableContent)
    }
}
