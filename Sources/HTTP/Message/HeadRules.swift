/// Rules against request smuggling: no two programs may parse a request differently.
///
/// They are checked before anything else, because libmicrohttpd accepts several violations.
enum HeadRules {
    /// How the end of the body is found.
    enum Framing: Hashable {
        case none
        case length(UInt64)
        case chunked
    }

    /// - Throws: 400 for what is malformed or ambiguous, 417 and 501 for what is not supported.
    static func check(_ headers: Headers, isVersion11: Bool, authority: String?) throws(HTTPError)
        -> Framing
    {
        var host: String?
        var lengths: [UInt64] = []
        var encoding: String?
        for field in headers.fields {
            guard field.name.isToken else {
                throw HTTPError(
                    .badRequest,
                    message: "The name of a header has an invalid character."
                )
            }
            guard field.value.allBytes({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
                throw HTTPError(.badRequest, message: "A header has a control character.")
            }
            switch field.name.utf8.count {
            case 4 where field.name.isSameName(as: "Host"):
                guard host == nil else {
                    throw HTTPError(.badRequest, message: "There are two Host headers.")
                }
                host = field.value
            case 14 where field.name.isSameName(as: "Content-Length"):
                lengths.append(try length(field.value))
            case 17 where field.name.isSameName(as: "Transfer-Encoding"):
                guard encoding == nil else {
                    throw HTTPError(
                        .badRequest,
                        message: "There are two Transfer-Encoding headers."
                    )
                }
                encoding = field.value
            case 6 where field.name.isSameName(as: "Expect"):
                guard field.value.isSameName(as: "100-continue") else {
                    throw HTTPError(
                        .expectationFailed,
                        message: "Only the expectation 100-continue is supported."
                    )
                }
            default: break
            }
        }
        try checkHost(host, isRequired: isVersion11, authority: authority)
        return try framing(lengths, encoding: encoding, isVersion11: isVersion11)
    }

    private static func checkHost(_ host: String?, isRequired: Bool, authority: String?)
        throws(HTTPError)
    {
        guard let host else {
            guard !isRequired else {
                throw HTTPError(.badRequest, message: "The Host header is missing.")
            }
            return
        }
        guard authority.map({ $0.isSameName(as: host) }) ?? true else {
            throw HTTPError(.badRequest, message: "The address and the Host header differ.")
        }
    }

    private static func framing(
        _ lengths: [UInt64],
        encoding: String?,
        isVersion11: Bool
    ) throws(HTTPError) -> Framing {
        guard let encoding else {
            guard let length = lengths.first else { return .none }
            guard lengths.allSatisfy({ $0 == length }) else {
                throw HTTPError(.badRequest, message: "The Content-Length headers differ.")
            }
            return length == 0 ? .none : .length(length)
        }
        guard lengths.isEmpty else {
            throw HTTPError(
                .badRequest,
                message: "Content-Length and Transfer-Encoding exclude each other."
            )
        }
        guard isVersion11 else {
            throw HTTPError(.badRequest, message: "HTTP/1.0 has no Transfer-Encoding.")
        }
        guard encoding.isSameName(as: "chunked") else {
            throw HTTPError(
                .notImplemented,
                message: "Only the transfer encoding chunked is supported."
            )
        }
        return .chunked
    }

    private static func length(_ text: String) throws(HTTPError) -> UInt64 {
        guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
            let length = UInt64(text)
        else { throw HTTPError(.badRequest, message: "The Content-Length is not a number.") }
        return length
    }
}
