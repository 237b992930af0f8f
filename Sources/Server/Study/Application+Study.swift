import HTTP
import Languages
import Library
import LibraryValues
import Notes
import Pages
import Recall

extension Application {
    /// `GET /study/{mode}?deck=…`: the page of a session.
    ///
    /// A browser that stores the page for use without a network asks for all cards in it, up to a number.
    func study(_ mode: Mode, _ source: Source, for request: Request) throws -> Response {
        let deal = try deal(mode, source, whole: wholeDeal(request))
        let map = try library.mapSettings()
        let page = StudyPage(
            deal: deal,
            done: try done(request.query["done"].flatMap { ChangeID($0) }),
            settings: try library.settings(),
            map: map,
            isOfEmptyDeck: try deal.cards.isEmpty && isEmpty(deal.deck)
        )
        return .page(page)
            .with("Content-Security-Policy", SecurityHeaders.policy(pictures: map.origins))
    }

    /// Whether a deck has no notes, nor have those inside it.
    func isEmpty(_ deck: DeckID?) throws -> Bool {
        try deck.flatMap { try library.overview(of: $0, timeZoneOffset: clock.offset()) }?
            .deck.notes == 0
    }

    /// `POST /study/{mode}?deck=…`: more cards for a session.
    func topUp(_ mode: Mode, _ source: Source, with request: Request) throws -> Response {
        let body = try TopUpRequest.decode(request)
        if let mismatch = mismatch(body) { return mismatch }
        let deal = try deal(mode, source, having: body.cards.map(\.id), extra: body.extra)
        return .json(deal.json).cached(.never)
    }

    /// `POST /study/cards`: cards of a session, in full.
    func cards(_ request: Request) throws -> Response {
        let body = try StudyCardsRequest.decode(request)
        if let mismatch = mismatch(body) { return mismatch }
        let cards = try library.cards(
            body.cards.map(\.id),
            for: body.mode.mode,
            timeZoneOffset: clock.offset()
        )
        return .json(cards.jsonBytes).cached(.never)
    }

    /// `GET /study/tomorrow?deck=…`: how many cards a review deals tomorrow.
    func tomorrow(_ source: Source) throws -> Response {
        let cards = try library.tomorrow(source, timeZoneOffset: clock.offset())
        guard let cards else { throw Self.missingSource }
        return .json(["cards": cards])
    }

    private static var missingSource: HTTPError {
        HTTPError(.notFound, "This deck or tag doesn’t exist, so it can’t be studied.")
    }

    private func deal(
        _ mode: Mode,
        _ source: Source,
        having had: [CardID] = [],
        extra: Library.Extra? = nil,
        whole: Int? = nil
    ) throws -> Deal {
        let deal = try library.deal(
            mode,
            source,
            timeZoneOffset: clock.offset(),
            having: Set(had),
            extra: extra,
            whole: whole
        )
        guard let deal else { throw Self.missingSource }
        return deal
    }

    /// Reads `Prefer: whole-deal=50`; without a number the deal has full length.
    private func wholeDeal(_ request: Request) -> Int? {
        guard let preference = request.preference, preference.name == "whole-deal" else {
            return nil
        }
        return min(max(preference.number ?? Library.largestDeal, 0), Library.largestDeal)
    }
}
