import Exchange
import FoundationEssentials
import Library
import LibraryValues
import Pages
import Server

/// `omena import`: imports files, each completely or not at all.
struct ImportCommand {
    private let location: LibraryLocation
    private let requests: [MaintenanceRequest]
    private let isJSON: Bool

    init(_ arguments: inout Arguments) throws(Failure) {
        location = try LibraryLocation(&arguments)
        let deck = try arguments.value(of: "--deck")
        var names: [String: String] = [:]
        while let pair = try arguments.value(of: "--map") {
            let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw .usage("--map needs a name and its meaning, such as ja-JP=ja-Latn or 2=Back")
            }
            names[parts[0]] = parts[1]
        }
        let update = try arguments.value(of: "--update")
        let rule = update.flatMap { UpdateRule(rawValue: $0) }
        if update != nil, rule == nil { throw .usage("--update must be newer, always or never") }
        let text = try Self.text(&arguments)
        let isTrial = arguments.flag("--dry-run")
        isJSON = arguments.flag("--json")
        var files: [String] = []
        while let file = arguments.operand() { files.append(file) }
        guard !files.isEmpty else {
            throw .usage("no file given; try 'omena import FILE --deck NAME'")
        }
        try arguments.finish()
        if deck?.isEmpty == true {
            throw .usage("--deck needs the name of a deck, such as --deck Words")
        }
        requests = files.map { file in
            MaintenanceRequest(
                file: LibraryTasks.absolute(file),
                deck: deck,
                names: names.isEmpty ? nil : names,
                update: rule,
                text: text,
                isTrial: isTrial ? true : nil
            )
        }
    }

    /// The options for text files.
    private static func text(
        _ arguments: inout Arguments
    ) throws(Failure) -> MaintenanceRequest.Text? {
        let text = MaintenanceRequest.Text(
            separator: try arguments.value(of: "--separator"),
            encoding: try arguments.value(of: "--encoding"),
            header: try arguments.value(of: "--header"),
            type: try arguments.value(of: "--type")
        )
        if let separator = text.separator, TextLayout(named: separator) == nil {
            throw .usage(
                "--separator must be one of \(TextLayout.choices.map(\.name).joined(separator: ", "))"
                    + ", or the character itself"
            )
        }
        if let encoding = text.encoding, TextEncoding(named: encoding) == nil {
            let known = TextEncoding.allCases.map(\.rawValue).joined(separator: ", ")
            throw .usage("--encoding must be one of \(known)")
        }
        if let header = text.header, !["yes", "no"].contains(header) {
            throw .usage("--header must be yes or no")
        }
        return text == MaintenanceRequest.Text() ? nil : text
    }

    func run() throws(Failure) {
        // A mistyped name must not create a library.
        for case let file? in requests.map(\.file) {
            try Failure.wrap { () throws(ExchangeError) in _ = try DiskFile(file).size }
        }
        try location.prepare()
        let tasks = LibraryTasks(location: location)
        for request in requests {
            let answer: ImportAnswer = try tasks.run(.import, named: "Importing", request) {
                progress throws(Failure) in
                try tasks.withLibrary(createsMissing: true) { library throws(LibraryError) in
                    try library.importFile(
                        request,
                        timeZoneOffset: SystemClock.clock.withOffset(of: library).offset(),
                        opener: FileReading.opener,
                        progress: progress
                    )
                }
            }
            Terminal.print(isJSON ? json(answer) : text(answer, isTrial: request.isTrial == true))
        }
    }

    private func text(_ answer: ImportAnswer, isTrial: Bool) -> String {
        var text = isTrial ? "Nothing was imported. " : ""
        if let deck = answer.deck { text += "Into “\(deck)”: " }
        text += "\(answer.added) \(isTrial ? "would be added" : "added"), "
        text += "\(answer.updated) \(isTrial ? "would be updated" : "updated"), "
        text += "\(answer.same) unchanged."
        if let cards = answer.cards, let reviews = answer.reviews, let media = answer.media {
            text += "\n\(cards) cards, \(reviews) answers, \(media) pictures and sounds."
        }
        if let new = answer.newLimit, let reviews = answer.reviewLimit {
            text += "\nDaily limits for all decks, from the file: \(new) new, \(reviews) reviews."
        }
        if answer.kept > 0 {
            text += "\n\(answer.kept) texts that you had edited were not changed."
        }
        if answer.leftAlone > 0 {
            text += "\n\(answer.leftAlone) notes that differ in the file were not changed."
        }
        var lines = [text] + answer.leftOut
        let unlisted = answer.leftOutCount - answer.leftOut.count
        if unlisted > 0 { lines.append("… and \(unlisted) more.") }
        return lines.joined(separator: "\n")
    }
}
