import HTTP
import Languages
import Library
import LibraryValues
import Lookup
import Notes
import Pages

extension Application {
    /// `GET /places/nearby?at=60.1,24.9`: Wikipedia articles, in the learner's language, else in English.
    func nearby(_ at: String) throws -> Response {
        guard let place = Place(reading: at) else {
            throw HTTPError(.badRequest, "This isn’t a point on the map.")
        }
        guard let wikipedia = lookup.wikipedia else { throw HTTPError(WikipediaError.unreachable) }
        let own = InterfaceLanguage.current
        let isEnglish = own == .english || own.isPseudo
        let languages: [LanguageTag] = isEnglish ? [.english] : [own.tag, .english]
        let articles: [NearbyArticle]
        do throws(WikipediaError) {
            articles = try wikipedia.articles(near: place, in: languages)
        } catch {
            report("Wikipedia: \(error)")
            throw HTTPError(error)
        }
        return .json(["articles": articles.map(ArticleAnswer.init)])
    }

    /// `GET /places/pictures/{name}`: the picture of an article; browsers never connect to Wikipedia.
    func picture(_ name: String) throws -> Response {
        let bytes: [UInt8]?
        do throws(WikipediaError) {
            bytes = try lookup.wikipedia?.picture(name)
        } catch {
            throw HTTPError(error)
        }
        guard let bytes, let format = MediaFormat(of: bytes), format.kind == .picture else {
            throw HTTPError(.notFound, "This picture doesn’t exist.")
        }
        return .bytes(bytes, type: format.contentType)
            .cached(.browser(for: .seconds(7 * 86_400)))
    }

    /// `POST /places/articles`: makes a card or a place from an article, with its source.
    func keepArticle(_ request: Request) throws -> Response {
        let body: ArticleRequest = try request.decodeJSON(
            orRefuse: "The body is not a JSON object that describes an article."
        )
        let near = try body.near.flatMap { NoteID($0) }.map { try placeNote($0) }
        let browser = browser(of: request)
        switch body.make {
        case "place":
            guard
                let place = Place(
                    latitude: body.latitude ?? .nan,
                    longitude: body.longitude ?? .nan
                )
            else { throw HTTPError(.unprocessableContent, "The article has no location.") }
            let added = PlaceChange(
                name: body.title,
                description: "\(body.about ?? "")\n\n\(body.attribution)".trimmed,
                place: place,
                tags: "wikipedia",
                deck: near?.deck
            )
            let (change, note) = try library.addPlace(added, by: browser)
            return .json(PlaceAnswer(try placeNote(note), after: change))
        case "card":
            guard let deck = try near?.deck ?? library.decks().first?.id else {
                throw HTTPError(.conflict, "There is no deck to add the card to. Create one first.")
            }
            let draft = NoteDraft(
                type: NoteType.basic.id,
                deck: deck,
                values: [
                    1: NoteDraft.Value(body.title),
                    2: NoteDraft.Value("\(body.answer(near: near))\n\n\(body.attribution)"),
                ],
                tags: "wikipedia"
            )
            switch try library.save(draft, allowsDuplicate: true, by: browser) {
            case .saved(let change, _): return .json(ActionAnswer(change))
            case .refused(let form):
                let words = form.flaws.first?.words ?? form.problem ?? "That was not saved."
                throw HTTPError(.unprocessableContent, message: words.description)
            }
        default: throw HTTPError(.badRequest, "An article can become a card or a place.")
        }
    }
}

extension HTTPError {
    /// The log gets what Wikipedia answered.
    fileprivate init(_ error: WikipediaError) {
        self.init(.badGateway, "Please try again later.")
    }
}

/// An article, for the map's script.
private struct ArticleAnswer: Encodable {
    let title: String
    let about: String?
    let language: String
    let url: String
    let source: String
    let latitude: Double?
    let longitude: Double?
    let distance: Double?
    let picture: String?

    init(_ article: NearbyArticle) {
        title = article.title
        about = article.about
        language = article.language.text
        url = article.url
        source = article.source
        latitude = article.place?.latitude
        longitude = article.place?.longitude
        distance = article.distance
        picture = article.pictureName.map { Route.places(.picture($0)).path }
    }
}

/// The article to keep, and whether as a card or a place.
private struct ArticleRequest: Decodable {
    let make: String
    let title: String
    let about: String?
    /// Its address without its title.
    let source: String
    let latitude: Double?
    let longitude: Double?
    let distance: Double?
    /// The place near which it was found.
    let near: String?

    /// The attribution that the licence requires.
    var attribution: String { say("Source: Wikipedia, \(source) (CC BY-SA 4.0)") }

    /// The summary of the article, or else its distance from the place.
    func answer(near place: Note?) -> String {
        if let about, !about.isEmpty { return about }
        guard let distance, distance.isFinite, let place else {
            return say("No further information")
        }
        let kilometres = String((distance / 100).rounded() / 10)
        return say("\(kilometres) km from \(place.text(of: .placeName))")
    }
}
