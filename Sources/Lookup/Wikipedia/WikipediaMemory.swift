internal import Notes
internal import Threads

/// What Wikipedia has answered, and how long it wants to be left in peace.
final class WikipediaMemory: @unchecked Sendable {
    /// Answers kept at most; a place more takes the one whose time ends first.
    static let most = 200
    /// How long an answer holds, in milliseconds.
    static let week: Int64 = 7 * 86_400_000

    private let lock = Lock()
    private var answers: [String: (answer: WikipediaAnswer, end: Moment)] = [:]
    private var pauseEnd: Moment?
    /// Where the pictures are of articles in kept answers, by their names here.
    private var pictures: [String: String] = [:]

    func answer(for key: String, at now: Moment) -> WikipediaAnswer? {
        lock.withLock {
            guard let kept = answers[key], now < kept.end else { return nil }
            return kept.answer
        }
    }

    func keep(_ answer: WikipediaAnswer, for key: String, at now: Moment) {
        lock.withLock {
            if answers.count >= Self.most,
                let oldest = answers.min(by: { $0.value.end < $1.value.end })?.key
            {
                answers[oldest] = nil
            }
            answers[key] = (answer, Moment(milliseconds: now.milliseconds + Self.week))
            // What was dropped from the answers is asked for again with its list.
            if pictures.count >= Self.most * Wikipedia.mostArticles { pictures = [:] }
            for page in answer.query?.pages ?? [] {
                guard let address = page.value?.thumbnail?.source else { continue }
                pictures[NearbyArticle.pictureName(of: address)] = address
            }
        }
    }

    func picture(_ name: String) -> String? { lock.withLock { pictures[name] } }

    func pause(for seconds: Int, from now: Moment) {
        lock.withLock {
            pauseEnd = Moment(milliseconds: now.milliseconds + Int64(seconds) * 1_000)
        }
    }

    /// Seconds until it may be asked again.
    func wait(at now: Moment) -> Int {
        lock.withLock {
            guard let pauseEnd, now < pauseEnd else { return 0 }
            return Int((pauseEnd.milliseconds - now.milliseconds + 999) / 1_000)
        }
    }
}
