/// Letters of both texts that belong together, right or wrong; an empty range where one of them has nothing.
struct Slip {
    let kind: Difference.Kind
    let typed: Range<Int>
    let expected: Range<Int>
}
