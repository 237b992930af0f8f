import HTTP
import Languages
import Library
import LibraryValues
import Pages

extension Application {
    /// With the prefix `__Host-`, browsers send the cookie to this host only, over TLS.
    private static let cookie = "__Host-omena"

    func paired(_ request: Request) -> BrowserNumber? {
        for token in request.cookies.all(Self.cookie) {
            do {
                if let browser = try library.browser(token: token) { return browser }
            } catch {
                report("cannot look up a paired browser: \(error)")
            }
        }
        return nil
    }

    /// `GET /pair`: the form, with the code of a QR code filled in.
    func pairingForm(code: String?) -> Response {
        .page(PairPage(code: code))
    }

    /// `POST /pair`: takes the code and pairs the browser.
    func pair(_ request: Request) throws -> Response {
        guard access.wantsPairing else { return .redirect(to: .home) }
        let code = try request.form()["code"] ?? ""
        switch codes.redeem(code, from: request.peer.network, at: clock.uptime()) {
        case .accepted:
            let browser = request.headers["User-Agent"] ?? ""
            let token = try library.pair(name: String(browser.prefix(200)))
            return .redirect(to: .home)
                .with(SetCookie(Self.cookie, token, maxAge: .seconds(400 * 86_400), isSecure: true))
        case .wrong:
            let page = PairPage(
                code: code,
                problem: "This code isn’t valid. Codes last ten minutes and work once."
            )
            return .page(page, status: .unauthorized)
        case .tooMany:
            let page = PairPage(
                code: code,
                problem: "Too many codes were tried. Wait a minute, then try again."
            )
            return .page(page, status: .tooManyRequests).with("Retry-After", "60")
        }
    }

    /// `POST /pairing-codes`, over the socket only: what `omena pair` shows.
    func newPairingCode() throws -> Response {
        guard access.wantsPairing else {
            throw HTTPError(
                .conflict,
                message: "Omena answers to this machine alone, where no browser has to be paired. "
                    + "To reach it from elsewhere start it with --host or --origin."
            )
        }
        let code = codes.issue(at: clock.uptime())
        let address = "\(access.origin)\(Route.pair(code: code).path)"
        return .json(["code": code, "address": address])
    }
}
