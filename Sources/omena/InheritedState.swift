internal import Glibc
import Processes
import Vault

/// What a server passes on when it executes itself again: the sockets, on which clients wait meanwhile.
///
/// It is an additional argument, `--sockets 7,8/9`: the sockets for browsers and the one beside the library, or `-` where
/// there is none, and after another slash the work that was not finished.
struct InheritedState {
    let sockets: [Int32]
    let local: Int32?
    /// The work on the library's files that failed, so that the page can tell.
    let unfinished: UnfinishedWork?
}

extension InheritedState {
    init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 2)
        let sockets = parts.first?.split(separator: ",").map { Int32($0) } ?? []
        guard parts.count >= 2, !sockets.isEmpty, !sockets.contains(nil) else { return nil }
        self.sockets = sockets.compactMap(\.self)
        local = Int32(parts[1])
        if local == nil, parts[1] != Self.noSocket { return nil }
        unfinished = parts.dropFirst(2).first.flatMap { UnfinishedWork(line: $0) }
    }

    /// Executes Omena again with the same arguments, so that nothing of the library stays in memory.
    ///
    /// Returns only if that fails.
    ///
    /// - Parameter ankiPort: The port that is open for programs, which is opened again.
    func execute(ankiPort: Int?) {
        var arguments = arguments
        if let ankiPort { arguments += [Self.ankiOption, "\(ankiPort)"] }
        var words = arguments.map { strdup($0) }
        words.append(nil)
        // The running program, even if its file has been replaced by another version.
        execv("/proc/self/exe", &words)
    }

    private static let noSocket = "-"

    /// Those of the new execution.
    private var arguments: [String] {
        CommandLine.arguments.prefix(2) + Self.ownOptions + ownArguments
    }

    /// Those that pass this on.
    var ownArguments: [String] {
        let local = local.map { "\($0)" } ?? Self.noSocket
        var text = "\(sockets.map { "\($0)" }.joined(separator: ","))/\(local)"
        if let unfinished { text += "/\(unfinished.line)" }
        return [Self.option, text]
    }

    /// From now on, executes Omena in this way when it crashes.
    ///
    /// - Parameters:
    ///   - crashes: Those before.
    ///   - others: More descriptors that stay open.
    func prepareForCrash(after crashes: Crashes, keeping others: [Int32] = []) {
        let descriptors = sockets + others + (local.map { [$0] } ?? [])
        crashes.restartAtNext(arguments + [Self.crashesOption], keeping: descriptors)
    }

    static let option = "--sockets"
    static let crashesOption = "--crashes"
    static let ankiOption = "--open-anki-port"

    /// The options of `omena serve` that somebody gave it.
    static var ownOptions: [String] {
        let options = Array(CommandLine.arguments.dropFirst(2))
        return Array(options.prefix { $0 != option })
    }
}
