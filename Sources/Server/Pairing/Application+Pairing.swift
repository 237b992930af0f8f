import HTTP
import Languages
import Library
import Pages

extension Application {
    /// `__Host-` makes browsers hold the cookie to this very host, over TLS.
    private static let cookie = "__Host-omena"

    /// Whether the browser was let in before.
    func isPaired(_ request: Request) -> Bool { paired(request) != nil }

    /// The number of the browser, if it was let in before.
    func paired(_ request: Request) -> BrowserNumber? {
        for token in request.cookies.all(Self.cookie) {
            do {
                if let browser = try library.browser(token: token) { return browser }
            } catch {
                report("pairing cannot be looked up: \(error)")
            }
        }
        return nil
    }

    /// `GET /pair`: the form, with the code filled in where a QR picture led here.
    func pairingForm(code: String?) -> Response {
        .html(PairPage(code: code).render()).cached(.never)
    }

    /// `POST /pair`: takes the code and lets the browser in for good.
    func pair(_ request: Request) throws -> Response {
        guard access.wantsPairing else { return .redirect(to: Route.home.path) }
        let code = try request.form().items.first { $0.name == "code" }?.value ?? ""
        switch codes.redeem(code, at: clock.now()) {
        case .accepted:
            let browser = request.headers["User-Agent"] ?? ""
            let token = try library.pair(name: String(browser.prefix(200)))
            return Response.redirect(to: Route.home.path)
                .with(SetCookie(Self.cookie, token, maxAge: .seconds(400 * 86_400), isSecure: true))
                .cached(.never)
        case .wrong:
            let page = PairPage(
                code: code,
                problem: "That code is not open. Codes last ten minutes and work once."
            )
            return .html(page.render(), status: .unauthorized).cached(.never)
        case .tooMany:
            let page = PairPage(
                code: code,
                problem: "Too many codes were tried. Wait a minute, then try again."
            )
            return .html(page.render(), status: .tooManyRequests)
                .with("Retry-After", "60").cached(.never)
        }
    }

    /// `POST /pairing-codes`, over the socket alone: what `omena pair` shows.
    func newPairingCode() throws -> Response {
        guard access.wantsPairing else {
            throw HTTPError(
                .conflict,
                message: "Omena answers to this machine alone, where no browser has to be paired. "
                    + "To reach it from elsewhere start it with --host or --origin."
            )
        }
        let code = codes.issue(at: clock.now())
        let address = "\(access.origin)\(Route.pair(code: code).path)"
        return .json(encode(["code": code, "address": address]))
    }
}
