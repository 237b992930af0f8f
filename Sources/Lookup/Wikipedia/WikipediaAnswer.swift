internal import JSON
internal import Languages
internal import Notes

/// A response of the MediaWiki API; `query` is missing if nothing is nearby.
struct WikipediaAnswer: Decodable {
    struct Query: Decodable {
        var pages: [Lenient<Page>]?
    }

    struct Page: Decodable {
        struct Coordinates: Decodable {
            var lat: Double
            var lon: Double
        }

        struct Thumbnail: Decodable {
            var source: String
        }

        struct Terms: Decodable {
            var description: [String]?
        }

        var pageid: Int?
        var title: String
        var coordinates: [Coordinates]?
        var thumbnail: Thumbnail?
        var terms: Terms?
        var fullurl: String?
    }

    struct ErrorMessage: Decodable {
        var text: String?
        var info: String?
    }

    /// An invalid page does not invalidate the others.
    struct Lenient<Value: Decodable>: Decodable {
        var value: Value?

        init(from decoder: any Decoder) throws {
            value = try? Value(from: decoder)
        }
    }

    var query: Query?
    var errors: [ErrorMessage]?
    var error: ErrorMessage?

    init(reading bytes: [UInt8]) throws(WikipediaError) {
        do {
            self = try JSONCoding.decode(Self.self, from: bytes)
        } catch {
            throw .unreadable
        }
        if let complaint = errors?.first ?? error {
            throw .refused(String((complaint.text ?? complaint.info ?? "").prefix(200)))
        }
    }

    /// The articles, the nearest first.
    func articles(near place: Place, in language: LanguageTag, host: String) -> [NearbyArticle] {
        let articles = (query?.pages ?? []).compactMap(\.value).prefix(Wikipedia.mostArticles)
            .map { page in
                let point = page.coordinates?.first
                let there = point.flatMap { Place(latitude: $0.lat, longitude: $0.lon) }
                let about = page.terms?.description?.first.map { String($0.prefix(500)) }
                let url = safe(page.fullurl) ?? "\(host)/wiki/\(Wikipedia.encoded(page.title))"
                return NearbyArticle(
                    title: String(page.title.prefix(300)),
                    about: about?.isEmpty == false ? about : nil,
                    language: language,
                    url: url,
                    source: page.pageid.map { "\(origin(of: url))/?curid=\($0)" } ?? url,
                    place: there,
                    distance: there.map { place.distance(to: $0) },
                    thumbnail: safe(page.thumbnail?.source)
                )
            }
        return articles.sorted { ($0.distance ?? .infinity) < ($1.distance ?? .infinity) }
    }

    /// The scheme and the host of a URL.
    private func origin(of address: String) -> String {
        address.split(separator: "/", omittingEmptySubsequences: false).prefix(3)
            .joined(separator: "/")
    }

    /// The URL if it is safe to link to.
    private func safe(_ address: String?) -> String? {
        guard let address, address.utf8.count <= 2_000,
            address.hasPrefix("https://") || address.hasPrefix("http://")
        else { return nil }
        return address
    }
}
