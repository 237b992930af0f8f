import Accounts
import HTTP
import Languages
import Library
import Notes
import Pages
import Threads

/// The admin's page, and what is done on it.
extension AccountsGate {
    /// How many learners a page lists.
    private static let rowsPerPage = 50
    /// The most learners that a list without a search has.
    private static let shortList = 10

    /// - Parameters:
    ///   - search: Words in the names of those who are listed.
    ///   - page: Of the list, from 1.
    func admin(_ request: Request, search: String, page: Int) throws(HTTPError) -> Response {
        guard try session(of: request)?.accounts.isEmpty == false else {
            let path = AccountsRoute.signIn(to: AccountsRoute.admin().path).path
            return .redirect(to: path).cached(.never)
        }
        try checkAdmin(request)
        return .page(adminPage(try list(search, page)))
    }

    /// Changes an account, and leads back to the same page of the list.
    func changeAccounts(
        _ request: Request,
        search: String,
        page: Int
    ) throws(HTTPError) -> Response {
        try checkAdmin(request)
        let form = try request.form()
        let text = (form["name"] ?? "").tidied
        let title = form["title"] ?? ""
        func refused(_ problem: Phrase) throws(HTTPError) -> Response {
            .page(
                adminPage(
                    try list(search, page),
                    problem: problem,
                    // What was typed into the form for a new learner, and not whom another button is for.
                    name: form["do"] == "add" ? text : "",
                    title: title
                ),
                status: .unprocessableContent
            )
        }
        func invited(_ account: Account) throws -> Response {
            let secret = try accounts.invite(account)
            return .page(adminPage(try list(search, page), invitation: (account, secret)))
        }
        guard let name = LearnerName(text) else {
            return try refused(
                "A name for signing in has letters a to z, digits and hyphens, and begins with a letter."
            )
        }
        do {
            if form["do"] == "add" {
                let role = form["role"].flatMap { Account.Role(rawValue: $0) } ?? .learner
                return try invited(try accounts.add(name, title: title, role: role))
            }
            guard let account = try accounts.account(named: name) else {
                throw AccountsError.noAccount
            }
            switch form["do"] {
            case "invite": return try invited(account)
            case "close":
                _ = try accounts.close(account.id)
                // Nobody waits for an upload or a download that is still under way.
                Thread.start { [libraries] in libraries.close(account) }
            case "reopen": _ = try accounts.reopen(account.id)
            default: throw AccountsError.noAccount
            }
            // The focus goes on in the row that was changed.
            let path = AccountsRoute.admin(search: search, page: page).path
            return .redirect(to: "\(path)#\(AccountsRoute.row(of: account.name.text))")
                .cached(.never)
        } catch let error as AccountsError {
            switch error {
            case .taken: return try refused("Somebody else has this name for signing in.")
            case .lastAdmin: return try refused("This is the only admin. Add another one first.")
            case .noAccount: return try refused("This learner no longer exists.")
            case .closed: return try refused("This account is closed. Reopen it first.")
            default: return try translating { () throws(AccountsError) in throw error }
            }
        } catch {
            throw error as? HTTPError ?? HTTPError(LibraryError.failed(reason: ""))
        }
    }

    /// Whether an admin is signed in; anybody else only learns that there is such a page.
    private func checkAdmin(_ request: Request) throws(HTTPError) {
        let learners = try session(of: request)?.accounts ?? []
        guard learners.contains(where: { $0.role == .admin }) else {
            throw HTTPError(.forbidden, "Only an admin of this server can do that.")
        }
    }

    /// Sizes are looked up only of those who are listed, because that reads their folders.
    private func list(_ search: String, _ page: Int) throws(HTTPError) -> AdminPage.Listing {
        let all = try translating { () throws(AccountsError) in try accounts.all() }
        let found = all.filter { $0.matches(search) }
        let count = Self.rowsPerPage
        let page = min(page, max(1, (found.count + count - 1) / count))
        func moment(_ seconds: Int64) -> Moment { Moment(milliseconds: seconds * 1_000) }
        return AdminPage.Listing(
            rows: found.dropFirst((page - 1) * count).prefix(count).map { account in
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
            search: search,
            page: page,
            hasMore: found.count > page * count,
            isLong: all.count > Self.shortList
        )
    }

    private func adminPage(
        _ list: AdminPage.Listing,
        invitation: (account: Account, secret: String)? = nil,
        problem: Phrase? = nil,
        name: String = "",
        title: String = ""
    ) -> AdminPage {
        AdminPage(
            list: list,
            graceDays: Int(Account.gracePeriod / 86_400),
            invitation: invitation.map {
                let link = access.origin + AccountsRoute.join($0.secret)
                return AdminPage.Invitation(
                    person: Person($0.account),
                    link: link,
                    code: QRCode(link)?.rows
                )
            },
            problem: problem,
            name: name,
            title: title,
            time: MomentFormatter(now: clock.now(), offset: clock.offset())
        )
    }
}
