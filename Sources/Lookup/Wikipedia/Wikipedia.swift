package import Languages
package import Notes

internal import Fetch
internal import Threads

/// Finds Wikipedia articles near a place, following the etiquette of its API.
///
/// It sends one request at a time with an honest user agent, caches answers for a week, and waits when the server asks it to.
/// Only the position, rounded to a hundred metres, leaves the machine.
package final class Wikipedia: Sendable {
    /// The search radius in metres, the API's maximum.
    package static let radius = 10_000
    /// The maximum number of articles.
    package static let mostArticles = 50

    private let address: String
    private let userAgent: String
    private let timeout: Int
    private let now: @Sendable () -> Moment
    private let cache = WikipediaCache()
    /// Held during a request.
    private let turn = Lock()

    /// - Parameters:
    /// - address: The URL of the API; `*` stands for the language's subdomain.
    /// - userAgent: The user agent, with contact information.
    /// - timeout: The time limit in seconds.
    package init(
        address: String = "https://*.wikipedia.org",
        userAgent: String,
        timeout: Int = 10,
        now: @escaping @Sendable () -> Moment
    ) {
        self.address = address
        self.userAgent = userAgent
        self.timeout = timeout
        self.now = now
    }

    /// The articles nearby in the first of the languages that has any; blocks the thread.
    package func articles(
        near place: Place,
        in languages: [LanguageTag]
    ) throws(WikipediaError) -> [NearbyArticle] {
        for language in languages {
            let articles = try articles(near: place, in: language)
            if !articles.isEmpty { return articles }
        }
        return []
    }

    /// The thumbnail with a name that an earlier answer contained; nil if unknown; blocks the thread.
    package func picture(_ name: String) throws(WikipediaError) -> [UInt8]? {
        guard let picture = cache.picture(name),
            // A local mirror may lack TLS, also for its pictures.
            picture.hasPrefix("https://") || address.hasPrefix("http://")
        else { return nil }
        return try turn.withLock { () throws(WikipediaError) in
            try response(to: picture, accepting: "image/*").body
        }
    }

    private func articles(
        near place: Place,
        in language: LanguageTag
    ) throws(WikipediaError) -> [NearbyArticle] {
        let point = "\(Self.rounded(place.latitude))|\(Self.rounded(place.longitude))"
        let host = address.replacing("*", with: language.wikipedia)
        let key = "\(host) \(language) \(point)"
        let answer: WikipediaAnswer
        if let cached = cache.answer(for: key, at: now()) {
            answer = cached
        } else {
            answer = try turn.withLock { () throws(WikipediaError) in
                // Another thread may have fetched this answer while this one waited.
                if let cached = cache.answer(for: key, at: now()) { return cached }
                let answer = try ask(host, near: point, in: language)
                cache.insert(answer, for: key, at: now())
                return answer
            }
        }
        return answer.articles(near: place, in: language, host: host)
    }

    private func ask(
        _ host: String,
        near point: String,
        in language: LanguageTag
    ) throws(WikipediaError) -> WikipediaAnswer {
        let query = [
            "action=query", "format=json", "formatversion=2", "errorformat=plaintext",
            "generator=geosearch", "ggscoord=\(Self.encoded(point))", "ggsradius=\(Self.radius)",
            "ggslimit=\(Self.mostArticles)", "prop=coordinates%7Cpageimages%7Cpageterms%7Cinfo",
            "colimit=\(Self.mostArticles)", "piprop=thumbnail", "pithumbsize=330",
            "pilimit=\(Self.mostArticles)", "wbptterms=description", "inprop=url",
            "uselang=\(Self.encoded(language.text.lowercased()))",
        ]
        let response = try response(
            to: "\(host)/w/api.php?\(query.joined(separator: "&"))",
            accepting: "application/json"
        )
        return try WikipediaAnswer(reading: response.body)
    }

    /// Sends a request and handles errors and waiting times.
    private func response(
        to address: String,
        accepting type: String
    ) throws(WikipediaError) -> FetchResponse {
        let wait = cache.wait(at: now())
        guard wait == 0 else { throw .busy(seconds: wait) }
        var request = FetchRequest("GET", address)
        request.headers = [("User-Agent", userAgent), ("Accept", type)]
        request.timeout = timeout
        request.connectTimeout = min(5, timeout)
        let response: FetchResponse
        do {
            response = try request.send()
        } catch {
            throw WikipediaError(error)
        }
        switch response.status {
        case 200..<300:
            return response
        case 429, 503:
            let seconds = min(max(response.retryAfter, 30), 3_600)
            cache.pause(for: seconds, from: now())
            throw .busy(seconds: seconds)
        default:
            throw .refused("\(response.status)")
        }
    }

    /// Rounded to three decimals, about a hundred metres, so that nearby points share an answer.
    private static func rounded(_ degrees: Double) -> String {
        let thousandths = Int((degrees * 1_000).rounded())
        let decimals = String(thousandths.magnitude % 1_000 + 1_000).dropFirst()
        return "\(thousandths < 0 ? "-" : "")\(thousandths.magnitude / 1_000).\(decimals)"
    }

    static func encoded(_ text: String) -> String {
        text.utf8.reduce(into: "") { encoded, byte in
            let character = Character(Unicode.Scalar(byte))
            let isPlain = character.isASCII && (character.isLetter || character.isNumber)
            if isPlain || "-_.~".contains(character) {
                encoded.append(character)
            } else {
                encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
    }
}

extension LanguageTag {
    /// The subdomain of the language's Wikipedia; Punjabi in Arabic script has its own.
    fileprivate var wikipedia: String {
        switch language {
        case "pa" where subtags.script == "Arab" || subtags.script == "Aran": "pnb"
        case "nb": "no"
        case "yue": "zh-yue"
        case let language: language
        }
    }
}
