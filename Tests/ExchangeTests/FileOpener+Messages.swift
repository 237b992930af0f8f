import Languages
import LibraryValues

@testable import Exchange

extension FileOpener {
    /// Opens files here, but tells of them as a process of its own does.
    static let throughMessages = FileOpener { options, context throws(ExchangeError) in
        do {
            let request = OpeningRequest(options, context)
            let received = try OpeningRequest(request.message, of: "/nowhere")
            var options = received.options
            options.file = request.options.file
            let opened = try OpenedFile(options, received.context)
            var encoder = MessageEncoder()
            encoder.write(opened)
            var decoder = MessageDecoder(encoder.bytes)
            var copy = try decoder.openedFile(
                named: request.options.file.name,
                request.context.types,
                media: { name, limit in try opened.batch.media?.read(name, limit) },
                items: { rules, body in
                    var decoder = MessageDecoder([])
                    try opened.batch.items(ImportRules(rules.message)) { item in
                        var encoder = MessageEncoder()
                        encoder.write(item)
                        decoder.begin(encoder.bytes)
                        try body(decoder.item())
                        guard decoder.isAtEnd else { throw MessageDecoder.Malformed() }
                    }
                }
            )
            copy.batch.timeZoneOffset = opened.batch.timeZoneOffset
            guard decoder.isAtEnd else { throw MessageDecoder.Malformed() }
            return copy
        } catch let error as ExchangeError {
            throw error
        } catch {
            throw .badPackage(file: options.file.name, reason: Phrase(verbatim: "\(error)"))
        }
    }
}
