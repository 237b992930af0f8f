import Accounts
import HTTP
import Languages
import Library
import Notes
import Pages

/// Where the link of a class leads.
extension AccountsGate {
    /// The learner who wants to join, if they are signed in.
    func learnerJoining(by request: Request) -> Account? {
        guard let form = try? request.form(), form["name"] != nil,
            let session = try? session(of: request)
        else { return nil }
        return learner(in: form, of: session)
    }

    private func learner(in form: Query, of session: BrowserSession) -> Account? {
        form["name"].flatMap { LearnerName($0) }.flatMap { session.account(named: $0) }
    }

    func joinClass(_ request: Request) throws(HTTPError) -> Response {
        let form = try request.form()
        let secret = AccountsRoute.secret(in: (form["secret"] ?? "").tidied)
        // Strangers learn nothing of classes.
        guard let session = try session(of: request), !session.accounts.isEmpty else {
            return .page(JoinClassPage(secret: secret, state: .signedOut))
        }
        let publication = try translating { () throws(AccountsError) in
            try accounts.publication(linkedBy: secret)
        }
        guard let publication else {
            let problem: Phrase =
                "This class link no longer works. Ask the teacher for a new one."
            let page = JoinClassPage(secret: secret, state: .asking(problem: problem))
            return .page(page, status: .unprocessableContent)
        }
        func offer(_ problem: Phrase? = nil) -> Response {
            let offer = JoinClassPage.Offer(
                name: publication.name,
                teacher: publication.owner.title,
                notes: publication.edition.notes,
                showsProgress: publication.showsProgress,
                people: session.accounts.map(Person.init)
            )
            return .page(
                JoinClassPage(secret: secret, state: .offering(offer, problem: problem)),
                status: problem == nil ? .ok : .unprocessableContent
            )
        }
        guard let account = learner(in: form, of: session) else { return offer() }
        guard account.id != publication.owner.id else {
            return offer("You teach this class yourself.")
        }
        let showsProgress = form["progress"] == "on"
        guard showsProgress == publication.showsProgress else {
            return offer("What the teacher sees has just changed. Read it again before you join.")
        }
        try translating { () throws(AccountsError) in
            try accounts.subscribe(account, to: publication, showsProgress: showsProgress)
        }
        let base = AccountsRoute.base(of: account.name.text)
        guard try isOpenHere(account) else {
            // The process of the library takes the deck, once it is unlocked.
            return .redirect(to: base + "/classes").cached(.never)
        }
        return try visiting(account, request, at: base) { library, gate throws(HTTPError) in
            try take(publication, ClassVisit(account: account, library: library, gate: gate))
        }
    }
}
