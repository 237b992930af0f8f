import AnkiConnect
import HTTP
import Languages
import Library
import LibraryValues
import Notes
import Pages

extension Application {
    /// The pages below `/settings/connections`.
    func connections(_ route: ConnectRoute, _ request: Request) throws -> Response {
        switch route {
        case .overview where request.method == .post: return try switchConnections(request)
        case .overview: return try connectionsPage()
        case .client(let number) where request.method == .post:
            return try decide(on: number, request)
        case .client(let number): return try askAbout(number)
        case .news(let seen): return try connectionNews(after: seen)
        }
    }

    /// `GET /settings/connections`.
    private func connectionsPage(
        problem: Phrase? = nil,
        wanted: ConnectSettings? = nil,
        status: Status = .ok
    ) throws -> Response {
        let page = ConnectionsPage(
            access: ConnectionsPage.Access(
                settings: try wanted ?? library.connectSettings(),
                openPort: listener.port(),
                isFixed: listener.isFixed
            ),
            clients: try library.clients(),
            problem: problem,
            time: MomentFormatter(now: clock.now(), offset: clock.offset()),
            settings: try library.settings()
        )
        return .page(page, status: status)
    }

    /// `POST /settings/connections`: opens or closes the port, now and whenever Omena starts.
    private func switchConnections(_ request: Request) throws -> Response {
        let fields = try request.form()
        guard !listener.isFixed else { return .redirect(to: .connect(.overview)) }
        var settings = try library.connectSettings()
        settings.isOn = fields["do"] == "open"
        if settings.isOn {
            guard let port = fields["port"].flatMap({ UInt16($0.trimmed) }), port > 0 else {
                return try connectionsPage(
                    problem: "A port is a number from 1 to 65535.",
                    status: .unprocessableContent
                )
            }
            settings.port = Int(port)
            do throws(ConnectListenerError) {
                try listener.open(settings.port)
            } catch {
                return try connectionsPage(
                    problem:
                        "Port \(String(port)) is in use, perhaps by Anki. Close it, or choose another port here and in the program.",
                    wanted: settings,
                    status: .conflict
                )
            }
        } else {
            listener.close()
        }
        try library.change(settings)
        return .redirect(to: .connect(.overview))
    }

    private func client(_ number: Int64) throws -> ConnectedClient {
        guard let client = try library.clients().first(where: { $0.number == number }) else {
            throw HTTPError(.notFound, "This program hasn’t asked to use your cards.")
        }
        return client
    }

    /// `GET /settings/connections/{number}`.
    private func askAbout(_ number: Int64) throws -> Response {
        .page(
            ConnectionPage(
                client: try client(number),
                settings: try library.settings()
            )
        )
    }

    /// `POST /settings/connections/{number}`.
    private func decide(on number: Int64, _ request: Request) throws -> Response {
        let fields = try request.form()
        _ = try client(number)
        let permissions = ConnectedClient.Permissions.all.filter {
            fields["may-\($0.rawValue)"] == "on"
        }
        switch fields["do"] {
        case "allow":
            _ = try library.decide(on: number, .allowed, ConnectedClient.Permissions(permissions))
        case "refuse": _ = try library.decide(on: number, .refused, [])
        case "forget": _ = try library.forgetClient(number)
        default: throw HTTPError(.badRequest, "This can’t be done.")
        }
        return .redirect(to: .connect(.overview))
    }

    /// `GET /settings/connections/news`: what an open page should show.
    private func connectionNews(after seen: Int?) throws -> Response {
        guard let connect else { return .json(ConnectionNews(number: 0, go: nil, question: nil)) }
        let (number, event) = connect.events.latest(after: seen)
        let asking = try library.clients().first { connect.events.asks($0) }
        let question = asking.map { client in
            ConnectionNews.Question(
                text: ("\(client.name) wants to use your cards." as Phrase).pageText,
                action: say("Decide"),
                address: Route.connect(.client(client.number)).path
            )
        }
        return .json(
            ConnectionNews(
                number: number,
                go: event.map { address(of: $0).path },
                question: question
            )
        )
    }

    private func address(of event: PageEvents.Event) -> Route {
        switch event {
        case .browse(let query): .cards(.list(query: query))
        case .edit(let note): .cards(.note(note))
        case .add: .cards(.newNote())
        }
    }
}

/// What programs want of an open page.
private struct ConnectionNews: Encodable {
    struct Question: Encodable {
        let text: String
        let action: String
        let address: String
    }

    /// Of the latest event, which the page sends back.
    let number: Int
    let go: String?
    let question: Question?
}
