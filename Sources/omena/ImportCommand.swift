import Exchange
import FoundationEssentials
import Library
import Pages
import Server

/// `omena import`: brings a file into a deck, all of it or nothing.
struct ImportCommand {
    private let location: LibraryLocation
    private let order: UpkeepOrder
    private let isJSON: Bool

    init(_ arguments: inout Arguments) throws(Failure) {
        let library = try arguments.value(of: "--library")
        let deck = try arguments.value(of: "--deck")
        var names: [String: String] = [:]
        while let pair = try arguments.value(of: "--map") {
            let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw .usage("--map wants a name and what it stands for, such as ja-JP=ja-Latn")
            }
            names[parts[0]] = parts[1]
        }
        let isTrial = arguments.flag("--dry-run")
        isJSON = arguments.flag("--json")
        guard let file = arguments.command() else {
            throw .usage("say which file to import, such as 'omena import FILE --deck NAME'")
        }
        try arguments.finish()
        guard let deck, !deck.isEmpty else {
            throw .usage("say which deck to import into, such as --deck Words")
        }
        order = UpkeepOrder(
            file: Work.absolute(file),
            deck: deck,
            names: names.isEmpty ? nil : names,
            isTrial: isTrial ? true : nil
        )
        location = try LibraryLocation(
            named: library,
            environment: ProcessInfo.processInfo.environment
        )
    }

    func run() throws(Failure) {
        try location.prepare()
        let work = Work(location: location)
        let order = order
        let answer: ImportAnswer = try work.run(.import, named: "Importing", order: order) {
            _ throws(Failure) in
            try work.withLibrary { library throws(LibraryError) in
                try ImportAnswer(library, order)
            }
        }
        Terminal.say(isJSON ? json(answer) : text(answer))
    }

    private func text(_ answer: ImportAnswer) -> String {
        let isTrial = order.isTrial == true
        var text = isTrial ? "Nothing was imported. Into" : "Into"
        text += " “\(answer.deck)”: \(answer.added) \(isTrial ? "would be added" : "added"), "
        text += "\(answer.updated) changed, \(answer.same) as they were."
        if answer.kept > 0 {
            text += "\n\(answer.kept) texts that you had changed are kept as you wrote them."
        }
        return ([text] + answer.leftOut).joined(separator: "\n")
    }
}
