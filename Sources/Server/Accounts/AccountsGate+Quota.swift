import Accounts
import HTTP
import Library
import Pages
import Threads

/// What a learner's library may still take.
extension AccountsGate {
    /// Keeps what a request sends within the learner's quota.
    ///
    /// - Parameter handler: Of a request that is admitted and has a body.
    func limited(
        _ handler: RequestHandler,
        of head: RequestHead,
        to route: Route?,
        _ account: Account
    ) throws(LibraryError) -> RequestHandler {
        switch route?.quotaCheck(of: head.method) {
        case .never?, nil: return handler
        case .always?:
            let length = head.headers["Content-Length"].flatMap { Int($0) }
            var policy = handler.bodyPolicy
            var upload: Uploads.Upload?
            if case .file(let limit, let directory, _) = policy {
                let begun = uploads.begin(length ?? limit, of: account.id)
                if accounts.counts(filesIn: directory, of: account) {
                    let counter = BodyCounter { begun.arrived($0) }
                    policy = .file(limit: limit, directory: directory, counter: counter)
                }
                upload = begun
            }
            // The files are measured last, so that what arrives meanwhile counts twice rather than not at all.
            let remaining = accounts.remainingBytes(of: account) - (upload?.earlier ?? 0)
            guard length ?? 0 <= remaining else { throw .refused(Library.quotaExceeded) }
            // What comes in chunks doesn't say how long it is.
            return RequestHandler(bodyPolicy: policy.limited(to: remaining)) { [upload] request in
                upload?.end()
                return await handler.respond(request)
            }
        case .byForm?:
            return RequestHandler(bodyPolicy: handler.bodyPolicy) { request in
                let button = (try? request.form())?["do"]
                if button.map({ Route.shrinkingButtons.contains($0) }) != true,
                    request.bytes.count > self.accounts.remainingBytes(of: account)
                {
                    return self.refusal(
                        self.httpError(for: .refused(Library.quotaExceeded)),
                        request
                    )
                }
                return await handler.respond(request)
            }
        }
    }
}

/// What learners are sending to files, so that several that arrive at the same time don't exceed a quota together.
final class Uploads: Sendable {
    private let bytes = Locked<[AccountID: Int]>([:])

    /// A file that arrives, until it is here or the connection has ended.
    final class Upload: Sendable {
        /// How many bytes are still to come in all of those that began before.
        let earlier: Int
        /// How many of its bytes are still to come; 0 once it has ended.
        private let size: Locked<Int>
        private let id: AccountID
        private let uploads: Uploads

        fileprivate init(_ size: Int, of id: AccountID, after earlier: Int, _ uploads: Uploads) {
            self.earlier = earlier
            self.size = Locked(size)
            self.id = id
            self.uploads = uploads
        }

        deinit { end() }

        /// These bytes count in a file now.
        func arrived(_ count: Int) {
            let taken = size.withLock { size in
                let taken = min(size, count)
                size -= taken
                return taken
            }
            uploads.add(-taken, of: id)
        }

        /// From now on the file counts like the others of the library.
        func end() { arrived(.max) }
    }

    func begin(_ size: Int, of id: AccountID) -> Upload {
        // No sum of what clients say about lengths may overflow.
        let size = min(max(0, size), 1 << 50)
        return Upload(size, of: id, after: add(size, of: id), self)
    }

    /// - Returns: How many bytes were still to come before.
    @discardableResult
    private func add(_ size: Int, of id: AccountID) -> Int {
        bytes.withLock { bytes in
            let before = bytes[id, default: 0]
            bytes[id] = before + size == 0 ? nil : before + size
            return before
        }
    }
}

/// Whether the quota applies to what is sent to an address: only to what makes a library larger.
private enum QuotaCheck {
    case never, always
    /// Unless a button was pressed that doesn't.
    case byForm
}

extension Route {
    /// Buttons of forms whose other buttons save something.
    fileprivate static let shrinkingButtons: Set = [
        "delete", "preview", "move", "untag", "suspend", "unsuspend", "skip",
    ]

    /// Whether what is sent there makes a library larger; answers, deletions, exports and settings do not, or not by much.
    fileprivate func quotaCheck(of method: Method) -> QuotaCheck {
        switch self {
        case _ where method.isSafe || method == .delete: .never
        case .reviews, .study, .studyCards, .generate, .warmUp, .stopImport, .exportFile: .never
        case .settings, .scheduler, .lookup, .mapSources, .places(.tiles), .connect, .parameters:
            .never
        case .lockSettings, .unlock, .unlocked, .unlockBy, .lock: .never
        case .pair, .pairingCodes, .browser, .backups, .backup, .maintenance: .never
        case .sync(.pair), .sync(.lackingMedia), .sync(.overview), .sync(.peer): .never
        case .cards(.actions), .cards(.undo), .cards(.redo), .cards(.bin): .never
        case .api(let steps):
            steps == ["reviews"] || ["cards", "undo", "redo"].contains(steps.first)
                ? .never : .always
        case .cards(.note), .cards(.type), .cards(.tag), .cards(.deckOptions), .cards(.selection),
            .places(.place), .welcome:
            .byForm
        default: .always
        }
    }
}

extension BodyPolicy {
    /// The same with at most so many bytes.
    fileprivate func limited(to bytes: Int) -> BodyPolicy {
        switch self {
        case .none, .unread: self
        case .memory(let limit): .memory(limit: min(limit, bytes))
        case .file(let limit, let directory, let counter):
            .file(limit: min(limit, bytes), directory: directory, counter: counter)
        case .arriving(let limit): .arriving(limit: min(limit, bytes))
        }
    }
}
