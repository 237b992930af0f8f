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

    /// Goes back to the latest `anything` alone, which is enough: time is at most the product of both lengths.
    func matches<Elements: RandomAccessCollection>(
        _ elements: Elements,
        by areEqual: (Element, Elements.Element) -> Bool
    ) -> Bool {
        var place = elements.startIndex
        var item = 0
        var retry: (item: Int, place: Elements.Index)?
        while place < elements.endIndex {
            if item < items.count {
                if case .anything = items[item] {
                    retry = (item + 1, place)
                    item += 1
                    continue
                }
                if case .one(let element) = items[item], areEqual(element, elements[place]) {
                    item += 1
                    elements.formIndex(after: &place)
                    continue
                }
            }
            guard let last = retry else { return false }
            place = elements.index(after: last.place)
            retry = (last.item, place)
            item = last.item
        }
        while item < items.count, case .anything = items[item] { item += 1 }
        return item == items.count
    }
}
