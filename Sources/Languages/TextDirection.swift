/// The side from which a line of text is read; the raw value is what HTML's `dir` takes.
package enum TextDirection: String, Sendable {
    case leftToRight = "ltr"
    case rightToLeft = "rtl"
}
