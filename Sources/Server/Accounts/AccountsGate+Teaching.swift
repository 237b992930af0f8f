import Accounts
import HTTP
import Languages
import Library
import LibraryValues
import Notes
import Pages
import Sodium

/// What a teacher does with a class.
extension AccountsGate {
    func publish(_ visit: ClassVisit, _ request: Request) throws(HTTPError) -> Response {
        guard visit.account.role.mayTeach else {
            throw HTTPError(.forbidden, "Only teachers can publish decks.")
        }
        let form = try request.form()
        let name = String((form["name"] ?? "").tidied.prefix(Publication.longestName))
        func refused(_ problem: Phrase) throws(HTTPError) -> Response {
            .page(
                try classesPage(visit, name: name, problem: problem),
                status: .unprocessableContent
            )
        }
        guard let deckName = DeckName(name), deckName.parent == nil, deckName.isVisible else {
            return try refused("Enter a name for the class, without “::”.")
        }
        guard let id = form["deck"].flatMap({ DeckID($0) }),
            let deck = try reading({ () throws(LibraryError) in try visit.library.deck(id) })
        else { return try refused("This deck no longer exists.") }
        let edition = try newEdition(of: deck, visit, after: nil)
        guard edition.notes > 0 else { return try refused("This deck has no cards yet.") }
        let publication = try translating { () throws(AccountsError) in
            try accounts.publish(
                edition,
                as: deckName.text,
                deck: deck.id.rawValue,
                of: visit.account,
                showsProgress: form["progress"] == "on"
            )
        }
        return .redirect(to: ClassesRoute.one(publication.id.description).path).cached(.never)
    }

    func change(
        _ publication: Publication,
        _ visit: ClassVisit,
        _ form: Query
    ) throws(HTTPError) -> Response {
        let changed: ClassesRoute.Part
        switch form["do"] {
        case "publish":
            changed = .editions
            if let problem = try publishAgain(publication, visit) {
                return .page(
                    try classPage(of: publication, visit, problem: problem),
                    status: .unprocessableContent
                )
            }
        case "link":
            changed = .address
            try translating { () throws(AccountsError) in
                try accounts.renewLink(of: publication, showsProgress: form["progress"] == "on")
            }
        case "no-link":
            changed = .link
            try translating { () throws(AccountsError) in try accounts.removeLink(of: publication) }
        case "remove":
            changed = .learners
            let member = try translating { () throws(AccountsError) in
                try form["name"].flatMap { LearnerName($0) }.map { name throws(AccountsError) in
                    try accounts.account(named: name)
                } ?? nil
            }
            guard let member else { break }
            try translating { () throws(AccountsError) in
                try accounts.unsubscribe(member, from: publication.id)
            }
        case "close":
            try translating { () throws(AccountsError) in
                try accounts.close(publication)
                try accounts.deleteUnusedPacks()
            }
            return .redirect(to: ClassesRoute.all.path).cached(.never)
        default: throw HTTPError(.badRequest, "This can’t be done at this address.")
        }
        let path = ClassesRoute.path(to: changed, of: publication.id.description)
        return .redirect(to: path).cached(.never)
    }

    /// Publishes another edition; returns why that is not possible.
    private func publishAgain(
        _ publication: Publication,
        _ visit: ClassVisit
    ) throws(HTTPError) -> Phrase? {
        let deck = try reading { () throws(LibraryError) in
            try visit.library.deck(DeckID(rawValue: publication.deck))
        }
        guard let deck else { return "This deck no longer exists." }
        let before = try translating { () throws(AccountsError) in
            try accounts.media(of: publication.edition, in: publication)
        }
        let edition = try newEdition(of: deck, visit, after: publication)
        guard edition.pack != publication.edition.pack || edition.media != before else {
            return "Nothing has changed in the deck since the last edition."
        }
        do throws(AccountsError) {
            try accounts.publish(edition, after: publication)
        } catch .noClass {
            return "Another edition was published in the meantime."
        } catch {
            throw try translating { () throws(AccountsError) in throw error }
        }
        return nil
    }

    /// Stores the files of a deck as it is now.
    private func newEdition(
        of deck: Deck,
        _ visit: ClassVisit,
        after publication: Publication?
    ) throws(HTTPError) -> NewEdition {
        let pack = try reading { () throws(LibraryError) in
            try visit.library.classPack(of: deck.name)
        }
        let known = try translating { () throws(AccountsError) in
            try publication.map { publication throws(AccountsError) in
                try accounts.media(of: publication.edition, in: publication)
            } ?? []
        }
        let knownDigests = Set(known.map(\.digest))
        let remaining = accounts.remainingBytes(of: visit.account)
        var size = pack.bytes.count
        var media: [EditionMedium] = []
        do {
            guard size <= remaining else {
                throw LibraryError.refused(Library.quotaExceeded)
            }
            let digest = try accounts.packs.put(pack.bytes)
            try visit.library.exportMedia(pack.mediaNames) { name, bytes in
                let digest = try accounts.packs.put(bytes)
                if !knownDigests.contains(digest) { size += bytes.count }
                guard size <= remaining else {
                    throw LibraryError.refused(Library.quotaExceeded)
                }
                media.append(EditionMedium(name: name, digest: digest, size: bytes.count))
            }
            return NewEdition(
                pack: digest,
                size: pack.bytes.count,
                notes: pack.noteCount,
                media: media
            )
        } catch let error as LibraryError {
            throw HTTPError(error)
        } catch {
            report("a deck could not be published: \(error)")
            throw HTTPError(LibraryError.failed(reason: ""))
        }
    }

    // MARK: - The page

    func classPage(
        of publication: Publication,
        _ visit: ClassVisit,
        problem: Phrase? = nil
    ) throws(HTTPError) -> ClassPage {
        let (editions, members) = try translating { () throws(AccountsError) in
            (
                try accounts.editions(of: publication),
                try accounts.subscriptions(to: publication)
            )
        }
        let settings = try reading { () throws(LibraryError) in try visit.library.settings() }
        let address = publication.link.map { access.origin + AccountsRoute.joinClass($0) }
        return ClassPage(
            id: publication.id.description,
            name: publication.name,
            editions: editions.map {
                ClassPage.Edition(
                    number: $0.number,
                    notes: $0.notes,
                    made: Moment(milliseconds: $0.made * 1_000)
                )
            },
            members: members.map { member in
                ClassPage.Member(
                    person: Person(member.account),
                    showsProgress: member.showsProgress,
                    progress: member.showsProgress ? progress(of: member, for: visit) : .known(nil)
                )
            },
            link: address.map {
                ClassPage.Link(
                    address: $0,
                    code: QRCode($0)?.rows,
                    showsProgress: publication.showsProgress
                )
            },
            problem: problem,
            time: MomentFormatter(now: clock.now(), offset: clock.offset()),
            settings: settings
        )
    }

    /// How far a learner is who agreed to show it.
    private func progress(
        of member: Subscription,
        for visit: ClassVisit
    ) -> ClassPage.Member.Progress {
        precondition(member.showsProgress, "The learner was told that the teacher sees nothing")
        // Looked at first, because opening one with a lock starts a process.
        guard let isSealed = try? LockedLibrary.isSealed(accounts.library(of: member.account))
        else { return .unreadable }
        if isSealed { return .locked }
        if visit.gate.lock.isLockable { return .apart }
        do throws(HTTPError) {
            // In a fleet no library has a lock.
            guard try isOpenHere(member.account) else {
                return fleet == nil ? .locked : .unreadable
            }
            let progress = try withLibrary(of: member.account, countsAsUse: false) {
                library,
                _ throws(HTTPError) in
                try reading { () throws(LibraryError) -> ClassProgress? in
                    let id = member.publication.id.rawValue
                    guard let deck = try library.classDecks()[id] else { return nil }
                    return try library.classProgress(
                        in: deck.id,
                        timeZoneOffset: clock.withOffset(of: library).offset()
                    )
                }
            }
            return .known(progress)
        } catch {
            return .unreadable
        }
    }
}
