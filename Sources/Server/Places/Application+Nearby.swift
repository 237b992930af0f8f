import HTTP
import Languages
import Library
import Lookup
import Notes
import Pages

extension Application {
    /// `GET /places/nearby?at=60.1,24.9`: what Wikipedia knows there, in the learner's language, else in English.
    func nearby(_ at: String) throws -> Response {
        guard let place = Place(reading: at) else {
            throw HTTPError(.badRequest, "This is no point on the earth.")
        }
        guard let wikipedia = lookup.wikipedia else { throw HTTPError(WikipediaError.unreachable) }
        let own = LanguageTag(InterfaceLanguage.current.rawValue)
        var languages = [own, .english].compactMap { $0 }
        if own == .english || InterfaceLanguage.current.isPseudo { languages = [.english] }
        let articles: [NearbyArticle]
        do throws(WikipediaError) {
            articles = try wikipedia.articles(near: place, in: languages)
        } catch {
            report("Wikipedia: \(error)")
            throw HTTPError(error)
        }
        return try answer(["articles": articles.map(ArticleAnswer.init)])
    }

    /// `GET /places/pictures/{name}`: a picture out of the list of articles; the browser asks nobody but Omena.
    func picture(_ name: String) throws -> Response {
        let bytes: [UInt8]?
        do throws(WikipediaError) {
            bytes = try lookup.wikipedia?.picture(name)
        } catch {
            throw HTTPError(error)
        }
        guard let bytes, let format = MediaFormat(of: bytes), format.kind == .picture else {
            throw HTTPError(.notFound, "There is no such picture.")
        }
        return .bytes(bytes, type: format.contentType)
            .cached(.browser(for: .seconds(7 * 86_400)))
    }

    /// `POST /places/articles`: makes a card or a place of an article, with where it is from.
    func keepArticle(_ request: Request) throws -> Response {
        let order = try ArticleOrder.decode(request)
        let near = try order.near.flatMap { NoteID($0) }.map { try found($0) }
        let browser = browser(of: request)
        switch order.make {
        case "place":
            guard
                let place = Place(
                    latitude: order.latitude ?? .nan,
                    longitude: order.longitude ?? .nan
                )
            else { throw HTTPError(.unprocessableContent, "The article does not say where it is.") }
            let wish = PlaceChange(
                name: order.title,
                description: "\(order.about ?? "")\n\n\(order.source)".trimmed,
                place: place,
                tags: "wikipedia",
                deck: near?.note.deck
            )
            let (change, note) = try library.addPlace(wish, by: browser)
            return try answer(PlaceAnswer(found(note), after: change))
        case "card":
            guard let deck = try near?.note.deck ?? library.decks().first?.id else {
                throw HTTPError(.conflict, "There is no deck to put a card in.")
            }
            let draft = NoteDraft(
                type: NoteType.basic.id,
                deck: deck,
                values: [
                    1: NoteDraft.Value(order.title),
                    2: NoteDraft.Value("\(order.answer(near: near))\n\n\(order.source)"),
                ],
                tags: "wikipedia"
            )
            switch try library.save(draft, isTwinWanted: true, by: browser) {
            case .saved(let change, _): return try answer(Done(change))
            case .refused(let form):
                let words = form.flaws.first?.words ?? form.problem ?? "That was not saved."
                throw HTTPError(.unprocessableContent, message: words.description)
            }
        default: throw HTTPError(.badRequest, "An article becomes a card or a place.")
        }
    }
}

extension HTTPError {
    /// Wikipedia's troubles in words; what it said itself is for whoever runs the server.
    fileprivate init(_ error: WikipediaError) {
        self.init(.badGateway, "Please try again later.")
    }
}

/// One article as the map's script is given it.
private struct ArticleAnswer: Encodable {
    let title: String
    let about: String?
    let language: String
    let url: String
    let latitude: Double?
    let longitude: Double?
    let distance: Double?
    let picture: String?

    init(_ article: NearbyArticle) {
        title = article.title
        about = article.about
        language = article.language.text
        url = article.url
        latitude = article.place?.latitude
        longitude = article.place?.longitude
        distance = article.distance
        picture = article.pictureName.map { Route.places(.picture($0)).path }
    }
}

/// What is to be made of which article.
private struct ArticleOrder: Decodable {
    let make: String
    let title: String
    let about: String?
    let url: String
    let latitude: Double?
    let longitude: Double?
    let distance: Double?
    /// The place that it was found from.
    let near: String?

    static func decode(_ request: Request) throws(HTTPError) -> ArticleOrder {
        try request.decodeJSON("The body is not a JSON object that says something of an article.")
    }

    /// Whose words they are, and under which licence.
    var source: String { say("Source: Wikipedia, \(url) (CC BY-SA 4.0)") }

    /// What the article is about; where nobody has said, how far it is from where it was found.
    func answer(near place: PlaceDetails?) -> String {
        if let about, !about.isEmpty { return about }
        guard let distance, distance.isFinite, let place else {
            return say("No further information")
        }
        let kilometres = String((distance / 100).rounded() / 10)
        return say("\(kilometres) km from \(place.name)")
    }
}
