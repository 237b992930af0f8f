import Accounts
import HTTP
import Languages
import Library
import Notes
import Pages

/// The admin's page, and what is done on it.
extension AccountsGate {
    func admin(_ request: Request) throws(HTTPError) -> Response {
        guard try session(of: request)?.accounts.isEmpty == false else {
            let path = AccountsRoute.signIn(to: AccountsRoute.admin.path).path
            return .redirect(to: path).cached(.never)
        }
        try checkAdmin(request)
        return .page(try adminPage())
    }

    func changeAccounts(_ request: Request) throws(HTTPError) -> Response {
        try checkAdmin(request)
        let form = try request.form()
        let text = form["name"] ?? ""
        let title = form["title"] ?? ""
        func refused(_ problem: Phrase) throws(HTTPError) -> Response {
            .page(
                try adminPage(problem: problem, name: text, title: title),
                status: .unprocessableContent
            )
        }
        guard let name = LearnerName(text) else {
            return try refused(
                "A name for signing in has letters a to z, digits and hyphens, and begins with a letter."
            )
        }
        do {
            if form["do"] == "add" {
                let role = form["role"].flatMap { Account.Role(rawValue: $0) } ?? .learner
                let account = try accounts.add(name, title: title, role: role)
                return .page(try adminPage(invitation: (account, try accounts.invite(account))))
            }
            guard let account = try accounts.account(named: name) else {
                throw AccountsError.noAccount
            }
            switch form["do"] {
            case "invite":
                return .page(try adminPage(invitation: (account, try accounts.invite(account))))
            case "close":
                _ = try accounts.close(account.id)
                libraries.close(account)
            case "reopen": _ = try accounts.reopen(account.id)
            default: throw AccountsError.noAccount
            }
            return .redirect(to: AccountsRoute.admin.path).cached(.never)
        } catch let error as AccountsError {
            switch error {
            case .taken: return try refused("Somebody else has this name for signing in.")
            case .lastAdmin: return try refused("This is the only admin. Add another one first.")
            case .noAccount: return try refused("There is no such learner any more.")
            case .closed: return try refused("This account is closed. Reopen it first.")
            default: return try translating { () throws(AccountsError) in throw error }
            }
        } catch {
            throw error as? HTTPError ?? HTTPError(LibraryError.failed(reason: ""))
        }
    }

    /// Whether an admin is signed in; whoever is not sees no more than that there is such a page.
    private func checkAdmin(_ request: Request) throws(HTTPError) {
        let learners = try session(of: request)?.accounts ?? []
        guard learners.contains(where: { $0.role == .admin }) else {
            throw HTTPError(.forbidden, "Only an admin of this server can do that.")
        }
    }

    private func adminPage(
        invitation: (account: Account, secret: String)? = nil,
        problem: Phrase? = nil,
        name: String = "",
        title: String = ""
    ) throws(HTTPError) -> AdminPage {
        let all = try translating { () throws(AccountsError) in try accounts.all() }
        func moment(_ seconds: Int64) -> Moment { Moment(milliseconds: seconds * 1_000) }
        return AdminPage(
            rows: all.map { account in
                AdminPage.Row(
                    person: Person(account),
                    role: account.role.rawValue,
                    isOpen: account.isOpen,
                    canSignIn: account.canSignIn,
                    size: accounts.size(of: account),
                    quota: account.quota,
                    seen: account.seen.map(moment),
                    deleted: account.deletion.map(moment)
                )
            },
            invitation: invitation.map {
                (Person($0.account), access.origin + AccountsRoute.join($0.secret))
            },
            problem: problem,
            name: name,
            title: title,
            time: MomentFormatter(now: clock.now(), offset: clock.offset())
        )
    }
}
