/// Letters of both texts that correspond, equal or not; a range is empty where one text has no counterpart.
struct AlignmentSegment {
    let kind: Difference.Kind
    let typed: Range<Int>
    let expected: Range<Int>
}
