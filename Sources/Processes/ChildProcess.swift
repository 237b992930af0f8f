internal import CLinux
internal import Glibc

/// Starts this program again as a child.
package enum ChildProcess {
    /// Waits until a child has ended, and returns how, as `waitpid` tells it.
    package static func wait(for process: Int32) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
    }

    /// Waits until a child has ended, and leaves its number taken until `wait(for:)` is called.
    package static func waitForEnd(of process: Int32) {
        var information = siginfo_t()
        while waitid(P_PID, id_t(process), &information, WEXITED | Int32(WNOWAIT)) < 0,
            errno == EINTR
        {}
    }

    /// Ends a child at once.
    package static func kill(_ process: Int32) { _ = Glibc.kill(process, SIGKILL) }

    /// Starts the running program, even if its file was replaced, with nothing of this process but these descriptors.
    ///
    /// - Parameters:
    ///   - arguments: Those after the program's name.
    ///   - descriptors: What the child has as 3, 4 and so on; its input and output are closed, and its errors are this process's.
    ///   - inherited: The names of the variables of this process's environment that the child has as well.
    /// - Returns: Nil where that fails.
    package static func start(
        _ arguments: [String],
        _ descriptors: [Int32],
        inherited: (String) -> Bool = { _ in false }
    ) -> Int32? {
        // Above those of the child, so that none is replaced before it is copied.
        let sources = descriptors.map { fcntl($0, F_DUPFD_CLOEXEC, 64) }
        defer { for source in sources where source >= 0 { close(source) } }
        guard sources.allSatisfy({ $0 >= 0 }) else { return nil }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        for (index, source) in sources.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, source, Int32(3 + index))
        }
        _ = omena_close_from(&actions, Int32(3 + sources.count))
        // A thread of a server may have blocked signals.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var words = (["omena"] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        // The runtime would start another program to describe a crash, and a signal sent from outside would end nothing.
        var settings = ["SWIFT_BACKTRACE=enable=no"]
        var next = Glibc.environ
        while let setting = next.pointee.map({ String(cString: $0) }) {
            let name = String(setting.prefix { $0 != "=" })
            if name != "SWIFT_BACKTRACE", inherited(name) { settings.append(setting) }
            next += 1
        }
        var environment = settings.map { strdup($0) } + [nil]
        defer { for setting in environment { free(setting) } }
        var process = pid_t()
        let failure = posix_spawn(
            &process,
            "/proc/self/exe",
            &actions,
            &attributes,
            &words,
            &environment
        )
        return failure == 0 ? process : nil
    }
}
