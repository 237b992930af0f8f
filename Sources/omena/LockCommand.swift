import Vault

/// `omena lock` and `omena unlock`: lock and unlock the library of a running server.
struct LockCommand {
    enum Action {
        case lock, unlock
    }

    private let action: Action
    private let location: LibraryLocation

    init(_ action: Action, _ arguments: inout Arguments) throws(Failure) {
        self.action = action
        location = try LibraryLocation(&arguments)
        try arguments.finish()
    }

    func run() throws(Failure) {
        let server = RunningServer(location)
        switch action {
        case .lock:
            try server.lock()
            Terminal.print("\(location.path) is locked.")
        case .unlock:
            try location.checkExists()
            // Without a lock there is no passphrase to ask for.
            guard try location.isSealed() else {
                throw Failure(VaultError.notSealed(path: location.path).description)
            }
            try server.unlock()
            location.keys.leaveOpen()
            Terminal.print("\(location.path) is unlocked until it has been idle for a while.")
        }
    }
}
