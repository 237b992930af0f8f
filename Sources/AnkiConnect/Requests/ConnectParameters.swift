/// The parameters of an action, or the members of an object in them, each checked when it is used.
struct ConnectParameters {
    private let members: [ConnectValue.Member]
    /// The name of the action for error messages; nil for an object inside.
    private let action: String?

    init(_ members: [ConnectValue.Member], of action: String? = nil) {
        self.members = members
        self.action = action
    }

    init(_ value: ConnectValue, called name: String) throws(ConnectError) {
        guard let members = value.members else {
            throw ConnectError("\(name) must be an object, not \(value.printed)")
        }
        self.init(members)
    }

    /// Refuses parameters of other names.
    func check(_ known: [String]) throws(ConnectError) {
        guard let other = members.first(where: { !known.contains($0.name) }) else { return }
        throw ConnectError(
            "\(action ?? "")() got an unexpected keyword argument '\(other.name.prefix(80))'"
        )
    }

    /// Nil where it is missing or null.
    subscript(_ name: String) -> ConnectValue? {
        guard let value = members.first(where: { $0.name == name })?.value, value != .null else {
            return nil
        }
        return value
    }

    func has(_ name: String) -> Bool { members.contains { $0.name == name } }

    func value(_ name: String) throws(ConnectError) -> ConnectValue {
        if let value = self[name] { return value }
        guard let action else { throw ConnectError("'\(name)'") }
        throw ConnectError("\(action)() missing 1 required positional argument: '\(name)'")
    }

    func text(_ name: String) throws(ConnectError) -> String {
        let value = try value(name)
        guard let text = value.text else {
            throw ConnectError("\(name) must be a string, not \(value.printed)")
        }
        return text
    }

    func text(ifGiven name: String) throws(ConnectError) -> String? {
        self[name] == nil ? nil : try text(name)
    }

    func object(_ name: String) throws(ConnectError) -> ConnectParameters {
        try ConnectParameters(try value(name), called: name)
    }

    func list(_ name: String) throws(ConnectError) -> [ConnectValue] {
        let value = try value(name)
        guard let elements = value.elements else {
            throw ConnectError("\(name) must be a list, not \(value.printed)")
        }
        return elements
    }

    func texts(_ name: String) throws(ConnectError) -> [String] {
        try list(name).map { value throws(ConnectError) in
            guard let text = value.text else {
                throw ConnectError("\(name) must be a list of strings, not \(value.printed)")
            }
            return text
        }
    }

    /// Numbers, or strings of digits; anything else names nothing.
    func ids(_ name: String) throws(ConnectError) -> [Int64] {
        let ids = try list(name).map { $0.id ?? -1 }
        guard ids.count <= Self.mostIDs else {
            throw ConnectError("\(name) has more than \(Self.mostIDs) elements")
        }
        return ids
    }

    private static let mostIDs = 1_000_000

    func id(_ name: String) throws(ConnectError) -> Int64 {
        let value = try value(name)
        guard let id = value.id else {
            throw ConnectError("\(name) must be a number, not \(value.printed)")
        }
        return id
    }

    /// Programs write 0 and 1 too.
    func flag(_ name: String, default usual: Bool = false) throws(ConnectError) -> Bool {
        switch self[name] {
        case nil: return usual
        case .boolean(let flag)?: return flag
        case .integer(let number)?: return number != 0
        case let other?: throw ConnectError("\(name) must be a boolean, not \(other.printed)")
        }
    }
}
