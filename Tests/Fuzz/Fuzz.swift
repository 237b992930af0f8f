import Glibc

/// libFuzzer's entry point: passes the bytes to the parser that `OMENA_FUZZ` names.
///
/// A finding is a crash: of the parser, or of a `precondition` on its result.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    parser(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}

private let parser: @Sendable ([UInt8]) -> Void = {
    let name = getenv("OMENA_FUZZ").map { String(cString: $0) } ?? ""
    guard let parser = parsers[name] else {
        fatalError("OMENA_FUZZ names none of \(parsers.keys.sorted().joined(separator: ", "))")
    }
    return parser
}()
