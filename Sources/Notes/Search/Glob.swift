/// Matches a whole sequence against one in which some items stand for any number of elements.
struct Glob<Element: Hashable & Sendable>: Hashable, Sendable {
    enum Item: Hashable, Sendable {
        case one(Element)
        case anything
    }

    let items: [Item]

    init(_ items: [Item]) { self.items = items }

    func matches(_ elements: some RandomAccessCollection<Element>) -> Bool {
        matches(elements, by: ==)
    }

    /// Backtracks to the latest `anything` only, which is sufficient, so time is at most the product of both lengths.
    func matches<Elements: RandomAccessCollection>(
        _ elements: Elements,
        by areEqual: (Element, Elements.Element) -> Bool
    ) -> Bool {
        var position = elements.startIndex
        var item = 0
        var retry: (item: Int, position: Elements.Index)?
        while position < elements.endIndex {
            if item < items.count {
                if case .anything = items[item] {
                    retry = (item + 1, position)
                    item += 1
                    continue
                }
                if case .one(let element) = items[item], areEqual(element, elements[position]) {
                    item += 1
                    elements.formIndex(after: &position)
                    continue
                }
            }
            guard let last = retry else { return false }
            position = elements.index(after: last.position)
            retry = (last.item, position)
            item = last.item
        }
        while item < items.count, case .anything = items[item] { item += 1 }
        return item == items.count
    }
}
