import HTTP
import Languages
import Library
import LibraryValues
import Notes
import Pages

extension Application {
    /// `GET /cards/replace?query=…`: the form for replacing text in the notes that a query finds.
    func replacing(query: String, back: ReturnPath?) throws -> Response {
        try page(of: Substitution(), in: .found(query), back: back)
    }

    /// `POST /cards/replace`: previews a substitution, or applies it if exactly that was previewed.
    func replace(back: ReturnPath?, _ request: Request) throws -> Response {
        let form = try request.form()
        let selection = try NoteSelection(form)
        let substitution = try Substitution(form)
        guard form["do"] == "save", form["seen"] == substitution.text else {
            return try page(of: substitution, in: selection, back: back)
        }
        let change = try library.apply(
            substitution,
            to: selection,
            by: browser(of: request),
            timeZoneOffset: clock.offset()
        )
        return lead(back, telling: change)
    }

    private func page(
        of substitution: Substitution,
        in selection: NoteSelection,
        back: ReturnPath?
    ) throws -> Response {
        let page = ReplacePage(
            substitution: substitution,
            preview: try library.preview(
                substitution,
                in: selection,
                timeZoneOffset: clock.offset()
            ),
            selection: selection,
            back: back,
            settings: try library.settings()
        )
        return .page(page)
    }
}

extension Substitution {
    fileprivate init(_ form: Query) throws(HTTPError) {
        guard let scope = Scope(form["scope"] ?? "") else {
            throw HTTPError(.badRequest, "This field doesn’t exist.")
        }
        self.init(
            find: form["find"] ?? "",
            replacement: form["put"] ?? "",
            scope: scope,
            matchesCase: form["case"] != nil,
            matchesWords: form["words"] != nil,
            isExpression: form["expression"] != nil
        )
        guard max(find.count, replacement.count) <= Self.longest else {
            throw HTTPError(
                .unprocessableContent,
                "You can find and replace at most \(Self.longest) characters."
            )
        }
    }
}
