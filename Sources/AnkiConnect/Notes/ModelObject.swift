internal import JSON
internal import Library
internal import Notes

extension ConnectCall {
    /// A whole note type as Anki stores it; what came from Anki and is not used here is as it was.
    func object(of type: NoteType) throws -> ConnectValue {
        let stored = type.anki.flatMap { JSONValue($0.utf8) } ?? .object([:])
        let isCloze = if case .cloze = type.cards { true } else { false }
        let names = try fieldNames(of: type)
        var members: [ConnectValue.Member] = [
            .init("id", .integer(try library.numbers(ofTypes: [type.id])[type.id] ?? 0)),
            .init("name", .string(type.name)),
            .init("type", isCloze ? 1 : 0),
            .init("mod", .integer(service.dependencies.now().milliseconds / 1_000)),
            .init("usn", -1),
            .init("sortf", .integer(Int64(stored["sortf"]?.whole ?? 0))),
            .init("did", .null),
            .init(
                "tmpls",
                .list(
                    type.templates.enumerated().map { index, template in
                        [
                            "name": .string(template.name), "ord": .integer(Int64(index)),
                            "qfmt": .string(template.front), "afmt": .string(template.back),
                            "bqfmt": "", "bafmt": "", "did": .null, "bfont": "", "bsize": 0,
                        ]
                    }
                )
            ),
            .init(
                "flds",
                .list(
                    names.enumerated().map { index, name in
                        [
                            "name": .string(name), "ord": .integer(Int64(index)),
                            "sticky": false, "rtl": false, "font": "Arial", "size": 20,
                            "description": "", "plainText": false, "collapsed": false,
                            "excludeFromSearch": false,
                        ]
                    }
                )
            ),
            .init("css", .string(type.css)),
            .init("latexPre", .string(stored["latexPre"]?.text ?? Self.latexStart)),
            .init("latexPost", .string(stored["latexPost"]?.text ?? "\\end{document}")),
            .init("latexsvg", false),
            .init("req", []),
        ]
        if let stock = stored["originalStockKind"]?.whole {
            members.append(.init("originalStockKind", .integer(Int64(stock))))
        }
        return .object(members)
    }

    private static let latexStart = """
        \\documentclass[12pt]{article}
        \\special{papersize=3in,5in}
        \\usepackage[utf8]{inputenc}
        \\usepackage{amssymb,amsmath}
        \\pagestyle{empty}
        \\setlength{\\parindent}{0in}
        \\begin{document}

        """
}

extension NoteType {
    /// The style sheet that Anki gives to note types without one.
    static let stockSheet = """
        .card {
            font-family: arial;
            font-size: 20px;
            line-height: 1.5;
            text-align: center;
            color: black;
            background-color: white;
        }

        """
}
