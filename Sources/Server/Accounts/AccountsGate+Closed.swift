import Accounts
import HTTP
import Languages
import Notes
import Pages

/// What a learner may still do whose account was closed.
extension AccountsGate {
    /// The answer to a learner with a closed account, who may only take everything in it away.
    ///
    /// - Parameter deletion: When its files are deleted, in seconds.
    func closed(
        _ account: Account,
        until deletion: Int64,
        _ request: Request,
        to route: Route?,
        at base: String
    ) -> Response {
        // Scripts of pages that are still open delete what the browser has stored.
        guard request.isNavigation else { return stranger(request, to: route, at: base) }
        return InterfaceLanguage.withCurrent(request.preferredLanguage) {
            SiteBase.$path.withValue(base) {
                let page = ClosedPage(
                    of: Person(account),
                    deletion: Moment(milliseconds: deletion * 1_000),
                    time: MomentFormatter(now: clock.now(), offset: clock.offset())
                )
                return secured(.page(page, status: .forbidden), request)
            }
        }
    }
}

extension Route {
    /// Whether it is needed to take everything out of a library, which may have a lock.
    var isOfHandover: Bool {
        switch self {
        case .exportFile, .unlock, .unlocked, .unlockBy, .lock: true
        default: false
        }
    }
}
