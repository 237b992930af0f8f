import Fetch
import FoundationEssentials
import Pages

/// The `omena serve` that has the library open, found by the socket beside it.
struct RunningServer {
    private let location: LibraryLocation

    init(_ location: LibraryLocation) { self.location = location }

    /// Asks it to do something, and reads what it says.
    func post<Answer: Decodable>(
        _ route: Route,
        expecting: Answer.Type
    ) throws(Failure) -> Answer {
        var request = FetchRequest("POST", "http://localhost\(route.path)")
        request.unixSocket = location.socket
        let response: FetchResponse
        do {
            response = try request.send()
        } catch .unreachable {
            throw Failure("no Omena is serving \(location.path); start it with 'omena serve'")
        } catch {
            throw Failure("the Omena that serves \(location.path) does not answer; try again")
        }
        if response.status == 200, let answer: Answer = decode(response.body) { return answer }
        let problem: Problem? = decode(response.body)
        throw Failure(problem?.error ?? "Omena answered \(response.status); is it of this version?")
    }

    private func decode<Value: Decodable>(_ bytes: [UInt8]) -> Value? {
        try? JSONDecoder().decode(Value.self, from: Data(bytes))
    }

    private struct Problem: Decodable {
        let error: String
    }
}
