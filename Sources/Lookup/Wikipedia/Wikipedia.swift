public import Languages
public import Notes

internal import Fetch
internal import Threads

/// What Wikipedia tells of the neighbourhood of a place, asked as its operators want to be asked.
///
/// One request at a time, by one honest name, compressed; an answer is kept for a week, and a server that asks for
/// patience gets it. Nothing of the learner goes out but the point, to a hundred metres.
public final class Wikipedia: Sendable {
    /// How far from the place an article may be, in metres: as far as Wikipedia goes.
    public static let radius = 10_000
    /// How many articles there are at most.
    public static let mostArticles = 50

    private let address: String
    private let userAgent: String
    private let timeout: Int
    private let now: @Sendable () -> Moment
    private let memory = WikipediaMemory()
    /// Held while Wikipedia is asked.
    private let turn = Lock()

    /// - Parameters:
    ///   - address: Where it is asked; `*` stands for the Wikipedia of a language.
    ///   - userAgent: Who asks, with a way to reach them.
    ///   - timeout: Seconds until it is given up.
    ///   - now: What time it is.
    public init(
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

    /// What is near, from the first of these languages whose Wikipedia knows anything there; blocks its thread.
    public func articles(
        near place: Place,
        in languages: [LanguageTag]
    ) throws(WikipediaError) -> [NearbyArticle] {
        for language in languages {
            let articles = try articles(near: place, in: language)
            if !articles.isEmpty { return articles }
        }
        return []
    }

    /// The small picture of an article that was near, by the name it has here; nil where none is known; blocks its thread.
    public func picture(_ name: String) throws(WikipediaError) -> [UInt8]? {
        guard let picture = memory.picture(name),
            // A mirror in the house may have no TLS; its pictures have none either.
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
        if let kept = memory.answer(for: key, at: now()) {
            answer = kept
        } else {
            answer = try turn.withLock { () throws(WikipediaError) in
                // Whoever waited may have been waiting for this answer.
                if let kept = memory.answer(for: key, at: now()) { return kept }
                let answer = try ask(host, near: point, in: language)
                memory.keep(answer, for: key, at: now())
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

    /// What is answered, by a server that is willing.
    private func response(
        to address: String,
        accepting type: String
    ) throws(WikipediaError) -> FetchResponse {
        let wait = memory.wait(at: now())
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
            memory.pause(for: seconds, from: now())
            throw .busy(seconds: seconds)
        default:
            throw .refused("\(response.status)")
        }
    }

    /// To three decimals, a hundred metres, so that neighbours share an answer.
    private static func rounded(_ degrees: Double) -> String {
        let thousandths = Int((degrees * 1_000).rounded())
        let decimals = String(thousandths.magnitude % 1_000 + 1_000).dropFirst()
        return "\(thousandths < 0 ? "-" : "")\(thousandths.magnitude / 1_000).\(decimals)"
    }

    /// A text as it stands in an address.
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
    /// The name of the Wikipedia that is written in it; that of Punjabi in Arabic script is one of its own.
    fileprivate var wikipedia: String {
        switch language {
        case "pa" where subtags.script == "Arab" || subtags.script == "Aran": "pnb"
        case "nb": "no"
        case "yue": "zh-yue"
        case let language: language
        }
    }
}
