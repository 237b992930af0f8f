internal import Glibc
internal import Languages
internal import Threads

/// The MeCab program with its dictionary, started when first needed and then asked one line at a time.
///
/// After an answer that is late or missing it is not asked again: no reading is better than a page that waits.
final class MeCab: Sendable {
    private let process: Locked<MeCabProcess>

    /// Longer texts are not words of a card.
    private static let maximumLength = 2_000

    /// - Parameter patience: How long an answer may take, in milliseconds.
    init(program: String, arguments: [String], patience: Int32) {
        process = Locked(
            MeCabProcess(program: program, arguments: arguments, patience: patience)
        )
    }

    deinit { process.withLock { $0.end() } }

    /// The words of a text with their readings; nil if one has none.
    func words(of text: String) -> [JapaneseReader.Word]? {
        guard text.utf8.count <= Self.maximumLength,
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return nil }
        guard let lines = process.withLock({ $0.answer(to: text) }) else { return nil }
        var words: [JapaneseReader.Word] = []
        for line in lines {
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard parts.count == 3 else { return nil }
            let surface = String(parts[0])
            let kana = parts[1].isEmpty || parts[1] == "*" ? surface : String(parts[1])
            guard Self.isReading(kana) else { return nil }
            words.append(.init(surface: surface, kana: kana, isParticle: parts[2] == "助詞"))
        }
        return words
    }

    private static func isReading(_ kana: String) -> Bool {
        !kana.unicodeScalars.contains { $0.properties.isIdeographic }
    }
}

private struct MeCabProcess {
    private let program: String
    private let arguments: [String]
    private let patience: Int32
    private var id: pid_t?
    private var input: Int32 = -1
    private var output: Int32 = -1
    private var hasFailed = false

    init(program: String, arguments: [String], patience: Int32) {
        self.program = program
        self.arguments = arguments
        self.patience = patience
    }

    mutating func answer(to text: String) -> [String]? {
        guard !hasFailed, start() else { return nil }
        guard write(Array((text + "\n").utf8)), let lines = readAnswer() else {
            hasFailed = true
            end()
            return nil
        }
        return lines
    }

    private mutating func start() -> Bool {
        guard id == nil else { return true }
        var (toIt, fromIt): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        // Unlike a pipe, a socket can be written to after its reader has gone without raising a fatal signal, and is never
        // inherited by a child of another thread, which would keep it open.
        let stream = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, stream, 0, &toIt) == 0 else { return fail() }
        guard socketpair(AF_UNIX, stream, 0, &fromIt) == 0 else {
            toIt.forEach { close($0) }
            return fail()
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, toIt[0], 0)
        posix_spawn_file_actions_adddup2(&actions, fromIt[1], 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        // Surface, reading and part of speech in the format of the IPA dictionaries; unknown words have no reading.
        let words =
            [program] + arguments + [
                "--node-format=%m\\t%f[7]\\t%f[0]\\n", "--unk-format=%m\\t\\t%f[0]\\n",
                "--eos-format=EOS\\n",
            ]
        var pointers = words.map { strdup($0) } + [nil]
        defer { pointers.forEach { free($0) } }
        var child: pid_t = 0
        let result = posix_spawnp(&child, program, &actions, nil, &pointers, environ)
        close(toIt[0])
        close(fromIt[1])
        (input, output) = (toIt[1], fromIt[0])
        guard result == 0 else {
            end()
            return fail()
        }
        id = child
        return true
    }

    private mutating func fail() -> Bool {
        hasFailed = true
        return false
    }

    mutating func end() {
        for file in [input, output] where file >= 0 { close(file) }
        (input, output) = (-1, -1)
        guard let id else { return }
        kill(id, SIGKILL)
        waitpid(id, nil, 0)
        self.id = nil
    }

    private func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(input, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// The lines up to the one that ends the sentence.
    private func readAnswer() -> [String]? {
        var answer: [UInt8] = []
        let end = Array("EOS\n".utf8)
        while !(answer.suffix(4).elementsEqual(end)
            && (answer.count == 4 || answer[answer.count - 5] == 0x0A))
        {
            var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            let ready = poll(&waiting, 1, patience)
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return nil }
            var buffer = [UInt8](repeating: 0, count: 4_096)
            let count = read(output, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0, answer.count < 1 << 20 else { return nil }
            answer += buffer[..<count]
        }
        return String(decoding: answer.dropLast(4), as: UTF8.self).split(separator: "\n").map(
            String.init
        )
    }
}
