/// The records of a text, whatever its layout.
struct TextRecords: Sequence, IteratorProtocol {
    private let layout: TextLayout
    private var table: DelimitedText

    init(_ text: [UInt8], layout: TextLayout, from start: (offset: Int, line: Int)) {
        self.layout = layout
        let separator = if case .table(let separator) = layout { separator } else { Separator.tab }
        table = DelimitedText(text, separator: separator, from: start)
    }

    mutating func next() -> DelimitedText.Record? {
        switch layout {
        case .table: return table.next()
        case .pairs(let mark):
            guard let line = table.nextLine(skippingEmpty: true) else { return nil }
            return DelimitedText.Record(line: line.number, fields: mark.fields(line.text))
        case .blocks:
            guard let first = table.nextLine(skippingEmpty: true) else { return nil }
            var rest: [String] = []
            while let line = table.nextLine(skippingEmpty: false), !line.text.isEmpty {
                rest.append(line.text)
            }
            let meaning = rest.isEmpty ? [] : [rest.joined(separator: "\n")]
            return DelimitedText.Record(line: first.number, fields: [first.text] + meaning)
        }
    }
}
