extension WordNet {
    /// Whether the word belongs to the grammar, which WordNet leaves out: its “he” is helium, and its “in” an inch.
    package static func isFunctionWord(_ word: String) -> Bool {
        lemma(word).map(functionWords.contains) ?? false
    }

    /// Pronouns, articles, conjunctions, prepositions, and forms of “be” and other auxiliary verbs that are also the names of something else.
    private static let functionWords = Set(
        """
        i me my mine myself you your yours yourself yourselves he him his himself she her hers herself
        it its itself we us our ours ourselves they them their theirs themselves
        who whom whose which what this that these those someone somebody anyone anybody
        a an the and or nor but if as than because although though unless while whereas
        am are at by for from in into of on onto to with without
        can could may might must ought shall should will would
        """.split(whereSeparator: \.isWhitespace).map(String.init)
    )
}
