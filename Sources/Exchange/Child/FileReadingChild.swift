internal import Languages
internal import LibraryValues
internal import Notes
internal import Recall
internal import Threads

/// The process that reads a stranger's file: it opens the one that it was given, and answers what its parent asks.
///
/// Items and media are asked for over connections of their own, because media are stored while notes are being read.
package struct FileReadingChild: Sendable {
    private let items: MessageChannel
    private let media: MessageChannel
    private let path: String

    /// - Parameters:
    ///   - items: The descriptor of the connection for everything but media.
    ///   - media: That of the connection for media.
    ///   - path: Where the file can be opened.
    package init(items: Int32, media: Int32, path: String) {
        self.items = MessageChannel(descriptor: items)
        self.media = MessageChannel(descriptor: media)
        self.path = path
    }

    /// Returns when the parent has closed the connection.
    ///
    /// - Parameter confine: Takes from this process all that reading a file does not need; it may then write in this folder alone.
    package func run(confine: (_ workFolder: String) -> Void) {
        guard let message = try? items.receive(), message.kind == .open,
            let request = try? OpeningRequest(message.bytes, of: path)
        else { return }
        confine(request.context.workFolder)
        InterfaceLanguage.withCurrent(request.language) {
            try? serve(request)
        }
    }

    private func serve(_ request: OpeningRequest) throws(MessageChannel.Broken) {
        let opened: OpenedFile
        do throws(ExchangeError) {
            opened = try OpenedFile(request.options, request.context)
        } catch {
            return try items.send(.refused, Array(error.description.utf8))
        }
        var encoder = MessageEncoder()
        encoder.write(opened)
        try items.send(.opened, encoder.bytes)
        let language = request.language
        if let given = opened.batch.media {
            Thread.start {
                InterfaceLanguage.withCurrent(language) { try? serveMedia(given) }
            }
        }
        while true {
            let message = try items.receive()
            guard message.kind == .items else { throw MessageChannel.Broken() }
            do {
                try sendItems(of: opened.batch, ImportRules(message.bytes))
            } catch is MessageChannel.Broken {
                throw MessageChannel.Broken()
            } catch {
                try items.send(.refused, Array(Self.words(error).utf8))
            }
        }
    }

    private static let itemsAtOnce = 64
    private static let bytesAtOnce = 1 << 18

    private func sendItems(of batch: ImportBatch, _ rules: ImportRules) throws {
        var encoder = MessageEncoder()
        var count = 0
        try batch.items(rules) { item in
            encoder.write(item)
            count += 1
            guard count == Self.itemsAtOnce || encoder.bytes.count > Self.bytesAtOnce else {
                return
            }
            try items.send(.someItems, encoder.bytes)
            encoder.removeAll()
            count = 0
        }
        if !encoder.isEmpty { try items.send(.someItems, encoder.bytes) }
        try items.send(.end)
    }

    private func serveMedia(_ given: ImportMedia) throws {
        while true {
            let message = try media.receive()
            guard message.kind == .medium else { return }
            var decoder = MessageDecoder(message.bytes)
            let name = try decoder.text()
            let limit = try decoder.int()
            do {
                guard let bytes = try given.read(name, limit) else {
                    try media.send(.none)
                    continue
                }
                try media.send(.content, bytes)
            } catch let error as MessageChannel.Broken {
                throw error
            } catch {
                try media.send(.refused, Array(Self.words(error).utf8))
            }
        }
    }

    private static func words(_ error: any Error) -> String {
        switch error {
        case let error as ExchangeError: error.description
        default: "\(error)"
        }
    }
}

extension ImportRules {
    /// What a child needs to know to tell cards' states.
    var message: [UInt8] {
        var encoder = MessageEncoder()
        encoder.write(json: model.parameters.values)
        encoder.write(json: settings)
        return encoder.bytes
    }

    init(_ message: [UInt8]) throws(MessageDecoder.Malformed) {
        var decoder = MessageDecoder(message)
        let parameters = try decoder.parameters()
        self.init(
            model: MemoryModel(parameters),
            settings: try decoder.json(StudySettings.self)
        )
    }
}
