/// The lists of allowed CSS.
///
/// They exclude what loads files, intercepts gestures, or affects the page outside of the card.
enum AllowedStyles {
    /// Functional pseudo-classes.
    static let selectors: Set = [
        "dir", "has", "is", "lang", "not", "nth-child", "nth-last-child", "nth-last-of-type",
        "nth-of-type", "where",
    ]

    /// Functions in values; `url` is handled separately.
    static let functions: Set = [
        "abs", "acos", "asin", "atan", "atan2", "attr", "blur", "brightness", "calc", "circle",
        "clamp", "color", "color-mix", "conic-gradient", "contrast", "cos", "counter", "counters",
        "cubic-bezier", "drop-shadow", "ellipse", "exp", "fit-content", "grayscale", "hsl", "hsla",
        "hue-rotate", "hwb", "hypot", "inset", "invert", "lab", "lch", "light-dark", "linear",
        "linear-gradient", "log", "matrix", "matrix3d", "max", "min", "minmax", "mod", "oklab",
        "oklch", "opacity", "path", "perspective", "polygon", "pow", "radial-gradient", "rect",
        "rem", "repeat", "repeating-conic-gradient", "repeating-linear-gradient",
        "repeating-radial-gradient", "rgb", "rgba", "rotate", "rotate3d", "rotatex", "rotatey",
        "rotatez", "round", "saturate", "scale", "scale3d", "scalex", "scaley", "scalez", "sepia",
        "sign", "sin", "skew", "skewx", "skewy", "sqrt", "steps", "tan", "translate", "translate3d",
        "translatex", "translatey", "translatez", "var", "xywh",
    ]

    /// Properties, in addition to custom ones that begin with `--`.
    static let properties: Set<String> = {
        var all = plain
        let edges = [
            "top", "right", "bottom", "left", "block-start", "block-end", "inline-start",
            "inline-end", "block", "inline",
        ]
        for edge in edges {
            all.formUnion(["margin-\(edge)", "padding-\(edge)", "inset-\(edge)", "border-\(edge)"])
            for part in ["color", "style", "width"] { all.insert("border-\(edge)-\(part)") }
        }
        let corners = [
            "top-left", "top-right", "bottom-left", "bottom-right", "start-start", "start-end",
            "end-start", "end-end",
        ]
        for corner in corners {
            all.insert("border-\(corner)-radius")
        }
        return all
    }()

    private static let plain: Set<String> = [
        "accent-color", "align-content", "align-items", "align-self", "animation",
        "animation-delay", "animation-direction", "animation-duration", "animation-fill-mode",
        "animation-iteration-count", "animation-name", "animation-play-state",
        "animation-timing-function", "appearance", "aspect-ratio", "backface-visibility",
        "background", "background-attachment", "background-blend-mode", "background-clip",
        "background-color", "background-image", "background-origin", "background-position",
        "background-position-x", "background-position-y", "background-repeat", "background-size",
        "block-size", "border", "border-collapse", "border-color", "border-image",
        "border-image-outset", "border-image-repeat", "border-image-slice", "border-image-source",
        "border-image-width", "border-radius", "border-spacing", "border-style", "border-width",
        "bottom", "box-decoration-break", "box-shadow", "box-sizing", "break-after",
        "break-before", "break-inside", "caption-side", "caret-color", "clear", "clip",
        "clip-path", "color", "color-scheme", "column-count", "column-fill", "column-gap",
        "column-rule", "column-rule-color", "column-rule-style", "column-rule-width",
        "column-span", "column-width", "columns", "content", "counter-increment",
        "counter-reset", "counter-set", "cursor", "direction", "display", "empty-cells", "filter",
        "flex", "flex-basis", "flex-direction", "flex-flow", "flex-grow", "flex-shrink",
        "flex-wrap", "float", "font", "font-family", "font-feature-settings", "font-kerning",
        "font-optical-sizing", "font-size", "font-size-adjust", "font-stretch", "font-style",
        "font-synthesis", "font-variant", "font-variant-alternates", "font-variant-caps",
        "font-variant-east-asian", "font-variant-ligatures", "font-variant-numeric",
        "font-variant-position", "font-variation-settings", "font-weight", "gap", "grid",
        "grid-area", "grid-auto-columns", "grid-auto-flow", "grid-auto-rows", "grid-column",
        "grid-column-end", "grid-column-gap", "grid-column-start", "grid-gap", "grid-row",
        "grid-row-end", "grid-row-gap", "grid-row-start", "grid-template", "grid-template-areas",
        "grid-template-columns", "grid-template-rows", "hanging-punctuation", "height", "hyphens",
        "image-orientation", "image-rendering", "initial-letter", "inline-size", "inset",
        "isolation", "justify-content", "justify-items", "justify-self", "left",
        "letter-spacing", "line-break", "line-height", "list-style", "list-style-image",
        "list-style-position", "list-style-type", "margin", "mask", "mask-clip", "mask-composite",
        "mask-image", "mask-mode", "mask-origin", "mask-position", "mask-repeat", "mask-size",
        "max-block-size", "max-height", "max-inline-size", "max-width", "min-block-size",
        "min-height", "min-inline-size", "min-width", "mix-blend-mode", "object-fit",
        "object-position", "opacity", "order", "orphans", "outline", "outline-color",
        "outline-offset", "outline-style", "outline-width", "overflow", "overflow-wrap",
        "overflow-x", "overflow-y", "padding", "page-break-after", "page-break-before",
        "page-break-inside", "perspective", "perspective-origin", "place-content", "place-items",
        "place-self", "pointer-events", "position", "quotes", "resize", "right", "rotate",
        "row-gap", "ruby-align", "ruby-position", "scale", "shape-margin", "shape-outside",
        "tab-size", "table-layout", "text-align", "text-align-last", "text-combine-upright",
        "text-decoration", "text-decoration-color", "text-decoration-line",
        "text-decoration-skip-ink", "text-decoration-style", "text-decoration-thickness",
        "text-emphasis", "text-emphasis-color", "text-emphasis-position", "text-emphasis-style",
        "text-indent", "text-justify", "text-orientation", "text-overflow", "text-rendering",
        "text-shadow", "text-transform", "text-underline-offset", "text-underline-position",
        "text-wrap", "top", "transform", "transform-box", "transform-origin", "transform-style",
        "transition", "transition-delay", "transition-duration", "transition-property",
        "transition-timing-function", "translate", "unicode-bidi", "vertical-align", "visibility",
        "white-space", "widows", "width", "word-break", "word-spacing", "word-wrap",
        "writing-mode", "z-index", "zoom", "-webkit-background-clip", "-webkit-box-orient",
        "-webkit-font-smoothing", "-webkit-line-clamp", "-webkit-text-fill-color",
        "-webkit-text-stroke", "-webkit-text-stroke-color", "-webkit-text-stroke-width",
    ]
}
