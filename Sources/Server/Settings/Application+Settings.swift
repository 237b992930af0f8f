import HTTP
import Languages
import Library
import LibraryValues
import Pages

extension Application {
    /// `GET /settings`.
    func settings(isSaved: Bool, _ request: Request) throws -> Response {
        let form = SettingsForm(try library.settings())
        return try page(of: form, isSaved: isSaved, for: request)
    }

    /// `POST /settings`: saves the valid fields, and tells what is wrong with the others.
    ///
    /// Scripts get JSON; a form is redirected, or shown again with the reasons.
    func changeSettings(_ request: Request) throws -> Response {
        let fields = try request.form().pairs
        let form = try library.changeSettings { settings in
            var form = SettingsForm(settings)
            form.read(fields)
            settings = form.settings
            return form
        }
        let status: Status = form.flaws.isEmpty ? .ok : .unprocessableContent
        if request.isByScript {
            return .json(["flaws": form.flaws.mapValues(\.description)], status: status)
        }
        guard !form.flaws.isEmpty else {
            return .redirect(to: .settings(isSaved: true))
        }
        return try page(of: form, for: request, status: status)
    }

    /// `GET /browsers/1`.
    func askBeforeUnpairing(_ number: BrowserNumber, _ request: Request) throws -> Response {
        guard let browser = try library.pairedBrowsers().first(where: { $0.number == number })
        else {
            throw HTTPError(.notFound, "This browser isn’t paired.")
        }
        let page = RemoveBrowserPage(
            browser: browser,
            isCurrent: self.browser(of: request) == number,
            settings: try library.settings()
        )
        return .page(page)
    }

    /// `POST /browsers/1`: removes the browser; succeeds if it is gone already.
    func unpair(_ number: BrowserNumber) throws -> Response {
        _ = try library.unpair(number)
        return .redirect(to: .settings())
    }

    private func page(
        of form: SettingsForm,
        isSaved: Bool = false,
        for request: Request,
        status: Status = .ok
    ) throws -> Response {
        let page = SettingsPage(
            form: form,
            isSaved: isSaved,
            browsers: try library.pairedBrowsers(),
            current: browser(of: request),
            facts: try library.facts(),
            backups: try library.backups(),
            test: library.testRestore(),
            time: MomentFormatter(now: clock.now(), offset: clock.offset()),
            now: clock.now(),
            languages: try library.languages()
        )
        return .page(page, status: status)
    }
}
