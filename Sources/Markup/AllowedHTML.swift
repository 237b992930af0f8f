enum AllowedHTML {
    /// Elements removed with their content, because they run, load, embed or submit something, or do not contain text.
    static let runs: Set = [
        "annotation-xml", "applet", "area", "audio", "base", "basefont", "bgsound", "button",
        "canvas", "datalist", "embed", "frame", "frameset", "iframe", "input", "keygen", "link",
        "listing", "map", "meta", "noembed", "noframes", "noscript", "object", "optgroup", "option",
        "param", "plaintext", "portal", "script", "select", "slot", "source", "style", "svg",
        "template", "textarea", "title", "track", "video", "xmp",
    ]

    /// Allowed elements, each with its specific attributes.
    static let elements: [String: Set<String>] = {
        var elements: [String: Set<String>] = [
            "a": ["href"],
            "col": ["span", "width"],
            "colgroup": ["span", "width"],
            "details": ["open"],
            "font": ["color", "face", "size"],
            "hr": ["width", "size", "color"],
            "li": ["value"],
            "ol": ["start", "type", "reversed"],
            "table": ["border", "cellpadding", "cellspacing", "width", "bgcolor"],
            "td": cell,
            "th": cell.union(["scope"]),
            "time": ["datetime"],
            "tr": ["bgcolor", "valign"],
            "ul": ["type"],
            // Elements that card templates generate and the page's script draws.
            "omena-hint": ["label"],
            "omena-shape": ["kind", "role", "points", "angle", "text", "size"],
            "omena-tts": ["tag", "text"],
            "omena-type": ["answer", "field", "loose"],
        ]
        for name in plain { elements[name] = [] }
        return elements
    }()

    private static let cell: Set = [
        "colspan", "rowspan", "width", "height", "bgcolor", "valign", "nowrap",
    ]

    private static let plain = [
        "abbr", "acronym", "address", "article", "aside", "b", "bdi", "bdo", "big", "blockquote",
        "br", "caption", "center", "cite", "code", "dd", "del", "dfn", "dir", "div", "dl", "dt",
        "em", "figcaption", "figure", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "header",
        "hgroup", "i", "ins", "kbd", "main", "mark", "nav", "nobr", "p", "pre", "q", "rb", "rp",
        "rt", "rtc", "ruby", "s", "samp", "section", "small", "span", "strike", "strong", "sub",
        "summary", "sup", "tbody", "tfoot", "thead", "tt", "u", "var", "wbr",
    ]

    /// Attributes allowed on every element.
    static let attributes: Set = [
        "align", "class", "data-ordinal", "dir", "id", "lang", "title",
    ]

    /// The maximum size of an attribute's value in bytes.
    static let maximumValueSize = 8_192
}
