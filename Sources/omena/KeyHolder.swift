internal import Glibc
import Library
import Notes
import Server
import Sodium
import Vault

/// The passphrase or recovery code with which a command unlocks a library; asked for once.
///
/// It is read from a file descriptor or the terminal, never from the arguments, which every program can read.
final class KeyHolder {
    private let descriptor: Int32?
    /// What was typed for each library.
    private var typed: [String: SecretBytes] = [:]
    /// The session that the server has begun for it.
    private(set) var session: String?
    /// Locks the library again if the command has unlocked it.
    private var relock: (() -> Void)?

    static let option = "--passphrase-fd"

    /// Takes `--passphrase-fd` from the arguments of a command.
    init(_ arguments: inout Arguments) throws(Failure) {
        guard let text = try arguments.value(of: Self.option) else {
            descriptor = nil
            return
        }
        guard let number = Int32(text), number >= 0 else {
            throw .usage("\(Self.option) must be the number of an open file, not '\(text)'")
        }
        descriptor = number
    }

    /// Asks at the terminal.
    init() { descriptor = nil }

    deinit { relock?() }

    // MARK: - In this process

    /// Opens a sealed library.
    func unlock(_ library: LockedLibrary) throws(Failure) -> Library {
        let ring = try ring(ofLibrary: library.path)
        return try Failure.wrap { () throws(LibraryError) in
            try library.open(with: ring.key, now: SystemClock.clock.now)
        }
    }

    /// Opens the keys of a sealed library or backup.
    ///
    /// - Parameter file: The file that they have to open, if it is another one.
    func ring(ofLibrary path: String, opening file: String? = nil) throws(Failure) -> OpenKeyRing {
        ProcessMemory.hide()
        TemporaryFiles.moveToMemory()
        let record = LockRecordFile(ofLibrary: path)
        let trial = UnlockThrottle(ofLibrary: path, opening: file, record: record)
        let attempt = try attempt(path)
        do throws(LockFailure) {
            let moment = SystemClock.clock.now().milliseconds
            let opened = try trial.open(attempt, by: .command, at: moment)
            // A full disk must not lock anyone out.
            try? KeyFile(ofLibrary: path).write(opened.ring.ring)
            return opened.ring
        } catch {
            throw Failure(error.description)
        }
    }

    private func attempt(_ path: String) throws(Failure) -> UnlockCredential {
        let typed = try secret(of: path)
        if let code = try? RecoveryCode(String(decoding: typed.revealed, as: UTF8.self)) {
            return .recovery(code)
        }
        var bytes = typed.revealed
        guard let passphrase = Passphrase(taking: &bytes) else {
            throw Failure(LockFailure.nothingGiven.description)
        }
        return .passphrase(passphrase)
    }

    // MARK: - On the server

    /// Makes a running server unlock its library for this command.
    ///
    /// - Parameters:
    ///   - send: Sends the key, and returns the session and whether the library was locked for everybody.
    ///   - lock: Makes the server lock the library.
    func unlock(
        servedAt path: String,
        _ send: (_ isCode: Bool, _ key: String) throws(Failure) -> (
            session: String, wasLocked: Bool
        ),
        lock: @escaping () -> Void
    ) throws(Failure) {
        let text = String(decoding: try secret(of: path).revealed, as: UTF8.self)
        let isCode = (try? RecoveryCode(text)) != nil
        let answer = try send(isCode, text)
        session = answer.session
        if answer.wasLocked { relock = lock }
    }

    /// Does not lock the library again when the command ends.
    func leaveOpen() { relock = nil }

    // MARK: - Asking

    private func secret(of path: String) throws(Failure) -> SecretBytes {
        if let known = typed[path] { return known }
        var bytes: [UInt8]
        if let descriptor {
            bytes = try Self.line(descriptor)
            // One line is enough for two libraries with the same passphrase.
            if bytes.isEmpty, let other = typed.values.first { return other }
        } else {
            bytes = try Self.ask("Passphrase or recovery code of \(path): ", path)
        }
        guard !bytes.isEmpty else { throw Failure(LockFailure.nothingGiven.description) }
        let secret = SecretBytes(taking: &bytes)
        typed[path] = secret
        return secret
    }

    /// Asks at the terminal, without echoing what is typed.
    private static func ask(_ prompt: String, _ path: String) throws(Failure) -> [UInt8] {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else {
            throw Failure("\(path) is locked; pass its passphrase with \(option) N")
        }
        defer { close(terminal) }
        var before = termios()
        guard tcgetattr(terminal, &before) == 0 else {
            throw Failure("cannot ask for the passphrase at this terminal; use \(option) N")
        }
        var silent = before
        // Without ISIG no key can end the program and leave echoing off.
        silent.c_lflag &= ~tcflag_t(ECHO | ISIG)
        tcsetattr(terminal, TCSAFLUSH, &silent)
        defer { tcsetattr(terminal, TCSAFLUSH, &before) }
        let words = Array(prompt.utf8)
        _ = write(terminal, words, words.count)
        let typed = try line(terminal)
        _ = write(terminal, "\n", 1)
        guard !typed.contains(3) else { throw Failure("cancelled; nothing was changed") }
        return typed
    }

    /// One line without its end, read byte by byte so that the next line is left for others.
    private static func line(_ descriptor: Int32) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count <= Passphrase.maximumSize {
            var byte: UInt8 = 0
            let count = read(descriptor, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw Failure("cannot read from file descriptor \(descriptor)")
            }
            guard count == 1, byte != UInt8(ascii: "\n") else { break }
            bytes.append(byte)
        }
        return bytes
    }
}
