import Exchange
import FoundationEssentials
import Library
import Pages
import Server

/// `omena import`: brings files into decks, all of each or nothing.
struct ImportCommand {
    private let location: LibraryLocation
    private let orders: [UpkeepOrder]
    private let isJSON: Bool

    init(_ arguments: inout Arguments) throws(Failure) {
        location = try LibraryLocation(&arguments)
        let deck = try arguments.value(of: "--deck")
        var names: [String: String] = [:]
        while let pair = try arguments.value(of: "--map") {
            let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw .usage(
                    "--map wants a name and what it stands for, such as ja-JP=ja-Latn or 2=Back"
                )
            }
            names[parts[0]] = parts[1]
        }
        let update = try arguments.value(of: "--update")
        let rule = update.flatMap { UpdateRule(rawValue: $0) }
        if update != nil, rule == nil { throw .usage("--update wants newer, always or never") }
        let text = try Self.text(&arguments)
        let isTrial = arguments.flag("--dry-run")
        isJSON = arguments.flag("--json")
        var files: [String] = []
        while let file = arguments.command() { files.append(file) }
        guard !files.isEmpty else {
            throw .usage("say which file to import, such as 'omena import FILE --deck NAME'")
        }
        try arguments.finish()
        if deck?.isEmpty == true {
            throw .usage("say which deck to import into, such as --deck Words")
        }
        orders = files.map { file in
            UpkeepOrder(
                file: Work.absolute(file),
                deck: deck,
                names: names.isEmpty ? nil : names,
                update: rule,
                text: text,
                isTrial: isTrial ? true : nil
            )
        }
    }

    /// What is said of how a text is to be read.
    private static func text(
        _ arguments: inout Arguments
    ) throws(Failure) -> UpkeepOrder.Text? {
        let text = UpkeepOrder.Text(
            separator: try arguments.value(of: "--separator"),
            encoding: try arguments.value(of: "--encoding"),
            header: try arguments.value(of: "--header"),
            type: try arguments.value(of: "--type")
        )
        if let separator = text.separator, TextLayout(named: separator) == nil {
            throw .usage(
                "--separator wants one of \(TextLayout.choices.map(\.name).joined(separator: ", "))"
                    + ", or the character itself"
            )
        }
        if let encoding = text.encoding, TextEncoding(named: encoding) == nil {
            let known = TextEncoding.allCases.map(\.rawValue).joined(separator: ", ")
            throw .usage("--encoding wants one of \(known)")
        }
        if let header = text.header, !["yes", "no"].contains(header) {
            throw .usage("--header wants yes or no")
        }
        return text == UpkeepOrder.Text() ? nil : text
    }

    func run() throws(Failure) {
        try location.prepare()
        let work = Work(location: location)
        for order in orders {
            let answer: ImportAnswer = try work.run(.import, named: "Importing", order: order) {
                progress throws(Failure) in
                try work.withLibrary(makesOne: true) { library throws(LibraryError) in
                    try library.importFile(order, progress: progress)
                }
            }
            Terminal.say(isJSON ? json(answer) : text(answer, isTrial: order.isTrial == true))
        }
    }

    private func text(_ answer: ImportAnswer, isTrial: Bool) -> String {
        var text = isTrial ? "Nothing was imported. " : ""
        if let deck = answer.deck { text += "Into “\(deck)”: " }
        text += "\(answer.added) \(isTrial ? "would be added" : "added"), "
        text += "\(answer.updated) changed, \(answer.same) as they were."
        if let cards = answer.cards, let reviews = answer.reviews, let media = answer.media {
            text += "\n\(cards) cards, \(reviews) answers, \(media) pictures and sounds."
        }
        if answer.kept > 0 {
            text += "\n\(answer.kept) texts that you had changed are kept as you wrote them."
        }
        if answer.leftAlone > 0 {
            text += "\n\(answer.leftAlone) that the file has otherwise were left alone."
        }
        var lines = [text] + answer.leftOut
        let unsaid = answer.leftOutCount - answer.leftOut.count
        if unsaid > 0 { lines.append("… and \(unsaid) more.") }
        return lines.joined(separator: "\n")
    }
}
