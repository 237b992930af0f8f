/// An Indian script: each consonant has an inherent short a unless a vowel sign replaces it, and not every a is pronounced.
struct Abugida: Sendable {
    /// Independent vowel letters.
    var vowels: [Unicode.Scalar: String]
    /// Vowel signs, which follow a consonant.
    var signs: [Unicode.Scalar: String]
    var consonants: [Unicode.Scalar: String]
    /// Consonants with a nukta, the dot below.
    var dotted: [Unicode.Scalar: String]
    var dot: Unicode.Scalar
    /// Removes the inherent vowel of a consonant.
    var virama: Unicode.Scalar
    /// Signs that nasalize the preceding vowel, and their romanization if no consonant follows to assimilate to.
    var nasals: [Unicode.Scalar: String]
    /// Doubles the following consonant.
    var doubling: Unicode.Scalar? = nil
    /// Punctuation and digits.
    var marks: [Unicode.Scalar: String]
    /// Corrections of words that the rules for unpronounced vowels get wrong.
    var exceptions: [String: String]

    private enum Sound: Hashable {
        case consonant(String)
        case vowel(String)
        /// The inherent short a.
        case schwa
        case nasal(String)
        /// The first half of a double consonant.
        case gemination
    }

    func romanized(_ text: String) -> Transliteration? {
        var result = Transliteration("")
        var word = String.UnicodeScalarView()
        for scalar in text.unicodeScalars + [" "] {
            if isLetter(scalar) {
                word.append(scalar)
                continue
            }
            guard
                let mark = marks[scalar] ?? (Character(scalar).passesThrough ? String(scalar) : nil)
            else { return nil }
            if !word.isEmpty {
                guard let readings = readings(of: word), let first = readings.first else {
                    return nil
                }
                result.text += first
                if readings.count > 1 {
                    result.ambiguities.append(.init(text: String(word), readings: readings))
                }
                word.removeAll()
            }
            result.text += mark
        }
        result.text.removeLast()
        return result
    }

    private func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        vowels[scalar] != nil || signs[scalar] != nil || consonants[scalar] != nil
            || dotted[scalar] != nil || nasals[scalar] != nil || scalar == dot || scalar == virama
            || scalar == doubling
    }

    /// The possible readings of a word, the most likely first; nil if its signs are in an invalid order.
    private func readings(of word: String.UnicodeScalarView) -> [String]? {
        guard var sounds = sounds(of: word) else { return nil }
        dropFinalSchwa(&sounds)
        dropSchwaOfInfinitive(&sounds)
        let likely = latin(droppingSchwas(of: sounds, fromEnd: true))
        if let exception = exceptions[likely] { return [exception] }
        // Before h, a is pronounced about half of the time (upahār, but sarhad), and no rule tells when.
        let withSchwaBeforeH = latin(droppingSchwas(of: sounds, fromEnd: true, beforeH: false))
        if withSchwaBeforeH != likely { return [withSchwaBeforeH, likely] }
        let other = latin(droppingSchwas(of: sounds, fromEnd: false))
        // Infinitives and participles end in a suffix, so that deletion starts from their end.
        let ending = likely.suffix(2)
        guard other != likely, !["nā", "ṇā", "tā", "tī", "dā", "dī", "ne", "te"].contains(ending)
        else {
            return [likely] + readingsWithPrefix(sounds, likely)
        }
        // In nouns, deletion more often starts from the front: haspatāl.
        return [other, likely]
    }

    /// The initial a of a word may be a prefix: असफल is a-saphal.
    private func readingsWithPrefix(_ sounds: [Sound], _ likely: String) -> [String] {
        guard sounds.count > 5, sounds[0] == .vowel("a"), sounds[2] == .schwa,
            case .consonant = sounds[3]
        else { return [] }
        let apart = "a" + latin(droppingSchwas(of: Array(sounds.dropFirst()), fromEnd: true))
        return apart == likely ? [] : [apart]
    }

    private func sounds(of word: String.UnicodeScalarView) -> [Sound]? {
        var sounds: [Sound] = []
        let scalars = Array(word)
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            index += 1
            if let vowel = vowels[scalar] {
                sounds.append(.vowel(vowel))
            } else if var consonant = dotted[scalar] ?? consonants[scalar] {
                if index < scalars.count, scalars[index] == dot {
                    guard let other = composed(scalar) else { return nil }
                    consonant = other
                    index += 1
                }
                // An h joined to another consonant aspirates it and is not a second consonant: paṛhnā.
                if consonant == "h", case .consonant(let before) = sounds.last {
                    sounds[sounds.count - 1] = .consonant(before + consonant)
                } else {
                    sounds.append(.consonant(consonant))
                }
                sounds.append(.schwa)
            } else if let sign = signs[scalar] {
                guard sounds.last == .schwa else { return nil }
                sounds[sounds.count - 1] = .vowel(sign)
            } else if scalar == virama {
                guard sounds.last == .schwa else { return nil }
                sounds.removeLast()
            } else if let nasal = nasals[scalar] {
                guard let last = sounds.last, last != .gemination else { return nil }
                if case .consonant = last { return nil }
                if case .nasal = last { return nil }
                sounds.append(.nasal(nasal))
            } else if scalar == doubling {
                guard !sounds.isEmpty else { return nil }
                sounds.append(.gemination)
            } else {
                return nil
            }
        }
        return sounds.last == .gemination ? nil : sounds
    }

    private func composed(_ base: Unicode.Scalar) -> String? {
        // Strings are compared by canonical equivalence, so that a dotted letter equals its two parts.
        let parts = String(String.UnicodeScalarView([base, dot]))
        return dotted.first { String($0.key) == parts }?.value
    }

    /// The a at the end of a word is silent, except after two consonants that cannot be pronounced without it.
    private func dropFinalSchwa(_ sounds: inout [Sound]) {
        guard sounds.count > 2, sounds.last == .schwa,
            case .consonant(let last) = sounds[sounds.count - 2]
        else { return }
        if case .consonant(let before) = sounds[sounds.count - 3],
            ["y", "r", "l", "v", "n", "m", "ṇ"].contains(last),
            !["y", "r", "l", "v", "n", "m", "ṇ", "ṅ", "ñ"].contains(before)
        {
            return
        }
        sounds.removeLast()
    }

    /// After a double consonant the a is pronounced, except before a verb's ending: pucchṇā.
    private func dropSchwaOfInfinitive(_ sounds: inout [Sound]) {
        let ending = sounds.suffix(5)
        guard ending.count == 5, ending.first == .gemination, ending.last == .vowel("ā") else {
            return
        }
        let schwa = sounds.count - 3
        guard sounds[schwa] == .schwa,
            [.consonant("ṇ"), .consonant("n")].contains(sounds[schwa + 1])
        else { return }
        sounds.remove(at: schwa)
    }

    /// An a between a vowel with one consonant and a consonant with a vowel is silent (Ohala's rule).
    private func droppingSchwas(
        of sounds: [Sound],
        fromEnd: Bool,
        beforeH: Bool = true
    ) -> [Sound] {
        let indices = Array(sounds.indices)
        var dropped: Set<Int> = []
        for index in fromEnd ? indices.reversed() : indices where sounds[index] == .schwa {
            let isAfterVowel = hasConsonantAndVowel(beside: index, in: sounds, dropped, step: -1)
            let isBeforeVowel = hasConsonantAndVowel(beside: index, in: sounds, dropped, step: 1)
            let isBeforeH = index + 1 < sounds.count && sounds[index + 1] == .consonant("h")
            if isAfterVowel, isBeforeVowel, beforeH || !isBeforeH { dropped.insert(index) }
        }
        return indices.filter { !dropped.contains($0) }.map { sounds[$0] }
    }

    /// Whether the neighbours in this direction are exactly one consonant and then a vowel.
    private func hasConsonantAndVowel(
        beside schwa: Int,
        in sounds: [Sound],
        _ dropped: Set<Int>,
        step: Int
    ) -> Bool {
        var rest: [Sound] = []
        var index = schwa + step
        while sounds.indices.contains(index), rest.count < 2 {
            var isNasal = false
            if case .nasal = sounds[index] { isNasal = true }
            if !dropped.contains(index), !(isNasal && step < 0) { rest.append(sounds[index]) }
            index += step
        }
        guard rest.count == 2, case .consonant = rest[0] else { return false }
        if rest[1] == .schwa { return true }
        if case .vowel = rest[1] { return true }
        return false
    }

    private func latin(_ sounds: [Sound]) -> String {
        var latin = ""
        for (index, sound) in sounds.enumerated() {
            var next = ""
            if index + 1 < sounds.count, case .consonant(let consonant) = sounds[index + 1] {
                next = consonant
            }
            switch sound {
            case .consonant(let consonant): latin += consonant
            case .vowel(let vowel): latin += vowel
            case .schwa: latin += "a"
            // Candrabindu is not assimilated: ām̐kh.
            case .nasal(let free): latin += (free == "ṁ" ? Self.nasal(before: next) : nil) ?? free
            // Only the stop of an aspirate is doubled: akkh.
            case .gemination:
                latin += next.count > 1 && next.last == "h" ? String(next.dropLast()) : next
            }
        }
        return latin
    }

    private static func nasal(before consonant: String) -> String? {
        switch consonant {
        case "k", "kh", "g", "gh", "ṅ", "k͟h", "ġ", "q": "ṅ"
        case "c", "ch", "j", "jh", "ñ": "ñ"
        case "ṭ", "ṭh", "ḍ", "ḍh", "ṇ": "ṇ"
        case "t", "th", "d", "dh", "n": "n"
        case "p", "ph", "b", "bh", "m": "m"
        default: nil
        }
    }
}
