import Testing

@testable import Lookup

@Suite struct SentenceSplitterTests {
    @Test(arguments: [
        ("", []),
        ("An apple", ["An apple"]),
        ("It is a fruit. It grows on trees.", ["It is a fruit.", "It grows on trees."]),
        ("Really?! Yes… No.", ["Really?!", "Yes…", "No."]),
        ("“It is red.” She ate it.", ["“It is red.”", "She ate it."]),
        (
            "A fruit, e.g. Granny Smith, costs 2.50 here. Dr. Who likes it.",
            ["A fruit, e.g. Granny Smith, costs 2.50 here.", "Dr. Who likes it."]
        ),
        ("りんごは果物です。木になります。", ["りんごは果物です。", "木になります。"]),
        ("ਸੇਬ ਇੱਕ ਫਲ ਹੈ। ਇਹ ਲਾਲ ਹੈ।", ["ਸੇਬ ਇੱਕ ਫਲ ਹੈ।", "ਇਹ ਲਾਲ ਹੈ।"]),
        ("یہ پھل ہے۔ یہ سرخ ہے۔", ["یہ پھل ہے۔", "یہ سرخ ہے۔"]),
    ])
    func findsWhereSentencesEnd(text: String, sentences: [String]) {
        #expect(SentenceSplitter.split(text) == sentences)
    }
}

@Suite struct PartialJSONTests {
    @Test(arguments: [
        (#"{"sentences":["A fru"#, #"{"sentences":["A fru"]}"#),
        (#"{"sentences":["A fruit.", "It"#, #"{"sentences":["A fruit.", "It"]}"#),
        (#"{"sentences":["A fruit."#, #"{"sentences":["A fruit."]}"#),
        (#"{"sentences":["A \"#, #"{"sentences":["A "]}"#),
        (#"{"sentences":["A \u00e"#, #"{"sentences":["A "]}"#),
        (#"{"sentences":["A"],"wordTy"#, #"{"sentences":["A"]}"#),
        (#"{"sentences":["A"],"wordType":"#, #"{"sentences":["A"]}"#),
        (#"{"translations":{"fi":"omena","fr"#, #"{"translations":{"fi":"omena"}}"#),
        (#"{"a":"b"}"#, #"{"a":"b"}"#),
        ("", ""),
        ("nothing like it", ""),
        (String(repeating: "[", count: 200_000), ""),
    ])
    func closesOpenValues(text: String, closed: String) {
        #expect(PartialJSON.closed(text) == closed)
    }
}
