package import Library
internal import LibraryValues
package import Notes
internal import Threads

/// The interface of AnkiConnect: answers programs that were written for Anki.
///
/// It checks who asks before anything runs, and performs one changing request at a time.
package final class ConnectService: Sendable {
    /// What it needs from the program around it.
    package struct Dependencies: Sendable {
        /// The library, which stays open as long as the second value lives; nil while it is locked.
        package let lease: @Sendable () -> (library: Library, lease: any Sendable)?
        package let now: @Sendable () -> Moment
        /// The learner's UTC offset in minutes.
        package let offset: @Sendable (Library) -> Int
        /// The time since the machine started.
        package let uptime: @Sendable () -> Duration
        /// Downloads a picture or sound.
        package let downloader: MediaDownloader
        /// Logs one line about a failure.
        package let report: @Sendable (String) -> Void
        /// Called after something may have changed.
        package let libraryChanged: @Sendable (Library) -> Void

        package init(
            lease: @escaping @Sendable () -> (library: Library, lease: any Sendable)?,
            now: @escaping @Sendable () -> Moment,
            offset: @escaping @Sendable (Library) -> Int,
            uptime: @escaping @Sendable () -> Duration,
            downloader: MediaDownloader,
            report: @escaping @Sendable (String) -> Void,
            libraryChanged: @escaping @Sendable (Library) -> Void
        ) {
            self.lease = lease
            self.now = now
            self.offset = offset
            self.uptime = uptime
            self.downloader = downloader
            self.report = report
            self.libraryChanged = libraryChanged
        }
    }

    let dependencies: Dependencies
    let key: ConnectKey?
    private let largestAnswer: Int
    /// What open pages of Omena should do.
    package let events: PageEvents
    /// Held while a request changes something.
    private let changing = Lock()
    let recentNotes: RecentNotes
    let dropFolder = DropFolder()

    /// - Parameters:
    ///   - key: A program that shows it is allowed without a question.
    ///   - largestAnswer: In bytes.
    package init(
        _ dependencies: Dependencies,
        key: ConnectKey? = nil,
        largestAnswer: Int = AnswerBudget.largestAnswer
    ) {
        self.dependencies = dependencies
        self.key = key
        self.largestAnswer = largestAnswer
        events = PageEvents(uptime: dependencies.uptime)
        recentNotes = RecentNotes(uptime: dependencies.uptime)
    }

    /// The version of the interface.
    static let version: Int64 = 6

    /// Answers a request whose host and origin were checked already; nil if the client may not know anything.
    package func answer(_ body: [UInt8], from caller: ConnectCaller) -> [UInt8]? {
        let request: ConnectRequest
        let reply: ConnectValue?
        do throws(ConnectError) {
            request = try ConnectRequest(json: body)
            reply = self.reply(to: request, from: caller)
        } catch {
            reply = isAllowed(caller) ? ConnectRequest.reply(error) : refusal(caller)
        }
        return reply?.json
    }

    /// The reply to somebody who may not know more; nil for pages.
    private func refusal(_ caller: ConnectCaller) -> ConnectValue? {
        caller.hasOrigin ? nil : ConnectRequest.reply(.keyIsMissing)
    }

    private func reply(to request: ConnectRequest, from caller: ConnectCaller) -> ConnectValue? {
        let hasKey: Bool
        if let key, let shown = request.key {
            guard key.isShown(by: shown) else {
                // A page learns only that it may not ask.
                return caller.isWebPage ? nil : ConnectRequest.reply(.keyIsMissing)
            }
            hasKey = true
        } else {
            hasKey = false
        }
        guard let (library, lease) = dependencies.lease() else {
            return lockedReply(to: request, from: caller, hasKey: hasKey)
        }
        return withExtendedLifetime(lease) { () -> ConnectValue? in
            do {
                let client = try client(of: caller, hasKey: hasKey, in: library)
                guard client.decision == .allowed else {
                    return try unallowedReply(to: request, from: caller, client)
                }
                return perform(request, for: client, in: library)
            } catch {
                return request.reply(.failure(connectError(for: error, request.action)))
            }
        }
    }

    private func client(
        of caller: ConnectCaller,
        hasKey: Bool,
        in library: Library
    ) throws -> ConnectedClient {
        // Who once showed the key is not allowed without it.
        let prefix = hasKey ? ConnectedClient.keyPrefix : ""
        return try library.client(prefix + caller.identity, isKnownByKey: hasKey)
    }

    // MARK: - Without permission

    private func unallowedReply(
        to request: ConnectRequest,
        from caller: ConnectCaller,
        _ client: ConnectedClient
    ) throws -> ConnectValue? {
        if client.decision == .asked, request.action == "requestPermission" || !caller.isWebPage {
            events.ask(client)
        }
        guard request.action == "requestPermission" else { return refusal(caller) }
        return request.reply(.success(["permission": "denied"]))
    }

    private func lockedReply(
        to request: ConnectRequest,
        from caller: ConnectCaller,
        hasKey: Bool
    ) -> ConnectValue? {
        // Who is allowed is written in the library.
        guard hasKey || !caller.isWebPage else {
            return request.action == "requestPermission"
                ? request.reply(.success(["permission": "denied"])) : nil
        }
        switch request.action {
        case "version": return request.reply(.success(.integer(Self.version)))
        case "requestPermission":
            return request.reply(.success(hasKey ? permission : ["permission": "denied"]))
        case "apiReflect":
            do throws(ConnectError) {
                return request.reply(.success(try reflection(request.parameters)))
            } catch {
                return request.reply(.failure(error))
            }
        default: return request.reply(.failure(.unavailable))
        }
    }

    // MARK: - With permission

    private func perform(
        _ request: ConnectRequest,
        for client: ConnectedClient,
        in library: Library
    ) -> ConnectValue {
        var budget = AnswerBudget(bytes: largestAnswer)
        guard Self.mayChange(request.action, request.parameters, depth: 0) else {
            return reply(to: request, for: client, in: library, depth: 0, &budget)
        }
        return changing.withLock {
            let group = ChangeGroup(by: client.name)
            let answer = group.collect {
                reply(to: request, for: client, in: library, depth: 0, &budget)
            }
            if !group.isEmpty { dependencies.libraryChanged(library) }
            return answer
        }
    }

    /// Whether a request may change something; looks into `multi`.
    private static func mayChange(
        _ action: String,
        _ parameters: [ConnectValue.Member],
        depth: Int
    ) -> Bool {
        guard action == "multi" else { return ConnectAction.all[action]?.changes ?? false }
        guard depth < mostNested,
            let actions = parameters.first(where: { $0.name == "actions" })?.value.elements
        else { return false }
        return actions.contains { inner in
            mayChange(inner["action"]?.text ?? "", inner["params"]?.members ?? [], depth: depth + 1)
        }
    }

    /// How deep `multi` may contain itself; the reader of JSON allows little more.
    private static let mostNested = 16

    private func reply(
        to request: ConnectRequest,
        for client: ConnectedClient,
        in library: Library,
        depth: Int,
        _ budget: inout AnswerBudget
    ) -> ConnectValue {
        do {
            return request.reply(
                .success(try result(of: request, for: client, in: library, depth: depth, &budget))
            )
        } catch {
            return request.reply(.failure(connectError(for: error, request.action)))
        }
    }

    private func result(
        of request: ConnectRequest,
        for client: ConnectedClient,
        in library: Library,
        depth: Int,
        _ budget: inout AnswerBudget
    ) throws -> ConnectValue {
        switch request.action {
        case "version": return .integer(Self.version)
        case "requestPermission": return permission
        case "apiReflect": return try budget.pay(for: reflection(request.parameters))
        case "multi":
            guard depth < Self.mostNested else {
                throw ConnectError("multi is nested too deep")
            }
            let parameters = ConnectParameters(request.parameters, of: "multi")
            try parameters.check(["actions"])
            return .list(
                try parameters.list("actions").map { inner in
                    reply(toInner: inner, for: client, in: library, depth: depth + 1, &budget)
                }
            )
        default:
            guard let action = ConnectAction.all[request.action] else {
                throw ConnectError.unsupported
            }
            let parameters = ConnectParameters(request.parameters, of: request.action)
            try parameters.check(action.parameters)
            let result = try action.perform(
                ConnectCall(
                    service: self,
                    library: library,
                    client: client,
                    parameters: parameters,
                    offset: dependencies.offset(library),
                    budget: budget
                )
            )
            // What has been done is not refused, and its answer is no longer than the request.
            return action.changes ? result : try budget.pay(for: result)
        }
    }

    /// An action of a `multi`, which has a version of its own; a wrong key in it fails it alone.
    private func reply(
        toInner value: ConnectValue,
        for client: ConnectedClient,
        in library: Library,
        depth: Int,
        _ budget: inout AnswerBudget
    ) -> ConnectValue {
        do throws(ConnectError) {
            let request = try ConnectRequest(value)
            if let key, let shown = request.key, !key.isShown(by: shown) {
                throw ConnectError.keyIsMissing
            }
            return reply(to: request, for: client, in: library, depth: depth, &budget)
        } catch {
            return ConnectRequest.reply(error)
        }
    }

    /// The error for a program; the log gets the reason, unless the library refused.
    private func connectError(for error: any Error, _ action: String) -> ConnectError {
        if error is ConnectError { return ConnectError(telling: error) }
        if (error as? LibraryError)?.isRefusal != true {
            dependencies.report("\(action.prefix(40)), asked for by another program: \(error)")
        }
        return ConnectError(telling: error)
    }

    private var permission: ConnectValue {
        [
            "permission": "granted",
            // The documented name and the one that AnkiConnect sends.
            "requireApiKey": .boolean(key != nil),
            "requireApikey": .boolean(key != nil),
            "version": .integer(Self.version),
        ]
    }

    private func reflection(_ members: [ConnectValue.Member]) throws(ConnectError) -> ConnectValue {
        let parameters = ConnectParameters(members, of: "apiReflect")
        try parameters.check(["scopes", "actions"])
        let scopes = parameters["scopes"] == nil ? ["actions"] : try parameters.texts("scopes")
        guard scopes.contains("actions") else { return ["scopes": [], "actions": []] }
        let known = (ConnectAction.all.keys + ConnectAction.own).sorted()
        let wanted = parameters["actions"] == nil ? nil : Set(try parameters.texts("actions"))
        let actions = wanted.map { wanted in known.filter { wanted.contains($0) } } ?? known
        return ["scopes": ["actions"], "actions": .list(actions.map { .string($0) })]
    }
}
