internal import Languages
internal import Library
internal import LibraryValues
internal import Notes

extension ConnectAction {
    static let models: [String: ConnectAction] = [
        "modelNames": ConnectAction { call in
            .list(try call.library.types().map { .string($0.name) })
        },
        "modelNamesAndIds": ConnectAction { call in
            let types = try call.library.types()
            let numbers = try call.library.numbers(ofTypes: types.map(\.id))
            return .object(types.map { .init($0.name, .integer(numbers[$0.id] ?? 0)) })
        },
        "modelNameFromId": ConnectAction("modelId") { call in
            .string(try call.model(numbered: try call.parameters.id("modelId")).name)
        },
        "modelFieldNames": ConnectAction("modelName") { call in
            .list(try call.fieldNames(of: try call.model()).map { .string($0) })
        },
        "modelFieldDescriptions": ConnectAction("modelName") { call in
            .list(try call.fieldNames(of: try call.model()).map { _ in "" })
        },
        "modelFieldFonts": ConnectAction("modelName") { call in
            .object(
                try call.fieldNames(of: try call.model()).map {
                    .init($0, ["font": "Arial", "size": 20])
                }
            )
        },
        "modelFieldsOnTemplates": ConnectAction("modelName") { call in
            let type = try call.model()
            let names = try call.fieldNames(of: type)
            func used(in template: String) -> ConnectValue {
                .list(TemplateFields.names(in: template, among: names).map { .string($0) })
            }
            return .object(
                type.templates.map { .init($0.name, [used(in: $0.front), used(in: $0.back)]) }
            )
        },
        "modelTemplates": ConnectAction("modelName") { call in
            .object(
                try call.model().templates.map {
                    .init($0.name, ["Front": .string($0.front), "Back": .string($0.back)])
                }
            )
        },
        "modelStyling": ConnectAction("modelName") { call in
            ["css": .string(try call.model().css)]
        },
        "findModelsByName": ConnectAction("modelNames") { call in
            try call.list(try call.parameters.texts("modelNames")) {
                try call.object(of: try call.model(named: $0))
            }
        },
        "findModelsById": ConnectAction("modelIds") { call in
            try call.list(try call.parameters.ids("modelIds")) {
                try call.object(of: try call.model(numbered: $0))
            }
        },
        "createModel": ConnectAction(
            "modelName",
            "inOrderFields",
            "cardTemplates",
            "css",
            "isCloze",
            changes: true
        ) { call in
            try createModel(call)
        },
        "updateModelTemplates": ConnectAction("model", changes: true) { call in
            let model = try call.parameters.object("model")
            let type = try call.model(named: try model.text("name"))
            let templates = try model.value("templates").members ?? []
            try call.change(type) { draft in
                for template in templates {
                    guard
                        let index = draft.templates.firstIndex(where: { $0.name == template.name })
                    else { continue }
                    if let front = template.value["Front"]?.text, !front.isEmpty {
                        draft.templates[index].front = front
                    }
                    if let back = template.value["Back"]?.text, !back.isEmpty {
                        draft.templates[index].back = back
                    }
                }
            }
            return .null
        },
        "updateModelStyling": ConnectAction("model", changes: true) { call in
            let model = try call.parameters.object("model")
            let css = try model.text("css")
            try call.change(try call.model(named: try model.text("name"))) { $0.css = css }
            return .null
        },
    ]

    private static func createModel(_ call: ConnectCall) throws -> ConnectValue {
        let parameters = call.parameters
        let name = try parameters.text("modelName")
        let fields = try parameters.texts("inOrderFields")
        guard !fields.isEmpty else {
            throw ConnectError("Must provide at least one field for inOrderFields")
        }
        let templates = try parameters.list("cardTemplates")
        guard !templates.isEmpty else {
            throw ConnectError("Must provide at least one card for cardTemplates")
        }
        guard try !call.library.types().contains(where: { $0.name == name }) else {
            throw ConnectError("Model name already exists")
        }
        let isCloze = try parameters.flag("isCloze")
        let draft = NoteTypeDraft(
            name: name,
            fields: fields.map { NoteTypeDraft.Field(name: $0) },
            templates: try templates.enumerated().map { index, value in
                let template = try ConnectParameters(value, called: "cardTemplates")
                return NoteTypeDraft.Template(
                    name: try template.text(ifGiven: "Name") ?? "Card \(index + 1)",
                    front: try template.text("Front"),
                    back: try template.text("Back")
                )
            },
            css: try parameters.text(ifGiven: "css") ?? NoteType.stockSheet
        )
        let id = try call.library.add(
            draft,
            isCloze: isCloze,
            by: call.author
        )
        guard let type = try call.library.types().first(where: { $0.id == id }) else {
            throw ConnectError.model(name)
        }
        return try call.object(of: type)
    }
}

extension ConnectCall {
    func model() throws -> NoteType { try model(named: try parameters.text("modelName")) }

    func model(named name: String) throws -> NoteType {
        guard let type = try library.types().first(where: { $0.name == name }) else {
            throw ConnectError.model(name)
        }
        return type
    }

    func model(numbered number: Int64) throws -> NoteType {
        let types = try library.types()
        let numbers = try library.numbers(ofTypes: types.map(\.id))
        guard let type = types.first(where: { numbers[$0.id] == number }) else {
            throw ConnectError.model(String(number))
        }
        return type
    }

    /// The names of a type's fields; for notes of languages the tags that are in use or chosen.
    func fieldNames(of type: NoteType) throws -> [String] {
        switch type.cards {
        case .languages:
            let used = try library.languages()
            let chosen = try library.decks().compactMap(\.settings.languageChoice)
                .flatMap(\.languages)
            let all = Set(used + chosen)
            return (all.isEmpty ? [.english] : all.sorted()).map(\.text)
        case .place:
            return type.fields.map(\.name) + [ConnectedNote.latitude, ConnectedNote.longitude]
        case .templates, .cloze: return type.fields.map(\.name)
        }
    }

    func change(_ type: NoteType, _ edit: (inout NoteTypeDraft) -> Void) throws {
        guard type.cards != .languages, type.cards != .place else {
            throw ConnectError("the cards of “\(type.name)” have no templates")
        }
        try library.change(type.id, by: author, edit)
    }
}

enum TemplateFields {
    /// In the order of their first use, each once.
    static func names(in template: String, among known: [String]) -> [String] {
        var names: [String] = []
        for part in template.split(separator: "{{").dropFirst() {
            guard let end = part.firstRange(of: "}}") else { continue }
            let body = part[..<end.lowerBound]
            guard let first = body.first, !"#^/".contains(first) else { continue }
            let name = String(body.split(separator: ":").last ?? "").trimmed
            if known.contains(name), !names.contains(name) { names.append(name) }
        }
        return names
    }
}
