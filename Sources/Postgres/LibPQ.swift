internal import Glibc

/// The functions of libpq, which is loaded when a fleet is joined, so that the program needs no library that a single
/// learner never uses.
struct LibPQ: Sendable {
    typealias Handle = OpaquePointer
    typealias Text = UnsafePointer<CChar>
    typealias Receiver = @convention(c) (UnsafeMutableRawPointer?, Handle?) -> Void

    let parse:
        @convention(c) (Text, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) ->
            UnsafeMutableRawPointer?
    let freeOptions: @convention(c) (UnsafeMutableRawPointer?) -> Void
    let freeMemory: @convention(c) (UnsafeMutableRawPointer?) -> Void
    let start: @convention(c) (UnsafePointer<Text?>, UnsafePointer<Text?>, Int32) -> Handle?
    let poll: @convention(c) (Handle) -> Int32
    let status: @convention(c) (Handle) -> Int32
    let socket: @convention(c) (Handle) -> Int32
    let finish: @convention(c) (Handle) -> Void
    let message: @convention(c) (Handle) -> Text?
    let setNonblocking: @convention(c) (Handle, Int32) -> Int32
    let prepare: @convention(c) (Handle, Text, Text, Int32, UnsafePointer<UInt32>?) -> Int32
    let send:
        @convention(c) (
            Handle, Text, Int32, UnsafePointer<Text?>?, UnsafePointer<Int32>?,
            UnsafePointer<Int32>?, Int32
        ) -> Int32
    let sendQuery: @convention(c) (Handle, Text) -> Int32
    let flush: @convention(c) (Handle) -> Int32
    let consume: @convention(c) (Handle) -> Int32
    let isBusy: @convention(c) (Handle) -> Int32
    let result: @convention(c) (Handle) -> Handle?
    let resultStatus: @convention(c) (Handle?) -> Int32
    let resultField: @convention(c) (Handle?, Int32) -> Text?
    let rowCount: @convention(c) (Handle) -> Int32
    let columnCount: @convention(c) (Handle) -> Int32
    let columnType: @convention(c) (Handle, Int32) -> UInt32
    let value: @convention(c) (Handle, Int32, Int32) -> Text?
    let length: @convention(c) (Handle, Int32, Int32) -> Int32
    let isNull: @convention(c) (Handle, Int32, Int32) -> Int32
    let changedCount: @convention(c) (Handle) -> Text?
    let clear: @convention(c) (Handle?) -> Void
    let setNoticeReceiver: @convention(c) (Handle, Receiver?, UnsafeMutableRawPointer?) -> Receiver?

    struct ConnectionOption {
        let keyword: UnsafeMutablePointer<CChar>?
        let envvar: UnsafeMutablePointer<CChar>?
        let compiled: UnsafeMutablePointer<CChar>?
        let value: UnsafeMutablePointer<CChar>?
        let label: UnsafeMutablePointer<CChar>?
        let display: UnsafeMutablePointer<CChar>?
        let size: Int32
    }

    static let connectionIsGood: Int32 = 0
    /// The values of `PGRES_POLLING_…`.
    static let (pollFailed, pollReading, pollWriting, pollDone) = (
        Int32(0), Int32(1), Int32(2), Int32(3)
    )
    /// The values of `PGRES_…`.
    static let (commandDone, rowsReturned) = (Int32(1), Int32(2))
    /// The values of `PG_DIAG_…`.
    static let (severity, state, primary) = (Int32(86), Int32(67), Int32(77))

    /// The name of the library in every version since 1996.
    private static let name = "libpq.so.5"

    static let loaded: Result<LibPQ, PostgresError> = {
        guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
            let reason = dlerror().map { String(cString: $0) } ?? name
            return .failure(.noLibrary("\(reason); install it: apt-get install libpq5"))
        }
        do throws(PostgresError) {
            return .success(try LibPQ(library))
        } catch {
            return .failure(error)
        }
    }()

    private init(_ library: UnsafeMutableRawPointer) throws(PostgresError) {
        func function<Function>(_ name: String) throws(PostgresError) -> Function {
            guard let symbol = dlsym(library, name) else {
                throw .noLibrary("it has no function \(name)")
            }
            return unsafeBitCast(symbol, to: Function.self)
        }
        parse = try function("PQconninfoParse")
        freeOptions = try function("PQconninfoFree")
        freeMemory = try function("PQfreemem")
        start = try function("PQconnectStartParams")
        poll = try function("PQconnectPoll")
        status = try function("PQstatus")
        socket = try function("PQsocket")
        finish = try function("PQfinish")
        message = try function("PQerrorMessage")
        setNonblocking = try function("PQsetnonblocking")
        prepare = try function("PQsendPrepare")
        send = try function("PQsendQueryPrepared")
        sendQuery = try function("PQsendQuery")
        flush = try function("PQflush")
        consume = try function("PQconsumeInput")
        isBusy = try function("PQisBusy")
        result = try function("PQgetResult")
        resultStatus = try function("PQresultStatus")
        resultField = try function("PQresultErrorField")
        rowCount = try function("PQntuples")
        columnCount = try function("PQnfields")
        columnType = try function("PQftype")
        value = try function("PQgetvalue")
        length = try function("PQgetlength")
        isNull = try function("PQgetisnull")
        changedCount = try function("PQcmdTuples")
        clear = try function("PQclear")
        setNoticeReceiver = try function("PQsetNoticeReceiver")
    }
}
