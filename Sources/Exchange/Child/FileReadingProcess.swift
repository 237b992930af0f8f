internal import Glibc
internal import Languages
internal import LibraryValues
internal import Notes
internal import Processes
internal import Threads

/// A child process that reads one file, as seen from the process that imports it.
///
/// The child is trusted with nothing: what it sends is decoded with limits, and it may end at any moment. It is killed when
/// this value is released.
final class FileReadingProcess: Sendable {
    private let process: Int32
    private let items: MessageChannel
    private let media: MessageChannel
    private let name: String
    /// Deleted after the child has ended.
    private let folder: WorkFolder?
    /// The most bytes that one pass over the file may give.
    private let mostBytes: Int
    /// Each connection is used by one thread at a time.
    private let itemsLock = Lock()
    /// The most bytes that the media still to be read may have together; held while one is read.
    private let mediaAllowance: Locked<Int>
    /// How the child ended, once that is known.
    private let status = Locked<Int32?>(nil)

    /// - Parameters:
    ///   - start: Starts the child with these descriptors: items, media and the file.
    static func open(
        _ options: ImportOptions,
        _ context: FileContext,
        start: (_ items: Int32, _ media: Int32, _ file: Int32) -> Int32?
    ) throws(ExchangeError) -> OpenedFile {
        var context = context
        var folder: WorkFolder?
        if !context.workFolder.isEmpty {
            folder = try? WorkFolder(in: context.workFolder)
            guard let folder else {
                throw .file(options.file.name, reason: "the file can’t be read")
            }
            context.workFolder = folder.path
        }
        let process = try FileReadingProcess(options, folder, start: start)
        return try process.open(OpeningRequest(options, context))
    }

    private init(
        _ options: ImportOptions,
        _ folder: WorkFolder?,
        start: (Int32, Int32, Int32) -> Int32?
    ) throws(ExchangeError) {
        name = options.file.name
        self.folder = folder
        let file = try options.file.descriptor()
        defer { close(file) }
        var size = stat()
        fstat(file, &size)
        // Texts may be repeated by types and templates, and packages expand to a hundred times their size at most.
        mostBytes = 64 << 20 + 200 * min(size.st_size, 1 << 40)
        mediaAllowance = Locked(mostBytes)
        guard let (items, childsItems) = Self.connection() else {
            throw .file(name, reason: "the file can’t be read")
        }
        defer { close(childsItems) }
        guard let (media, childsMedia) = Self.connection() else {
            close(items)
            throw .file(name, reason: "the file can’t be read")
        }
        defer { close(childsMedia) }
        self.items = MessageChannel(descriptor: items)
        self.media = MessageChannel(descriptor: media)
        guard let process = start(childsItems, childsMedia, file) else {
            close(items)
            close(media)
            throw .file(name, reason: "the file can’t be read")
        }
        self.process = process
    }

    deinit {
        kill(process, SIGKILL)
        _ = end()
        close(items.descriptor)
        close(media.descriptor)
    }

    /// Two connected sockets, which no other child inherits.
    private static func connection() -> (Int32, Int32)? {
        var ends: [Int32] = [0, 0]
        let kind = Int32(truncatingIfNeeded: SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
        return (ends[0], ends[1])
    }

    /// Waits until the child has ended, and says how.
    private func end() -> Int32 {
        status.withLock { status in
            if let status { return status }
            let ended = ChildProcess.wait(for: process)
            status = ended
            return ended
        }
    }

    /// Why the child cannot go on.
    private func failure() -> ExchangeError {
        // Whatever it does now is of no use.
        kill(process, SIGKILL)
        let signal = end() & 0x7F
        return .badPackage(
            file: name,
            reason: signal == SIGXCPU
                ? "It takes too long to read."
                : "It couldn’t be read. It may be damaged or malicious."
        )
    }

    private func open(_ request: OpeningRequest) throws(ExchangeError) -> OpenedFile {
        let message: MessageChannel.Message
        do throws(MessageChannel.Broken) {
            try items.send(.open, request.message)
            message = try items.receive()
        } catch {
            throw failure()
        }
        switch message.kind {
        case .opened:
            var decoder = MessageDecoder(message.bytes)
            do throws(MessageDecoder.Malformed) {
                var opened = try decoder.openedFile(
                    named: name,
                    request.context.types
                ) { [self] name, limit in
                    try medium(name, limit)
                } items: { [self] rules, body in
                    try readItems(rules, body)
                }
                opened.batch.timeZoneOffset = request.options.timeZoneOffset
                return opened
            } catch {
                throw failure()
            }
        case .refused: throw .refused(Phrase(verbatim: Self.line(message)))
        default: throw failure()
        }
    }

    /// What is wrong, in one line.
    private static func line(_ message: MessageChannel.Message) -> String {
        let text = String(decoding: message.bytes.prefix(2_000), as: UTF8.self)
        return text.replacing("\n", with: " ")
    }

    private func readItems(_ rules: ImportRules, _ body: (ImportItem) throws -> Void) throws {
        try itemsLock.withLock {
            var decoder = MessageDecoder([])
            var allowance = mostBytes
            do {
                try items.send(.items, rules.message)
                while true {
                    let message = try items.receive(atMost: allowance)
                    allowance -= message.bytes.count
                    switch message.kind {
                    case .someItems:
                        decoder.begin(message.bytes)
                        while !decoder.isAtEnd {
                            let item = try decoder.item()
                            try body(item)
                        }
                    case .end: return
                    case .refused: throw ExchangeError.refused(Phrase(verbatim: Self.line(message)))
                    default: throw MessageChannel.Broken()
                    }
                }
            } catch is MessageChannel.Broken {
                throw failure()
            } catch is MessageDecoder.Malformed {
                throw failure()
            }
        }
    }

    private func medium(_ name: String, _ limit: Int) throws -> [UInt8]? {
        try mediaAllowance.withLock { allowance in
            var encoder = MessageEncoder()
            encoder.write(name)
            encoder.write(limit)
            let message: MessageChannel.Message
            do throws(MessageChannel.Broken) {
                try media.send(.medium, encoder.bytes)
                message = try media.receive(atMost: allowance)
            } catch {
                throw failure()
            }
            allowance -= message.bytes.count
            switch message.kind {
            case .content where message.bytes.count <= limit: return message.bytes
            case .none: return nil
            case .refused: throw ExchangeError.refused(Phrase(verbatim: Self.line(message)))
            default: throw failure()
            }
        }
    }
}

extension FileOpener {
    /// Reads files in a process of their own.
    ///
    /// - Parameter start: Starts it with these descriptors: items, media and the file; nil where that fails.
    package static func inChild(
        start:
            @escaping @Sendable (_ items: Int32, _ media: Int32, _ file: Int32) -> Int32?
    ) -> FileOpener {
        FileOpener { options, context throws(ExchangeError) in
            try FileReadingProcess.open(options, context, start: start)
        }
    }
}

extension SourceFile {
    /// An open descriptor of the file, which the caller closes.
    fileprivate func descriptor() throws(ExchangeError) -> Int32 {
        switch self {
        case .disk(let file):
            let descriptor = Glibc.open(file.path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw file.unreadable }
            return descriptor
        case .sent(let name, let bytes):
            guard let descriptor = MemoryFile.create(bytes) else {
                throw .file(name, reason: "the file can’t be read")
            }
            return descriptor
        }
    }
}
