/// A script of India: each consonant carries a short a, unless a sign says otherwise, and not every a is spoken.
struct Abugida: Sendable {
    /// Vowels that stand by themselves.
    var vowels: [Unicode.Scalar: String]
    /// Vowels that are signs on a consonant.
    var signs: [Unicode.Scalar: String]
    var consonants: [Unicode.Scalar: String]
    /// Consonants with a dot below.
    var dotted: [Unicode.Scalar: String]
    var dot: Unicode.Scalar
    /// Takes the vowel from a consonant.
    var virama: Unicode.Scalar
    /// Makes the vowel before it nasal, with what is written where no consonant follows that gives it a place.
    var nasals: [Unicode.Scalar: String]
    /// Doubles the consonant after it.
    var doubling: Unicode.Scalar? = nil
    /// Marks and digits.
    var marks: [Unicode.Scalar: String]
    /// Words that the rules of the spoken vowel get wrong, as they come out of them.
    var exceptions: [String: String]

    private enum Sound: Hashable {
        case consonant(String)
        case vowel(String)
        /// The short a that is not written.
        case schwa
        case nasal(String)
        /// The first half of a double consonant.
        case double
    }

    func romanized(_ text: String) -> Transliteration? {
        var result = Transliteration("")
        var word = String.UnicodeScalarView()
        for scalar in text.unicodeScalars + [" "] {
            if isLetter(scalar) {
                word.append(scalar)
                continue
            }
            guard let mark = marks[scalar] ?? (Character(scalar).staysAsItIs ? String(scalar) : nil)
            else { return nil }
            if !word.isEmpty {
                guard let readings = readings(of: word), let first = readings.first else {
                    return nil
                }
                result.text += first
                if readings.count > 1 {
                    result.doubts.append(.init(text: String(word), readings: readings))
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

    /// How a word may be read, the likeliest first; nil where its letters follow no order.
    private func readings(of word: String.UnicodeScalarView) -> [String]? {
        guard var sounds = sounds(of: word) else { return nil }
        dropFinalSchwa(&sounds)
        dropSchwaOfInfinitive(&sounds)
        let likely = latin(droppingSchwas(of: sounds, fromTheEnd: true))
        if let exception = exceptions[likely] { return [exception] }
        // Before an h an a is as often spoken as not, upahār beside sarhad, and no rule says where.
        let breathed = latin(droppingSchwas(of: sounds, fromTheEnd: true, beforeH: false))
        if breathed != likely { return [breathed, likely] }
        let other = latin(droppingSchwas(of: sounds, fromTheEnd: false))
        // Infinitives and participles end in a syllable that is added to the word: there the end decides.
        let ending = likely.suffix(2)
        guard other != likely, !["nā", "ṇā", "tā", "tī", "dā", "dī", "ne", "te"].contains(ending)
        else {
            return [likely] + readingsWithPrefix(sounds, likely)
        }
        // Of nouns the front does more often: haspatāl.
        return [other, likely]
    }

    /// A word that begins with a may have it put before: असफल is a-saphal.
    private func readingsWithPrefix(_ sounds: [Sound], _ likely: String) -> [String] {
        guard sounds.count > 5, sounds[0] == .vowel("a"), sounds[2] == .schwa,
            case .consonant = sounds[3]
        else { return [] }
        let apart = "a" + latin(droppingSchwas(of: Array(sounds.dropFirst()), fromTheEnd: true))
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
                // An h under another consonant is its breath, not a second one: paṛhnā.
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
                guard let last = sounds.last, last != .double else { return nil }
                if case .consonant = last { return nil }
                if case .nasal = last { return nil }
                sounds.append(.nasal(nasal))
            } else if scalar == doubling {
                guard !sounds.isEmpty else { return nil }
                sounds.append(.double)
            } else {
                return nil
            }
        }
        return sounds.last == .double ? nil : sounds
    }

    private func composed(_ base: Unicode.Scalar) -> String? {
        // Swift compares text as Unicode means it: a dotted letter and its two parts are the same.
        let parts = String(String.UnicodeScalarView([base, dot]))
        return dotted.first { String($0.key) == parts }?.value
    }

    /// The a at the end of a word is not spoken, but after two consonants that could not be said without it.
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

    /// After a double consonant the a stays, but not before the ending of a verb: pucchṇā.
    private func dropSchwaOfInfinitive(_ sounds: inout [Sound]) {
        let ending = sounds.suffix(5)
        guard ending.count == 5, ending.first == .double, ending.last == .vowel("ā") else { return }
        let schwa = sounds.count - 3
        guard sounds[schwa] == .schwa,
            [.consonant("ṇ"), .consonant("n")].contains(sounds[schwa + 1])
        else { return }
        sounds.remove(at: schwa)
    }

    /// An a between a vowel with one consonant and a consonant with a vowel is not spoken (Ohala's rule).
    private func droppingSchwas(
        of sounds: [Sound],
        fromTheEnd: Bool,
        beforeH: Bool = true
    ) -> [Sound] {
        var sounds = sounds
        let places = Array(sounds.indices)
        var dropped: Set<Int> = []
        for place in fromTheEnd ? places.reversed() : places where sounds[place] == .schwa {
            let before = neighbours(of: place, in: sounds, dropped, step: -1)
            let after = neighbours(of: place, in: sounds, dropped, step: 1)
            let isBreathed = place + 1 < sounds.count && sounds[place + 1] == .consonant("h")
            if before, after, beforeH || !isBreathed { dropped.insert(place) }
        }
        sounds = places.filter { !dropped.contains($0) }.map { sounds[$0] }
        return sounds
    }

    /// Whether on this side one consonant stands, and then a vowel.
    private func neighbours(of place: Int, in sounds: [Sound], _ dropped: Set<Int>, step: Int)
        -> Bool
    {
        var rest: [Sound] = []
        var index = place + step
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
            // The moon with a dot is nasal on any consonant's ground: ām̐kh.
            case .nasal(let free): latin += (free == "ṁ" ? Self.nasal(before: next) : nil) ?? free
            // Of an aspirate only the stop is doubled: akkh.
            case .double:
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
