internal import Notes
internal import Threads

/// Wikipedia's recent answers, and the time until which it must not be asked again.
struct WikipediaCache: Sendable {
    /// A full cache drops the answer that expires first.
    static let capacity = 200
    /// How long an answer is valid, in milliseconds.
    static let week: Int64 = 7 * 86_400_000

    private struct State {
        var answers: [String: (answer: WikipediaAnswer, end: Moment)] = [:]
        var pauseEnd: Moment?
        /// The addresses of pictures of articles in cached answers, by their names here.
        var pictures: [String: String] = [:]
    }

    private let state = Locked(State())

    func answer(for key: String, at now: Moment) -> WikipediaAnswer? {
        state.withLock {
            guard let cached = $0.answers[key], now < cached.end else { return nil }
            return cached.answer
        }
    }

    func insert(_ answer: WikipediaAnswer, for key: String, at now: Moment) {
        state.withLock { state in
            if state.answers.count >= Self.capacity,
                let oldest = state.answers.min(by: { $0.value.end < $1.value.end })?.key
            {
                state.answers[oldest] = nil
            }
            state.answers[key] = (answer, Moment(milliseconds: now.milliseconds + Self.week))
            // The pictures of a dropped answer are known again when its list is fetched again.
            if state.pictures.count >= Self.capacity * Wikipedia.mostArticles {
                state.pictures = [:]
            }
            for page in answer.query?.pages ?? [] {
                guard let address = page.value?.thumbnail?.source else { continue }
                state.pictures[NearbyArticle.pictureName(of: address)] = address
            }
        }
    }

    func picture(_ name: String) -> String? { state.withLock { $0.pictures[name] } }

    func pause(for seconds: Int, from now: Moment) {
        state.withLock {
            $0.pauseEnd = Moment(milliseconds: now.milliseconds + Int64(seconds) * 1_000)
        }
    }

    /// Seconds until it may be asked again.
    func wait(at now: Moment) -> Int {
        state.withLock {
            guard let pauseEnd = $0.pauseEnd, now < pauseEnd else { return 0 }
            return Int((pauseEnd.milliseconds - now.milliseconds + 999) / 1_000)
        }
    }
}
