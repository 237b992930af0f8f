import FoundationEssentials
import HTTP
import Lookup
import Processes
import Server

/// The options of `omena serve`, validated before anything is changed.
struct ServeOptions {
    let location: LibraryLocation
    /// Where the accounts of a server of several learners are; nil on that of a single one.
    let accounts: String?
    /// What makes the server a node of a fleet; nil where it is the only one.
    let node: NodeOptions?
    let host: String
    let port: Int
    let certificate: CertificateFiles?
    let origin: String?
    let tokenFile: String?
    /// The port for programs that were written for Anki; nil where the learner's setting decides.
    let ankiPort: Int?
    let ankiKeyFile: String?
    /// The port that was open for such programs before this process executed itself again.
    let openAnkiPort: Int?
    let writesAccessLog: Bool
    /// Whether each line of the log is an object.
    let logsJSON: Bool
    /// The address for articles; `*` stands for a language.
    let wikipedia: String?
    /// The mail or web address that Wikipedia is told.
    let contact: String?
    /// The one address of a language model outside of the internet that several learners may use.
    let languageModel: String?
    /// Seconds without use after which the library locks itself, in place of the learner's setting.
    let lockAfter: Int?
    /// What this process got from the one that executed it again.
    let inherited: InheritedState?
    /// Those of earlier executions, of which the last ended the one before this.
    let crashes: Crashes?
    let opensBrowser: Bool
    /// Whose library this process serves for a server of several learners.
    let forwarding: Forwarding?

    /// What a server of several learners tells the process that it starts for one library: its learner, and the server's port.
    struct Forwarding {
        static let option = "--forwarded"

        let learner: String
        let port: Int

        init(learner: String, port: Int) { (self.learner, self.port) = (learner, port) }

        init?(_ text: String) {
            let parts = text.split(separator: ",")
            guard parts.count == 2, let port = Int(parts[1]) else { return nil }
            self.init(learner: String(parts[0]), port: port)
        }

        var text: String { "\(learner),\(port)" }
    }

    /// The files of a certificate, which are read again when it has been renewed.
    struct CertificateFiles {
        let certificate: String
        let key: String

        func read() throws(Failure) -> TLS {
            TLS(
                certificate: try ServeOptions.contents(of: certificate),
                key: try ServeOptions.contents(of: key)
            )
        }
    }

    /// - Parameter folder: Where the accounts are if the arguments don't say so.
    init(_ arguments: inout Arguments, accounts folder: String? = nil) throws(Failure) {
        let node = try NodeOptions(&arguments)
        self.node = node
        let givenPort = try Self.port("--port", of: &arguments)
        let givenHost = try arguments.value(of: "--host")
        port = givenPort ?? node?.port ?? 6636
        host = givenHost ?? node?.host ?? "localhost"
        let library = try arguments.value(of: "--library")
        let givenAccounts = try arguments.value(of: "--accounts") ?? folder
        guard givenAccounts != "" else { throw .usage("--accounts needs the name of a folder") }
        if let node, givenAccounts == nil {
            accounts = try LibraryLocation.defaultFolder() + "/nodes/\(node.name)"
        } else {
            accounts = givenAccounts
        }
        forwarding = try arguments.internalValue(of: Forwarding.option).flatMap { Forwarding($0) }
        location =
            if let forwarding {
                try LibraryLocation(of: LearnerLocation(forwarding.learner, in: accounts))
            } else {
                try LibraryLocation(named: library, keys: KeyHolder())
            }
        let certificate = try arguments.value(of: "--tls-certificate")
        let key = try arguments.value(of: "--tls-key")
        origin = try Self.origin(try arguments.value(of: "--origin"))
        tokenFile = try arguments.value(of: "--api-token-file")
        ankiPort = try Self.port("--anki-port", of: &arguments)
        ankiKeyFile = try arguments.value(of: "--anki-key-file")
        openAnkiPort = try arguments.internalValue(of: InheritedState.ankiOption)
            .flatMap { Int($0) }
        writesAccessLog = arguments.flag("--access-log")
        logsJSON = try Self.isJSON(try arguments.value(of: "--log-format"))
        wikipedia = try Self.wikipedia(try arguments.value(of: "--wikipedia"))
        contact = try Self.contact(try arguments.value(of: "--contact"))
        languageModel = try Self.languageModel(try arguments.value(of: "--language-model"))
        lockAfter = try Self.seconds(try arguments.value(of: "--lock-after"))
        opensBrowser = !arguments.flag("--no-open")
        inherited = try arguments.internalValue(of: InheritedState.option)
            .flatMap { InheritedState($0) }
        crashes = try arguments.internalValue(of: InheritedState.crashesOption)
            .flatMap { Crashes($0) }
        try arguments.finish()
        if accounts != nil {
            let others = [
                ("--library", library), ("--api-token-file", tokenFile),
                ("--anki-port", ankiPort.map { "\($0)" }), ("--anki-key-file", ankiKeyFile),
            ]
            for (option, value) in others where value != nil {
                throw .usage("\(option) works with a single learner, so not with --accounts")
            }
        }
        guard languageModel == nil || accounts != nil else {
            throw .usage("--language-model works with --accounts; a single learner has a setting")
        }
        self.certificate = try Self.files(certificate: certificate, key: key)
        guard isLoopback || self.certificate != nil || origin != nil else {
            throw .usage(
                "--host \(host) would send everything unencrypted: add TLS (--tls-certificate and "
                    + "--tls-key), or --origin with a reverse proxy"
            )
        }
    }

    /// The socket at which commands reach the server.
    var socket: String { accounts.map(AccountsFolder.socket) ?? location.socket }

    /// How browsers reach the server.
    var reach: AccessPolicy.Reach {
        if let origin { return .proxy(origin: origin) }
        if isLoopback { return .loopback }
        // A server that listens on all addresses is reached by the machine's name.
        return .network(
            host: ["0.0.0.0", "::"].contains(host) ? ProcessInfo.processInfo.hostName : host
        )
    }

    private var isLoopback: Bool {
        ["localhost", "127.0.0.1", "::1"].contains(host.lowercased())
    }

    private static func port(
        _ option: String,
        of arguments: inout Arguments
    ) throws(Failure) -> Int? {
        guard let text = try arguments.value(of: option) else { return nil }
        guard let port = UInt16(text) else {
            throw .usage("\(option) must be a number from 0 to 65535, not '\(text)'")
        }
        return Int(port)
    }

    private static func isJSON(_ format: String?) throws(Failure) -> Bool {
        switch format {
        case nil, "text": return false
        case "json": return true
        case let format?: throw .usage("--log-format is text or json, not '\(format)'")
        }
    }

    private static func seconds(_ text: String?) throws(Failure) -> Int? {
        guard let text else { return nil }
        guard let seconds = Int(text), 0...86_400 ~= seconds else {
            throw .usage("--lock-after must be seconds, from 0 (never) to 86400, not '\(text)'")
        }
        return seconds
    }

    /// An origin as browsers write it: https, a host, perhaps a port, and nothing else.
    private static func origin(_ text: String?) throws(Failure) -> String? {
        guard let text else { return nil }
        var origin = text.lowercased()
        for ending in ["/", ":443"] where origin.hasSuffix(ending) {
            origin.removeLast(ending.count)
        }
        let authority = origin.dropFirst("https://".count)
        let colon = authority.hasSuffix("]") ? nil : authority.lastIndex(of: ":")
        let port = colon.map { UInt16(authority[authority.index(after: $0)...]) ?? 0 }
        guard origin.hasPrefix("https://"), isHost(authority[..<(colon ?? authority.endIndex)]),
            port != 0
        else {
            throw .usage(
                "--origin must be an address like https://cards.example.org, not '\(text)'"
            )
        }
        return origin
    }

    /// Whether a text is a host's name, or an address, which is in brackets for IPv6.
    private static func isHost(_ text: Substring) -> Bool {
        guard text.hasPrefix("["), text.hasSuffix("]") else {
            let isLetter = { (byte: UInt8) in
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
                    || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "-._".utf8.contains(byte)
            }
            return !text.isEmpty && text.utf8.allSatisfy(isLetter)
        }
        return text.dropFirst().dropLast().utf8.allSatisfy {
            "0123456789abcdef:.".utf8.contains($0)
        }
    }

    private static func wikipedia(_ text: String?) throws(Failure) -> String? {
        guard let text else { return nil }
        guard text.hasPrefix("https://") || text.hasPrefix("http://"),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw .usage(
                "--wikipedia must be an address like https://*.wikipedia.org, not '\(text)'"
            )
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    private static func languageModel(_ text: String?) throws(Failure) -> String? {
        guard let text else { return nil }
        guard let model = LanguageModel(endpoint: text, name: "") else {
            throw .usage(
                "--language-model must be an address like http://localhost:11434, not '\(text)'"
            )
        }
        return model.endpoint
    }

    /// It is written into a header, in parentheses.
    private static func contact(_ text: String?) throws(Failure) -> String? {
        guard let text else { return nil }
        guard text.contains("@") || text.hasPrefix("https://"), text.utf8.count <= 200,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"()<>\"\\".utf8.contains($0) })
        else {
            throw .usage(
                "--contact must be a mail address or one like https://example.org, not '\(text)'"
            )
        }
        return text
    }

    private static func files(
        certificate: String?,
        key: String?
    ) throws(Failure) -> CertificateFiles? {
        switch (certificate, key) {
        case (nil, nil): return nil
        case (let certificate?, let key?):
            return CertificateFiles(certificate: certificate, key: key)
        case (nil, _?): throw .usage("--tls-key requires --tls-certificate")
        case (_?, nil): throw .usage("--tls-certificate requires --tls-key")
        }
    }

    /// The bytes of a file that an option names.
    static func contents(of path: String) throws(Failure) -> [UInt8] {
        do { return Array(try Data(contentsOf: URL(filePath: path))) } catch {
            throw Failure("cannot read \(path); check its name and permissions")
        }
    }
}
