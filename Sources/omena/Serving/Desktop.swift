internal import Glibc
import Threads

/// The desktop of the person who started the program at a terminal.
enum Desktop {
    /// Whether somebody sits at a terminal of this machine and can see a browser that opens.
    static var isPresent: Bool {
        let isHere = { (name: String) in getenv(name).map { $0.pointee != 0 } ?? false }
        return isatty(STDIN_FILENO) == 1 && Terminal.isInteractive
            && (isHere("DISPLAY") || isHere("WAYLAND_DISPLAY")) && !isHere("SSH_CONNECTION")
    }

    /// Opens an address in the person's browser, without waiting for it; it does not matter if the desktop cannot.
    static func open(_ address: String) {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A group of its own, so that Ctrl-C ends the server and not the browser, and no signals of ours blocked.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETPGROUP) | Int16(POSIX_SPAWN_SETSIGMASK)
        )
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        for file in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&files, file, "/dev/null", O_RDWR, 0)
        }
        var words: [UnsafeMutablePointer<CChar>?] = ["xdg-open", address]
            .map { (word: String) in strdup(word) }
        defer { for word in words { free(word) } }
        words.append(nil)
        var process: pid_t = 0
        guard posix_spawnp(&process, "xdg-open", &files, &attributes, words, environ) == 0 else {
            return
        }
        // Whoever starts a program has to notice its end.
        Thread.start { [process] in waitpid(process, nil, 0) }
    }
}
