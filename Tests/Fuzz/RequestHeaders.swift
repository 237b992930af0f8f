import AnkiConnect
import Languages

@testable import HTTP
@testable import Server

/// Reads the values of a head's headers, one a line, as everything does that looks at them.
func readHeaders(_ bytes: [UInt8]) {
    var headers = Headers()
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
        let parts = line.split(separator: ":", maxSplits: 1)
        if parts.count == 2 { headers.append(String(parts[0]), String(parts[1])) }
    }
    headers.trimValues()
    _ = try? HeadRules.check(headers, isVersion11: true, authority: nil)
    _ = headers.acceptGzip
    let tag = EntityTag("tag")
    _ = tag.isNamed(in: headers)
    _ = tag.allowsRange(in: headers)
    for size in [0, 1, 1_000] {
        guard case .part(let range) = ByteRange(headers["Range"], size: size) else { continue }
        precondition(!range.isEmpty && range.lowerBound >= 0 && range.upperBound <= size)
    }
    _ = headers["Accept-Language"].flatMap { InterfaceLanguage.preferred(by: $0) }
    guard let target = try? RequestTarget("/") else {
        preconditionFailure("It is an address.")
    }
    let head = RequestHead(target: target, headers: headers)
    if let client = ForwardedClient(head) {
        var again = RequestHead(target: target)
        again.headers[ForwardedClient.header] = client.text
        precondition(ForwardedClient(again) == client)
    }
    _ = ConnectCaller(head)
    let request = Request(head)
    _ = request.preference
    for carrier in [SessionCarrier.authentication, .cookie, .account] {
        _ = carrier.secrets(in: request)
    }
}
