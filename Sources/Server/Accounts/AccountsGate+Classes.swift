import Accounts
import Exchange
import HTTP
import Languages
import Library
import LibraryValues
import Notes
import Pages
import Sodium
import Threads

/// What a learner does with classes: `/~anna/classes`.
extension AccountsGate {
    func classesHandler(
        of head: RequestHead,
        _ route: ClassesRoute,
        _ account: Account,
        at base: String
    ) -> RequestHandler {
        let policy: BodyPolicy = head.hasBody ? Self.classFormPolicy : .unread
        return RequestHandler(bodyPolicy: policy) { request in
            @Sendable func answer() -> Response {
                do throws(HTTPError) {
                    return try self.visiting(account, request, at: base) {
                        library,
                        gate throws(HTTPError) in
                        let visit = ClassVisit(account: account, library: library, gate: gate)
                        return try self.answer(visit, route, request)
                    }
                } catch {
                    return self.refusal(error, request)
                }
            }
            guard request.method == .post else { return answer() }
            let button = (try? request.form())?["do"]
            let hasEdition = route == .all || button == "take" || button == "publish"
            return hasEdition
                ? await self.workingOnEdition(for: account.id, answer) : answer()
        }
    }

    static let largestClassForm = 16 << 10
    static var classFormPolicy: BodyPolicy { .memory(limit: largestClassForm) }

    /// A learner whose library is open.
    struct ClassVisit {
        let account: Account
        let library: Library
        let gate: LockGate
    }

    /// Answers as on the learner's own pages: below their path and in their language.
    func visiting(
        _ account: Account,
        _ request: Request,
        at base: String,
        _ body: (Library, LockGate) throws(HTTPError) -> Response
    ) throws(HTTPError) -> Response {
        let locked = try withGate(of: account) { gate in
            SiteBase.$path.withValue(base) { gate.lockedResponse(to: request) }
        }
        if let locked { return secured(locked, request) }
        return try withLibrary(of: account) { library, gate throws(HTTPError) in
            let settings = try? library.settings()
            let language = settings?.language ?? request.preferredLanguage
            let response = InterfaceLanguage.withCurrent(language) {
                SiteBase.$path.withValue(base) {
                    PageFrame.with {
                        $0.isLockable = gate.lock.isLockable
                        $0.learner = account.title
                    } perform: {
                        do throws(HTTPError) {
                            return try body(library, gate)
                        } catch {
                            let settings = settings ?? StudySettings()
                            return Response.refusal(
                                error,
                                to: request,
                                at: nil,
                                settings: settings
                            )
                        }
                    }
                }
            }
            return secured(response, request)
        }
    }

    /// Whether a library without a lock is open in this process, and opens it unless another has it.
    func isOpenHere(_ account: Account) throws(HTTPError) -> Bool {
        do throws(LibraryError) {
            guard try otherNode(for: account) == nil else { return false }
            return try libraries.use(account).gate != nil
        } catch .elsewhere {
            return false
        } catch {
            throw httpError(for: error)
        }
    }

    /// Asks the lock of a library that is open here, and stays open meanwhile.
    private func withGate<Result>(
        of account: Account,
        _ body: (LockGate) throws(HTTPError) -> Result
    ) throws(HTTPError) -> Result {
        let use = try reading { () throws(LibraryError) in try libraries.use(account) }
        defer { withExtendedLifetime(use) {} }
        guard let gate = use.gate else { throw HTTPError(.unauthorized, LockGate.lockedPhrase) }
        return try body(gate)
    }

    /// Works on a learner's library, which stays open meanwhile.
    func withLibrary<Result>(
        of account: Account,
        countsAsUse: Bool = true,
        _ body: (Library, LockGate) throws(HTTPError) -> Result
    ) throws(HTTPError) -> Result {
        try withGate(of: account) { gate throws(HTTPError) in
            guard let (library, lease) = gate.lock.lease(countsAsUse: countsAsUse) else {
                throw HTTPError(.unauthorized, LockGate.lockedPhrase)
            }
            defer { withExtendedLifetime(lease) {} }
            return try body(library, gate)
        }
    }

    private func answer(
        _ visit: ClassVisit,
        _ route: ClassesRoute,
        _ request: Request
    ) throws(HTTPError) -> Response {
        switch (route, request.method) {
        case (.all, .get), (.all, .head): return .page(try classesPage(visit))
        case (.all, .post): return try publish(visit, request)
        case (.one(let id), .get), (.one(let id), .head):
            return .page(try classPage(of: taught(id, by: visit), visit))
        case (.one(let id), .post):
            let form = try request.form()
            guard form["do"] == "take" || form["do"] == "leave" else {
                return try change(taught(id, by: visit), visit, form)
            }
            let publication = try joined(id, by: visit)
            if form["do"] == "take" { return try take(publication, visit) }
            try translating { () throws(AccountsError) in
                try accounts.unsubscribe(visit.account, from: publication.id)
            }
            return .redirect(to: ClassesRoute.all.path).cached(.never)
        default: throw HTTPError(.methodNotAllowed, "This can’t be done at this address.")
        }
    }

    // MARK: - Which class

    static var noClass: HTTPError { HTTPError(.notFound, "This class doesn’t exist.") }

    /// An open class of the teacher; for everybody else it is as if there were none.
    private func taught(
        _ text: String,
        by visit: ClassVisit
    ) throws(HTTPError) -> Publication {
        guard let publication = try publication(text), publication.isOpen,
            publication.owner.id == visit.account.id
        else { throw Self.noClass }
        return publication
    }

    /// A class that the learner is in.
    private func joined(
        _ text: String,
        by visit: ClassVisit
    ) throws(HTTPError) -> Publication {
        guard let publication = try publication(text) else { throw Self.noClass }
        let subscription = try translating { () throws(AccountsError) in
            try accounts.subscription(of: visit.account, to: publication)
        }
        guard subscription != nil else { throw Self.noClass }
        return publication
    }

    private func publication(_ text: String) throws(HTTPError) -> Publication? {
        guard let id = PublicationID(text) else { return nil }
        return try translating { () throws(AccountsError) in try accounts.publication(id) }
    }

    // MARK: - The learner's classes

    func classesPage(
        _ visit: ClassVisit,
        name: String = "",
        problem: Phrase? = nil
    ) throws(HTTPError) -> ClassesPage {
        let (learning, teaching) = try translating { () throws(AccountsError) in
            (
                try accounts.subscriptions(of: visit.account),
                visit.account.role.mayTeach ? try accounts.publications(of: visit.account) : []
            )
        }
        let library = visit.library
        let (held, decks, settings) = try reading { () throws(LibraryError) in
            (try library.classDecks(), try library.decks(), try library.settings())
        }
        var publishing = ClassesPage.Publishing(decks: decks.map { ($0.id, $0.name.title) })
        publishing.name = name
        publishing.problem = problem
        return ClassesPage(
            learning: learning.map { subscription in
                let publication = subscription.publication
                let deck = held[publication.id.rawValue]
                return ClassesPage.Learning(
                    id: publication.id.description,
                    name: publication.name,
                    teacher: publication.owner.title,
                    showsProgress: subscription.showsProgress,
                    isClosed: !publication.isOpen,
                    edition: deck?.settings.edition?.number,
                    deck: deck?.id,
                    latest: publication.edition.number
                )
            },
            teaching: teaching.map {
                ClassesPage.Teaching(
                    id: $0.id.description,
                    name: $0.name,
                    edition: $0.edition.number
                )
            },
            publishing: visit.account.role.mayTeach ? publishing : nil,
            settings: settings
        )
    }

    /// New editions of the decks that a learner has, for the home page.
    func news(for account: Account, at gate: LockGate) -> [ClassNews] {
        guard let subscriptions = try? accounts.subscriptions(of: account), !subscriptions.isEmpty,
            let (library, lease) = gate.lock.lease(countsAsUse: false)
        else { return [] }
        defer { withExtendedLifetime(lease) {} }
        guard let held = try? library.classDecks() else { return [] }
        return subscriptions.compactMap { subscription in
            let publication = subscription.publication
            // A learner who deleted the deck is not reminded of it.
            guard publication.isOpen,
                let edition = held[publication.id.rawValue]?.settings.edition,
                edition != publication.taken
            else { return nil }
            return ClassNews(
                id: publication.id.description,
                name: publication.name,
                number: publication.edition.number
            )
        }
    }

    // MARK: - Editions

    /// Returns what `answer` returns, which publishes or merges an edition and may take long.
    func workingOnEdition(
        for learner: AccountID,
        _ answer: @escaping @Sendable () -> Response
    ) async -> Response {
        await turnsAtEditions.run(for: learner) { await editions.run(answer) }
    }

    /// Merges the latest edition into the learner's deck, or creates the deck.
    func take(_ publication: Publication, _ visit: ClassVisit) throws(HTTPError) -> Response {
        guard publication.isOpen else {
            throw HTTPError(.conflict, "This class was closed. The deck stays yours.")
        }
        let library = visit.library
        let held = try reading { () throws(LibraryError) in
            try library.classDecks()[publication.id.rawValue]
        }
        if let held, held.settings.edition == publication.taken {
            return .redirect(to: .cards(.deck(held.id)))
        }
        let new = try packFile(of: publication.edition, in: publication)
        guard let new else {
            report("edition \(publication.edition.number) of \(publication.id) is damaged")
            throw HTTPError(LibraryError.failed(reason: ""))
        }
        let before = try edition(held?.settings.edition, of: publication)
        let lacking = try reading { () throws(LibraryError) in
            try library.lacking(new.file.media)
        }
        let added =
            max(0, publication.edition.size - (before?.edition.size ?? 0))
            + lacking.reduce(0) { $0 + (new.sizes[$1] ?? 0) }
        try check(quotaOf: visit.account, allows: added)
        let name = try deckName(for: publication, held, in: library)
        let packs = accounts.packs
        let batch: ImportBatch
        do throws(ExchangeError) {
            batch = try new.file.batch(
                into: name,
                named: publication.name,
                taking: publication.taken,
                after: before?.file,
                opener: visit.gate.opener,
                lacking: lacking
            ) { hash, limit in
                Digest(bytes: hash.bytes).flatMap { packs.content(of: $0, limit: limit) }
            }
        } catch {
            throw HTTPError(.conflict, error.words)
        }
        let result = try reading { () throws(LibraryError) in
            (
                try library.importNotes(of: batch, by: nil),
                try library.classDecks()[publication.id.rawValue]
            )
        }
        visit.gate.maintenance.libraryChanged(library)
        guard let deck = result.1 else { return .redirect(to: ClassesRoute.all.path) }
        return .redirect(
            to: ReturnPath(.cards(.deck(deck.id))).reporting(result.0.change?.id)
        )
    }

    private func deckName(
        for publication: Publication,
        _ held: Deck?,
        in library: Library
    ) throws(HTTPError) -> DeckName {
        if let held { return held.name }
        guard let name = DeckName(publication.name) else { throw Self.noClass }
        return try reading { () throws(LibraryError) in try library.freeDeckName(for: name) }
    }

    /// The edition that a learner's deck holds; nil where its file is not there.
    private func edition(
        _ taken: TakenEdition?,
        of publication: Publication
    ) throws(HTTPError) -> (edition: Edition, file: PackFile)? {
        guard let taken else { return nil }
        let editions = try translating { () throws(AccountsError) in
            try accounts.editions(of: publication)
        }
        guard
            let edition = editions.first(where: {
                $0.number == taken.number && $0.pack.description == taken.pack
            }), let found = try packFile(of: edition, in: publication)
        else { return nil }
        return (edition, found.file)
    }

    /// The file of an edition with the sizes of its pictures and sounds; nil where it is not there.
    private func packFile(
        of edition: Edition,
        in publication: Publication
    ) throws(HTTPError) -> (file: PackFile, sizes: [String: Int])? {
        let media = try translating { () throws(AccountsError) in
            try accounts.media(of: edition, in: publication)
        }
        guard accounts.packs.content(of: edition.pack, limit: ClassPack.largest) != nil else {
            return nil
        }
        var hashes: [String: MediaHash] = [:]
        for medium in media { hashes[medium.name] = MediaHash(bytes: medium.digest.bytes) }
        let file = PackFile(path: accounts.packs.path(of: edition.pack), media: hashes)
        return (
            file,
            Dictionary(media.map { ($0.name, $0.size) }, uniquingKeysWith: { first, _ in first })
        )
    }

    func check(quotaOf account: Account, allows bytes: Int) throws(HTTPError) {
        guard bytes > accounts.remainingBytes(of: account) else { return }
        throw HTTPError(LibraryError.refused(Library.quotaExceeded))
    }

    // MARK: - Errors

    /// Turns an error of a library into what the learner is told; the log gets the reason.
    func reading<Result>(
        _ body: () throws(LibraryError) -> Result
    ) throws(HTTPError) -> Result {
        do throws(LibraryError) {
            return try body()
        } catch {
            throw httpError(for: error)
        }
    }
}

extension Publication {
    /// Its latest edition, as a learner's deck remembers it.
    var taken: TakenEdition {
        TakenEdition(
            publication: id.rawValue,
            number: edition.number,
            pack: edition.pack.description
        )
    }
}
