import HTTP
import Languages
import Library
import LibraryValues
import Notes
import Pages

extension Application {
    /// `GET /decks`.
    func decks(done: ChangeID?) throws -> Response {
        let page = DecksPage(
            decks: try library.home(timeZoneOffset: clock.offset()).decks,
            done: try self.done(done),
            settings: try library.settings()
        )
        return .page(page)
    }

    /// `GET /decks/starter`.
    func starters() throws -> Response {
        let page = StartersPage(
            offers: try library.starterOffers(),
            settings: try library.settings()
        )
        return .page(page)
    }

    /// `POST /decks/starter`: adds the deck that the form names.
    func addStarter(_ request: Request) throws -> Response {
        guard let name = try request.form()["deck"].flatMap({ DeckName($0) }) else {
            throw HTTPError(.badRequest, "This starter deck doesn’t exist.")
        }
        let change = try library.addStarter(named: name, by: browser(of: request))
        return lead(nil, else: .decks(), telling: change)
    }

    /// `GET /decks/new`.
    func newDeck(inside: String?, back: ReturnPath?) throws -> Response {
        try page(of: DeckForm(inside: inside.flatMap { DeckName($0) }), back: back)
    }

    /// `POST /decks/new`.
    func makeDeck(back: ReturnPath?, _ request: Request) throws -> Response {
        let form = DeckForm(try request.form().pairs)
        return try take(form, deck: nil, back: back, request) { name throws(LibraryError) in
            try library.makeDeck(named: name, by: browser(of: request)).change
        }
    }

    /// `GET /decks/{id}`.
    func deck(_ id: DeckID, done: ChangeID?) throws -> Response {
        let offset = clock.offset()
        guard let overview = try library.overview(of: id, timeZoneOffset: offset) else {
            throw Self.noDeck
        }
        let page = DeckPage(
            overview: overview,
            clock: MomentFormatter(now: overview.at, offset: offset),
            library: library.identity,
            done: try self.done(done),
            settings: try library.settings()
        )
        return .page(page)
    }

    /// `GET /decks/{id}/options`.
    func deckOptions(_ id: DeckID, back: ReturnPath?) throws -> Response {
        guard let deck = try library.deck(id) else { throw Self.noDeck }
        return try page(of: DeckForm(deck, try languages(of: deck)), deck: deck, back: back)
    }

    /// `POST /decks/{id}/options`: saves name and options, merges the deck into another, or deletes it.
    func changeDeck(_ id: DeckID, back: ReturnPath?, _ request: Request) throws -> Response {
        guard let deck = try library.deck(id) else { throw Self.noDeck }
        let fields = try request.form()
        let browser = browser(of: request)
        // Of a deck that is gone there is no page to return to.
        let isOwnPage = back == ReturnPath(.cards(.deck(id)))
        switch fields["do"] ?? "save" {
        case "delete":
            let change = try library.deleteDeck(id, by: browser)
            let back = isOwnPage ? nil : back?.following(deck.name, to: nil)
            return lead(back, else: .decks(), telling: change)
        case "merge":
            guard let target = fields["into"].flatMap({ DeckID($0) }) else { throw Self.noDeck }
            let change = try library.mergeDeck(id, into: target, by: browser)
            let name = try library.deck(target)?.name
            let back = isOwnPage ? nil : back?.following(deck.name, to: name)
            return lead(back, else: .deck(target), telling: change)
        case "language":
            return try addLanguage(fields, to: deck, back: back)
        case "preview":
            let form = DeckForm(fields.pairs, of: (deck, try languages(of: deck)))
            return try page(of: form, deck: deck, back: back)
        case "save":
            let form = DeckForm(fields.pairs, of: (deck, try languages(of: deck)))
            // A name that was not edited must not undo a renaming meanwhile.
            let isNameSame = form.deckName?.text == fields["seen-name"]
            return try take(form, deck: deck, back: back, request) { name throws(LibraryError) in
                try library.changeDeck(id, to: isNameSame ? nil : name, form.settings, by: browser)
            }
        default: throw HTTPError(.badRequest, "This button doesn’t exist.")
        }
    }

    /// Shows the form with one more language to choose, or with why there is none.
    private func addLanguage(_ fields: Query, to deck: Deck, back: ReturnPath?) throws -> Response {
        var sent = fields.pairs
        let typed = fields["language"] ?? ""
        let language = LanguageTag(name: typed.trimmed)
        if let language { sent.append(("added", language.text)) }
        var form = DeckForm(sent, of: (deck, try languages(of: deck)))
        form.flaws = [:]
        guard language == nil else { return try page(of: form, deck: deck, back: back) }
        form.flaws[.languages] =
            "“\(typed.prefix(40))” isn’t a known language. Enter a language tag such as fi or pa-Arab."
        return try page(of: form, deck: deck, back: back, status: .unprocessableContent)
    }

    private func languages(of deck: Deck) throws -> DeckLanguages {
        guard let languages = try library.languages(of: deck.id) else { throw Self.noDeck }
        return languages
    }

    /// Changes the deck, or shows the form again with why that is refused.
    private func take(
        _ form: DeckForm,
        deck: Deck?,
        back: ReturnPath?,
        _ request: Request,
        _ body: (DeckName) throws(LibraryError) -> Change?
    ) throws -> Response {
        var form = form
        var status = Status.unprocessableContent
        if let name = form.deckName, form.flaws.isEmpty {
            do throws(LibraryError) {
                let change = try body(name)
                let back = deck.flatMap { back?.following($0.name, to: name) } ?? back
                return lead(back, else: .decks(), telling: change)
            } catch {
                let refusal = httpError(for: error, by: request)
                form.flaws[.name] = Phrase(verbatim: refusal.message)
                if refusal.status != .conflict { status = refusal.status }
            }
        }
        return try page(of: form, deck: deck, back: back, status: status)
    }

    private static var noDeck: HTTPError {
        HTTPError(.notFound, "This deck no longer exists.")
    }

    private func page(
        of form: DeckForm,
        deck: Deck? = nil,
        back: ReturnPath?,
        status: Status = .ok
    ) throws -> Response {
        let settings = try library.settings()
        let page = DeckOptionsPage(
            form: form,
            deck: deck,
            others: try library.decks().filter { other in
                deck.map { !$0.name.includes(other.name) } ?? false
            },
            // An empty deck may get cards in any language.
            offersLanguages: try form.hasLanguages || isEmpty(deck?.id),
            back: back,
            settings: settings
        )
        return .page(page, status: status)
    }
}
