internal import Glibc
import HTTP

/// What a server leaves to itself when it is executed anew: the sockets on which clients wait meanwhile.
///
/// It is handed on as one more argument, `--sockets 7,8/9`: those for browsers, and the one beside the library.
struct Inheritance {
    let sockets: [Int32]
    let local: Int32

    init(sockets: [Int32], local: Int32) {
        self.sockets = sockets
        self.local = local
    }

    init?(_ text: String) {
        let parts = text.split(separator: "/")
        let sockets = parts.first?.split(separator: ",").map { Int32($0) } ?? []
        guard parts.count == 2, let local = Int32(parts[1]), !sockets.isEmpty,
            !sockets.contains(nil)
        else { return nil }
        self.sockets = sockets.compactMap(\.self)
        self.local = local
    }

    /// Executes Omena anew, with the same arguments: nothing that is in memory now will be then.
    ///
    /// Returns only where that cannot be done.
    func begin() {
        let text = "\(sockets.map { "\($0)" }.joined(separator: ","))/\(local)"
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
