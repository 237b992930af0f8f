import Testing

/// The nodes that lie on a cycle of a directed graph or lead to one, sorted.
///
/// Removes nodes that point to no remaining node until there are no more of them.
func nodesLeadingToCycles(_ graph: [String: Set<String>]) -> [String] {
    var graph = graph
    while let leaf = graph.first(where: { $0.value.isDisjoint(with: graph.keys) }) {
        graph[leaf.key] = nil
    }
    return graph.keys.sorted()
}

struct CycleTests {
    @Test func findsACycleAndWhatLeadsToIt() {
        let imports: [String: Set<String>] = ["a": ["b"], "b": ["c"], "c": ["b", "d"], "d": []]

        #expect(nodesLeadingToCycles(imports) == ["a", "b", "c"])
    }
}
