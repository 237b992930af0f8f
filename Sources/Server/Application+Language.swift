import HTTP
import Languages
import Library
import Notes
import Pages

extension Application {
    /// The language in which a request is answered: the learner's own choice, else what the browser asks for first.
    ///
    /// Over the socket beside the library other commands ask, and they speak English.
    func language(of request: Request) -> InterfaceLanguage {
        guard request.peer != .unix, request.head.path.first != "assets" else { return .english }
        if let chosen = (try? library.settings())?.language { return chosen }
        return request.preferredLanguage
    }
}

extension Request {
    /// The first language that its browser asks for, of those that there are.
    var preferredLanguage: InterfaceLanguage {
        guard self.peer != .unix else { return .english }
        return self.headers["Accept-Language"].flatMap { .preferred(by: $0) } ?? .english
    }
}
