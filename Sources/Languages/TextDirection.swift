/// The direction of text; the raw value is that of HTML's `dir` attribute.
package enum TextDirection: String, Sendable {
    case leftToRight = "ltr"
    case rightToLeft = "rtl"
}
