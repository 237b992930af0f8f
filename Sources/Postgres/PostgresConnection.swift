internal import Glibc
package import Threads

/// A connection to PostgreSQL's primary, which one thread at a time uses.
///
/// Every wait has a deadline. Once a statement has no answer in time the connection is of no use any more.
package final class PostgresConnection: Sendable {
    private let library: LibPQ
    // Both free of races because one thread at a time has the connection.
    private nonisolated(unsafe) let handle: LibPQ.Handle
    private nonisolated(unsafe) var state = State()

    /// A statement, which is prepared once for each list of types, because NULL has none of its own.
    private struct Prepared: Hashable {
        let sql: String
        let types: [UInt32]
    }

    private struct State {
        /// The names of prepared statements.
        var prepared: [Prepared: String] = [:]
        var isUsable = true
        var wasWarned = false
    }

    /// The most rows and bytes of a result, which nothing that a fleet asks for comes near.
    private static let mostRows = 1_000_000

    private init(_ library: LibPQ, _ handle: LibPQ.Handle) {
        (self.library, self.handle) = (library, handle)
    }

    deinit { library.finish(handle) }

    /// Whether a statement has had no answer.
    var isLost: Bool { !state.isUsable }

    /// Whether another statement can be sent.
    package var isUsable: Bool {
        guard !isLost else { return false }
        var descriptor = pollfd(fd: library.socket(handle), events: Int16(POLLIN), revents: 0)
        // What a server says unasked is that it ends.
        if Glibc.poll(&descriptor, 1, 0) > 0 { _ = library.consume(handle) }
        return library.status(handle) == LibPQ.connectionIsGood
    }

    /// Connects to a host.
    static func open(
        _ address: PostgresAddress,
        _ host: PostgresAddress.Host,
        by deadline: Instant
    ) throws(PostgresError) -> PostgresConnection {
        let library = try LibPQ.loaded.get()
        var options = address.options
        options["host"] = host.name
        if !host.port.isEmpty { options["port"] = host.port }
        let names = options.keys.sorted()
        let handle = withTexts(names.map { Array($0.utf8) }) { names in
            withTexts(options.sorted { $0.key < $1.key }.map { Array($0.value.utf8) }) { values in
                library.start(names, values, 0)
            }
        }
        guard let handle else { throw .unreachable("no memory") }
        let connection = PostgresConnection(library, handle)
        var step = LibPQ.pollWriting
        while step != LibPQ.pollDone {
            guard step != LibPQ.pollFailed, library.status(handle) != 1 else {
                throw .unreachable(connection.message)
            }
            guard connection.wait(step == LibPQ.pollReading ? POLLIN : POLLOUT, by: deadline) else {
                throw .unreachable("\(host.name) does not answer")
            }
            step = library.poll(handle)
        }
        _ = library.setNonblocking(handle, 1)
        _ = library.setNoticeReceiver(
            handle,
            { context, result in
                guard let context else { return }
                Unmanaged<PostgresConnection>.fromOpaque(context).takeUnretainedValue()
                    .recordWarning(result)
            },
            Unmanaged.passUnretained(connection).toOpaque()
        )
        return connection
    }

    /// What the server says besides its answers.
    private func recordWarning(_ message: LibPQ.Handle?) {
        let severity = library.resultField(message, LibPQ.severity).map { String(cString: $0) }
        if severity != "NOTICE", severity != "INFO", severity != "DEBUG" { state.wasWarned = true }
    }

    /// Runs a statement that is prepared on its first use.
    ///
    /// - Parameter sql: With `$1`, `$2`… for the values.
    package func run(
        _ sql: String,
        _ values: [PostgresValue] = [],
        by deadline: Instant
    ) throws(PostgresError) -> PostgresResult {
        let statement = Prepared(sql: sql, types: values.map(\.type))
        let name: String
        if let known = state.prepared[statement] {
            name = known
        } else {
            name = try prepare(statement, by: deadline)
        }
        let contents = values.map(\.content)
        let lengths = contents.map { Int32(clamping: $0?.count ?? 0) }
        let formats = [Int32](repeating: 1, count: values.count)
        guard lengths.allSatisfy({ $0 < Int32.max }) else {
            throw .refused(code: "54000", message: "a value is too large")
        }
        let isSent = Self.withTexts(contents) { texts in
            library.send(handle, name, Int32(clamping: values.count), texts, lengths, formats, 1)
                == 1
        }
        guard isSent else {
            state.isUsable = false
            throw .unreachable(message)
        }
        return try result(by: deadline)
    }

    /// Runs statements without values that return no rows, such as those that begin and end a transaction.
    package func execute(_ script: String, by deadline: Instant) throws(PostgresError) {
        guard library.sendQuery(handle, script) == 1 else {
            state.isUsable = false
            throw .unreachable(message)
        }
        _ = try result(by: deadline)
    }

    private func prepare(
        _ statement: Prepared,
        by deadline: Instant
    ) throws(PostgresError) -> String {
        let name = "omena\(state.prepared.count)"
        let types = statement.types
        let count = Int32(clamping: types.count)
        guard library.prepare(handle, name, statement.sql, count, types) == 1 else {
            state.isUsable = false
            throw .unreachable(message)
        }
        do throws(PostgresError) {
            _ = try result(by: deadline)
        } catch .unknown(let reason) {
            // What was only prepared has done nothing.
            throw .unreachable(reason)
        }
        state.prepared[statement] = name
        return name
    }

    // MARK: - Waiting

    private func result(by deadline: Instant) throws(PostgresError) -> PostgresResult {
        state.wasWarned = false
        var outcome: Result<PostgresResult, PostgresError>?
        while true {
            try flush(by: deadline)
            while library.isBusy(handle) == 1 {
                guard wait(POLLIN, by: deadline), library.consume(handle) == 1 else {
                    throw lost(library.status(handle) == 0 ? "no answer in time" : message)
                }
            }
            guard let result = library.result(handle) else { break }
            defer { library.clear(result) }
            let next = read(result)
            // Of several statements, the first that fails says why.
            if case .failure = outcome { continue }
            outcome = next
        }
        guard let outcome else { throw lost("no answer") }
        do throws(PostgresError) {
            let result = try outcome.get()
            // NB: Whoever ends PostgreSQL's wait for a standby gets a success with a warning.
            guard !state.wasWarned else { throw lost("with a warning") }
            return result
        } catch {
            // A server that was the primary takes no more writes.
            if !error.isCertain || error.isReadOnly { state.isUsable = false }
            throw error
        }
    }

    private func flush(by deadline: Instant) throws(PostgresError) {
        while true {
            switch library.flush(handle) {
            case 0: return
            case 1:
                guard wait(POLLIN | POLLOUT, by: deadline) else { throw lost("it takes nothing") }
                guard library.consume(handle) == 1 else { throw lost(message) }
            default: throw lost(message)
            }
        }
    }

    private func lost(_ reason: String) -> PostgresError {
        state.isUsable = false
        return .unknown(reason)
    }

    /// Waits for the socket; false if nothing happens in time.
    private func wait(_ events: Int32, by deadline: Instant) -> Bool {
        var descriptor = pollfd(
            fd: library.socket(handle),
            events: Int16(truncatingIfNeeded: events),
            revents: 0
        )
        return ThreadPool.whileWaiting {
            while let timeout = deadline.pollTimeout {
                let count = Glibc.poll(&descriptor, 1, timeout)
                if count > 0 { return true }
                if count < 0, errno != EINTR { return false }
            }
            return false
        }
    }

    private var message: String {
        library.message(handle).map { String(cString: $0).firstLine } ?? ""
    }

    // MARK: - Results

    private func read(_ result: LibPQ.Handle) -> Result<PostgresResult, PostgresError> {
        switch library.resultStatus(result) {
        case LibPQ.commandDone:
            let count = library.changedCount(result).flatMap { Int(String(cString: $0)) }
            return .success(PostgresResult(rows: [], count: count ?? 0))
        case LibPQ.rowsReturned:
            do throws(PostgresError) {
                return .success(try rows(of: result))
            } catch {
                return .failure(error)
            }
        default:
            func field(_ number: Int32) -> String {
                library.resultField(result, number).map { String(cString: $0) } ?? ""
            }
            let (code, text) = (field(LibPQ.state), field(LibPQ.primary))
            // The connection ends, perhaps while a commit waits for a standby; class 57 is of somebody who ends it.
            guard field(LibPQ.severity) == "ERROR", !code.isEmpty,
                !["08", "57", "58", "XX"].contains(code.prefix(2)), !state.wasWarned
            else { return .failure(.unknown(text.isEmpty ? message : text)) }
            return .failure(.refused(code: code, message: text))
        }
    }

    private func rows(of result: LibPQ.Handle) throws(PostgresError) -> PostgresResult {
        let (count, width) = (library.rowCount(result), library.columnCount(result))
        guard count <= Self.mostRows else { throw .unreadable("there are \(count) rows") }
        let types = (0..<width).map { library.columnType(result, $0) }
        var rows: [PostgresRow] = []
        rows.reserveCapacity(Int(count))
        for row in 0..<count {
            var values: [PostgresValue] = []
            for column in 0..<width {
                guard library.isNull(result, row, column) == 0,
                    let start = library.value(result, row, column)
                else {
                    values.append(.null)
                    continue
                }
                let content = UnsafeRawBufferPointer(
                    start: start,
                    count: Int(library.length(result, row, column))
                )
                values.append(
                    try PostgresValue(content, ofType: types[Int(column)])
                )
            }
            rows.append(PostgresRow(values))
        }
        return PostgresResult(rows: rows, count: Int(count))
    }

    /// Passes texts on, each with a zero at its end; nil for those that are `NULL`.
    private static func withTexts<Result>(
        _ texts: [[UInt8]?],
        _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        var bytes: [UInt8] = []
        let starts = texts.map { text -> Int? in
            guard let text else { return nil }
            defer { bytes += text + [0] }
            return bytes.count
        }
        if bytes.isEmpty { bytes = [0] }
        return bytes.withUnsafeBytes { buffer in
            let base = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            var pointers = starts.map { start in start.flatMap { start in base.map { $0 + start } }
            }
            // Lists of libpq end with NULL.
            pointers.append(nil)
            return pointers.withUnsafeBufferPointer { pointers in
                guard let first = pointers.baseAddress else {
                    preconditionFailure("An array has an address")
                }
                return body(first)
            }
        }
    }
}
