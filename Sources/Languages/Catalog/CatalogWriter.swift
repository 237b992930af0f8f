internal import JSON

/// Writes the values of a file: unchanged ones byte for byte, new ones in the layout of their neighbours.
struct CatalogWriter {
    private(set) var output: [UInt8] = []
    private let original: [UInt8]
    private let newline: [UInt8]
    private let indent: [UInt8]
    private let colon: [UInt8]

    /// Takes the layout of new values from the first member of the file.
    init(original: [UInt8], root: JSONNode) {
        self.original = original
        output.reserveCapacity(original.count + original.count / 8)
        guard let first = root.members?.first else { preconditionFailure("A catalog has members") }
        let lead = original[root.range.lowerBound + 1..<first.keyRange.lowerBound]
        let lastBreak = lead.lastIndex(of: UInt8(ascii: "\n"))
        newline =
            lastBreak == nil
            ? [] : lead.contains(UInt8(ascii: "\r")) ? Array("\r\n".utf8) : Array("\n".utf8)
        indent = lastBreak.map { Array(lead[($0 + 1)...]) } ?? []
        colon = Array(original[first.keyRange.upperBound..<first.value.range.lowerBound])
    }

    mutating func write(_ piece: CatalogPiece, depth: Int) {
        switch piece {
        case .unchanged(let node): output += original[node.range]
        case .string(let text): output.append(quoted: text)
        case .number(let number): output += String(number).utf8
        case .object(let members, let old):
            guard let old, let oldMembers = old.members, !oldMembers.isEmpty else {
                return write(new: members, depth: depth)
            }
            write(members, in: old, oldMembers, depth: depth)
        }
    }

    private mutating func write(new members: [CatalogPiece.Member], depth: Int) {
        output.append(UInt8(ascii: "{"))
        for (index, member) in members.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            breakLine(depth + 1)
            write(member, depth: depth + 1)
        }
        // Xcode writes an empty line in an empty object.
        if members.isEmpty { output += newline }
        breakLine(depth)
        output.append(UInt8(ascii: "}"))
    }

    /// Old members keep the space before them; new ones get the space before the first.
    private mutating func write(
        _ members: [CatalogPiece.Member],
        in old: JSONNode,
        _ oldMembers: [JSONNode.Member],
        depth: Int
    ) {
        let leads = leads(of: oldMembers, in: old)
        output.append(UInt8(ascii: "{"))
        for (position, member) in members.enumerated() {
            if position > 0 { output.append(UInt8(ascii: ",")) }
            let index = member.index ?? 0
            output += original[leads[index]]
            if let index = member.index {
                let old = oldMembers[index]
                output += original[old.keyRange.lowerBound..<old.value.range.lowerBound]
                write(member.value, depth: depth + 1)
                if index + 1 < oldMembers.count {
                    output += original[old.value.range.upperBound..<leads[index + 1].lowerBound - 1]
                }
            } else {
                write(member, depth: depth + 1)
            }
        }
        let end = oldMembers[oldMembers.count - 1].value.range.upperBound
        output += original[end..<old.range.upperBound]
    }

    /// The space before each member, from the brace or comma on.
    private func leads(of members: [JSONNode.Member], in object: JSONNode) -> [Range<Int>] {
        var leads: [Range<Int>] = []
        leads.reserveCapacity(members.count)
        var start = object.range.lowerBound + 1
        for member in members {
            let space = original[start..<member.keyRange.lowerBound]
            if let comma = space.firstIndex(of: UInt8(ascii: ",")) { start = comma + 1 }
            leads.append(start..<member.keyRange.lowerBound)
            start = member.value.range.upperBound
        }
        return leads
    }

    private mutating func write(_ member: CatalogPiece.Member, depth: Int) {
        output.append(quoted: member.key)
        output += colon
        write(member.value, depth: depth)
    }

    private mutating func breakLine(_ depth: Int) {
        output += newline
        for _ in 0..<depth { output += indent }
    }
}
