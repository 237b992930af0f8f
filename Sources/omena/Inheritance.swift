internal import Glibc
import HTTP
import Vault

/// What a server leaves to itself when it is executed anew: the sockets on which clients wait meanwhile.
///
/// It is handed on as one more argument, `--sockets 7,8/9`: those for browsers, and the one beside the library; behind
/// another slash stands what did not come to its end.
struct Inheritance {
    let sockets: [Int32]
    let local: Int32
    /// What was being done to the library's files and could not be, so that the page can say so.
    let unfinished: UnfinishedWork?

    init(sockets: [Int32], local: Int32, unfinished: UnfinishedWork?) {
        self.sockets = sockets
        self.local = local
        self.unfinished = unfinished
    }

    init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 2)
        let sockets = parts.first?.split(separator: ",").map { Int32($0) } ?? []
        guard parts.count >= 2, let local = Int32(parts[1]), !sockets.isEmpty,
            !sockets.contains(nil)
        else { return nil }
        self.sockets = sockets.compactMap(\.self)
        self.local = local
        unfinished = parts.dropFirst(2).first.flatMap { UnfinishedWork(line: $0) }
    }

    /// Executes Omena anew, with the same arguments: nothing that is in memory now will be then.
    ///
    /// Returns only where that cannot be done.
    func begin() {
        var text = "\(sockets.map { "\($0)" }.joined(separator: ","))/\(local)"
        if let unfinished { text += "/\(unfinished.line)" }
        var arguments = CommandLine.arguments
        if let old = arguments.firstIndex(of: Self.option) {
            arguments.removeSubrange(old...old + 1)
        }
        arguments += [Self.option, text]
        var words = arguments.map { strdup($0) }
        words.append(nil)
        // The very program that runs, also where another version has been put in its place.
        execv("/proc/self/exe", &words)
    }

    static let option = "--sockets"
}
