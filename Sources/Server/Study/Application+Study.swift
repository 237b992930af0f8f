import HTTP
import Languages
import Library
import Notes
import Pages
import Recall

extension Application {
    /// `GET /study/{mode}?deck=…`: a session on the table.
    ///
    /// A browser that puts the page by for when there is no network wants all cards in it, and says how many at most.
    func study(_ mode: Mode, _ source: Source, for request: Request) throws -> Response {
        let deal = try deal(mode, source, whole: wholeDeal(request))
        let map = try library.mapSettings()
        let page = StudyPage(deal: deal, settings: try library.settings(), map: map)
        return .html(page.render()).cached(.never)
            .with("Content-Security-Policy", Guards.policy(pictures: map.origins))
    }

    /// `POST /study/{mode}?deck=…`: more cards for a session that has some already.
    func topUp(_ mode: Mode, _ source: Source, with request: Request) throws -> Response {
        let wish = try TopUp.decode(request)
        if let mismatch = mismatch(wish) { return mismatch }
        let deal = try deal(mode, source, having: wish.cards, extra: wish.extra)
        return .json(deal.jsonBytes).cached(.never)
    }

    /// `POST /study/cards`: cards of a session by their names, whole.
    func cards(_ request: Request) throws -> Response {
        let wish = try CardWish.decode(request)
        if let mismatch = mismatch(wish) { return mismatch }
        let cards = try library.cards(
            wish.cards,
            for: wish.mode,
            timeZoneOffset: clock.offset()
        )
        return .json(cards.jsonBytes).cached(.never)
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
        guard let deal else { throw HTTPError(.notFound, "There is no such deck or tag to study.") }
        return deal
    }

    /// Reads `Prefer: whole-deal=50`; without a number it is a whole deal.
    private func wholeDeal(_ request: Request) -> Int? {
        guard let preference = request.preference, preference.name == "whole-deal" else {
            return nil
        }
        return min(max(preference.number ?? Library.largestDeal, 0), Library.largestDeal)
    }
}
