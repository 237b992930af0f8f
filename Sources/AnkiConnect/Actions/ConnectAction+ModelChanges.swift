internal import Notes

extension ConnectAction {
    /// Adds, renames, removes and moves fields and templates.
    static let modelChanges: [String: ConnectAction] = [
        "modelTemplateAdd": ConnectAction("modelName", "template", changes: true) { call in
            let template = try call.parameters.object("template")
            let name = try template.text("Name")
            let (front, back) = (try template.text("Front"), try template.text("Back"))
            try call.change(try call.model()) { draft in
                if let index = draft.templates.firstIndex(where: { $0.name == name }) {
                    draft.templates[index].front = front
                    draft.templates[index].back = back
                } else {
                    draft.templates.append(.init(name: name, front: front, back: back))
                }
            }
            return .null
        },
        "modelTemplateRename": ConnectAction(
            "modelName",
            "oldTemplateName",
            "newTemplateName",
            changes: true
        ) { call in
            let (type, index) = try template("oldTemplateName", call)
            let name = try call.parameters.text("newTemplateName")
            try call.change(type) { $0.templates[index].name = name }
            return .null
        },
        "modelTemplateRemove": ConnectAction("modelName", "templateName", changes: true) { call in
            let (type, index) = try template("templateName", call)
            try call.change(type) { $0.templates.remove(at: index) }
            return .null
        },
        "modelTemplateReposition": ConnectAction(
            "modelName",
            "templateName",
            "index",
            changes: true
        ) { call in
            let (type, index) = try template("templateName", call)
            let target = Int(clamping: try call.parameters.id("index"))
            try call.change(type) { $0.templates.move(from: index, to: target) }
            return .null
        },
        "modelFieldAdd": ConnectAction("modelName", "fieldName", "index", changes: true) { call in
            let name = try call.parameters.text("fieldName")
            let target = call.parameters["index"]?.id.map { Int(clamping: $0) }
            try call.change(try call.model()) { draft in
                if !draft.fields.contains(where: { $0.name == name }) {
                    draft.fields.append(.init(name: name))
                }
                guard let target, let index = draft.fields.firstIndex(where: { $0.name == name })
                else { return }
                draft.fields.move(from: index, to: target)
            }
            return .null
        },
        "modelFieldRename": ConnectAction(
            "modelName",
            "oldFieldName",
            "newFieldName",
            changes: true
        ) { call in
            let (type, index) = try field("oldFieldName", call)
            let name = try call.parameters.text("newFieldName")
            try call.change(type) { $0.fields[index].name = name }
            return .null
        },
        "modelFieldRemove": ConnectAction("modelName", "fieldName", changes: true) { call in
            let (type, index) = try field("fieldName", call)
            try call.change(type) { $0.removeField(at: index, isCloze: type.isCloze) }
            return .null
        },
        "modelFieldReposition": ConnectAction(
            "modelName",
            "fieldName",
            "index",
            changes: true
        ) { call in
            let (type, index) = try field("fieldName", call)
            let target = Int(clamping: try call.parameters.id("index"))
            try call.change(type) { $0.fields.move(from: index, to: target) }
            return .null
        },
    ]

    private static func template(
        _ parameter: String,
        _ call: ConnectCall
    ) throws -> (NoteType, Int) {
        let (type, name) = (try call.model(), try call.parameters.text(parameter))
        guard let index = type.templates.firstIndex(where: { $0.name == name }) else {
            throw ConnectError.template(name, of: type.name)
        }
        return (type, index)
    }

    private static func field(_ parameter: String, _ call: ConnectCall) throws -> (NoteType, Int) {
        let (type, name) = (try call.model(), try call.parameters.text(parameter))
        guard let index = type.fields.firstIndex(where: { $0.name == name }) else {
            throw ConnectError.field(name, of: type.name)
        }
        return (type, index)
    }
}

extension Array {
    /// Moves an element to an index, or to the nearest valid one.
    fileprivate mutating func move(from index: Int, to target: Int) {
        let element = remove(at: index)
        insert(element, at: Swift.min(Swift.max(target, 0), count))
    }
}
