/// Where PostgreSQL is: `postgres://user@host:port,host:port/database`, as libpq reads it.
///
/// The hosts are tried one after the other by this module, each with a deadline, because libpq waits for a host that has
/// accepted a connection and says nothing.
package struct PostgresAddress: Sendable {
    struct Host: Hashable, Sendable {
        var name: String
        var port: String
    }

    /// Without the hosts.
    let options: [String: String]
    let hosts: [Host]

    package init(_ text: String) throws(PostgresError) {
        let library = try LibPQ.loaded.get()
        var failure: UnsafeMutablePointer<CChar>?
        guard let found = library.parse(text, &failure) else {
            defer { library.freeMemory(failure) }
            let reason = failure.map { String(cString: $0) } ?? ""
            // It repeats the address, in which there may be a password.
            let isRepeated = !text.isEmpty && reason.contains(text)
            throw .badAddress(isRepeated ? "see libpq's documentation" : reason.firstLine)
        }
        defer { library.freeOptions(found) }
        let first = found.assumingMemoryBound(to: LibPQ.ConnectionOption.self)
        var options: [String: String] = [:]
        var option = first
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.value {
                options[String(cString: keyword)] = String(cString: value)
            }
            option += 1
        }
        func list(_ name: String) -> [String] {
            (options.removeValue(forKey: name) ?? "")
                .split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        let names = list("host")
        let ports = list("port")
        hosts = names.enumerated().map { index, name in
            Host(
                name: name,
                port: ports.count == 1
                    ? ports[0] : ports.indices.contains(index) ? ports[index] : ""
            )
        }
        // Only the primary takes what a fleet writes.
        options["target_session_attrs"] = "read-write"
        options["application_name"] = options["application_name"] ?? "omena"
        options["client_encoding"] = "UTF8"
        // A role or a database may have less by default.
        options["options"] = [options["options"], "-c synchronous_commit=on"].compactMap(\.self)
            .joined(separator: " ")
        self.options = options
    }
}

extension String {
    var firstLine: String { String(split(whereSeparator: \.isNewline).first ?? "") }
}
