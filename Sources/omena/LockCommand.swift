import Pages

/// `omena lock` and `omena unlock`: close and open the library that a running server has.
struct LockCommand {
    /// Which of the two.
    enum Wish {
        case lock, unlock
    }

    private let wish: Wish
    private let location: LibraryLocation

    init(_ wish: Wish, _ arguments: inout Arguments) throws(Failure) {
        self.wish = wish
        location = try LibraryLocation(&arguments)
        try arguments.finish()
    }

    func run() throws(Failure) {
        let server = RunningServer(location)
        switch wish {
        case .lock:
            try server.lock()
            Terminal.say("\(location.path) is locked.")
        case .unlock:
            try server.unlock()
            location.keys.leaveOpen()
            Terminal.say("\(location.path) is unlocked, until nobody has used it for a while.")
        }
    }
}
