/// One request, or one action of a `multi`, as it was sent.
package struct ConnectRequest: Sendable {
    package let action: String
    /// Determines the shape of the reply.
    package let version: Int64
    package let parameters: [ConnectValue.Member]
    package let key: String?

    /// The version that requests without one have.
    static let oldestVersion: Int64 = 4

    /// - Throws: What is wrong with it, in words that programs know.
    init(_ value: ConnectValue) throws(ConnectError) {
        guard let members = value.members else {
            throw ConnectError("\(value.printed) is not of type 'object'")
        }
        func member(_ name: String) -> ConnectValue? { members.first { $0.name == name }?.value }
        guard let action = member("action") else {
            throw ConnectError("'action' is a required property")
        }
        guard let action = action.text else {
            throw ConnectError("\(action.printed) is not of type 'string'")
        }
        guard !action.isEmpty else { throw ConnectError("'' is too short") }
        self.action = action
        switch member("version") {
        case nil, .null?: version = Self.oldestVersion
        case .integer(let number)?: version = number
        case let other?: throw ConnectError("\(other.printed) is not of type 'integer'")
        }
        switch member("params") {
        case nil, .null?: parameters = []
        case .object(let members)?: parameters = members
        case .list(let elements)? where elements.isEmpty: parameters = []
        case let other?: throw ConnectError("\(other.printed) is not of type 'object'")
        }
        key = member("key")?.text
    }

    /// Parses the body of a request.
    package init(json bytes: [UInt8]) throws(ConnectError) {
        try self.init(ConnectValue(json: bytes))
    }

    func reply(_ result: Result<ConnectValue, ConnectError>) -> ConnectValue {
        switch result {
        case .success(let value):
            version <= Self.oldestVersion ? value : ["result": value, "error": .null]
        case .failure(let error): Self.reply(error)
        }
    }

    /// The reply to a request that failed, which is the same for all versions.
    static func reply(_ error: ConnectError) -> ConnectValue {
        ["result": .null, "error": .string(error.text)]
    }
}
