import HTTP
import Languages
import Library
import LibraryValues
import Lookup
import Notes
import Pages
import Threads

extension Application {
    /// `POST /cards/generate`: looks a word up, and sends drafts as lines of JSON; the last is complete, or an error.
    ///
    /// Nothing is saved, and a client that disconnects cancels it.
    func generate(_ note: NoteID?, _ request: Request) throws -> Response {
        let form: NoteForm?
        if let note {
            form = try library.fillableForm(note)
        } else {
            let draft = try NoteRequest(try request.form()).draft
            form = try library.form(of: draft, note: nil, seen: nil)
        }
        guard let form else {
            throw HTTPError(.badRequest, "This card or card type no longer exists.")
        }
        let generation = try GenerationRequest(form)
        let settings = try library.lookupSettings()
        let model = try model(settings)
        return .lines { [lookup] send, isCancelled in
            send(
                Self.generate(
                    generation,
                    lookup,
                    model,
                    settings.first,
                    isCancelled: isCancelled,
                    progress: send
                )
            )
        }
    }

    /// `POST /cards/generate/warm`: answers at once, while the model is being loaded.
    func warmUp() throws -> Response {
        if let model = try model(try library.lookupSettings()), Self.beginWarmUp() {
            Thread.start {
                model.warmUp()
                Self.warmUps.withLock { $0 -= 1 }
            }
        }
        return .noContent
    }

    /// How many models are being loaded, each in a thread of its own for up to a minute.
    private static let warmUps = Locked(0)
    private static let mostWarmUps = 8

    private static func beginWarmUp() -> Bool {
        warmUps.withLock { count in
            guard count < mostWarmUps else { return false }
            count += 1
            return true
        }
    }

    /// `GET /settings/generate`.
    func lookupPage() throws -> Response {
        try page(LookupForm(try library.lookupSettings()))
    }

    /// `POST /settings/generate`: saves the settings, and asks the model's server for its models.
    func changeLookup(_ request: Request) throws -> Response {
        let fields = try request.form()
        var form = LookupForm(try library.lookupSettings())
        form.read(
            endpoint: fields["endpoint"] ?? "",
            model: fields["model"] ?? "",
            first: fields["first"] ?? ""
        )
        let key =
            fields["forget-key"] == "on" ? "" : fields["key"].flatMap { $0.isEmpty ? nil : $0 }
        if let key, key.utf8.count > 1000 || !key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
            form.flaw =
                "This isn’t a valid key. Keys contain letters, digits and symbols, but no spaces."
        }
        let settings = form.settings
        if !settings.endpoint.isEmpty,
            LanguageModel(endpoint: settings.endpoint, name: settings.model) == nil
        {
            form.flaw = "This isn’t a valid address. Start with http:// or https://."
        }
        guard form.flaw == nil else { return try page(form, status: .unprocessableContent) }
        try library.change(settings, key: key)
        form.isSaved = true
        if let model = try model(settings, isNameWanted: false) {
            do throws(LanguageModelError) {
                form.models = try model.models()
            } catch {
                form.problem = error.words
            }
        }
        return try page(form)
    }

    private func page(_ form: LookupForm, status: Status = .ok) throws -> Response {
        var form = form
        form.hasKey = try library.lookupKey() != nil
        form.hasDictionary = lookup.define("apple", .noun) != nil
        let page = LookupPage(form: form, settings: try library.settings())
        return .page(page, status: status)
    }

    /// The model in the settings, if there is one.
    private func model(
        _ settings: LookupSettings,
        isNameWanted: Bool = true
    ) throws -> LanguageModel? {
        guard !settings.endpoint.isEmpty, !isNameWanted || !settings.model.isEmpty else {
            return nil
        }
        var model = LanguageModel(
            endpoint: settings.endpoint,
            name: settings.model,
            key: try library.lookupKey()
        )
        // Learners may not look around in the server's network.
        let isAllowed = model?.endpoint == lookup.localModel
        model?.isOnlyPublic = access.hasAccounts && !isAllowed
        return model
    }

    /// Looks a word up, reporting partial drafts, and returns the last line.
    private static func generate(
        _ generation: GenerationRequest,
        _ lookup: Lookup,
        _ model: LanguageModel?,
        _ first: LookupSettings.First,
        isCancelled: @escaping () -> Bool,
        progress: @escaping (GeneratedLine) -> Void
    ) -> GeneratedLine {
        do throws(LanguageModelError) {
            let draft = try generation.draft(
                from: lookup,
                model: model,
                first: first,
                isCancelled: isCancelled,
                progress: { progress(GeneratedLine($0, generation)) }
            )
            guard let draft else {
                return GeneratedLine(error: generation.excuse(lookup).description)
            }
            var line = GeneratedLine(draft, generation)
            line.isDone = true
            return line
        } catch {
            return GeneratedLine(error: error.description)
        }
    }
}

/// The fields of the form by name, or why there are none.
private struct GeneratedLine: Encodable, Sendable {
    var fields: [String: String]?
    var wordType: String?
    var source: String?
    var remark: String?
    var isDone = false
    var error: String?

    init(error: String) { self.error = error }

    init(_ draft: WordDraft, _ generation: GenerationRequest) {
        let texts = generation.fields(of: draft).map { ("f-\($0.key)", $0.value) }
        fields = Dictionary(texts) { first, _ in first }
        wordType = draft.wordType?.rawValue
        source = draft.source
        remark = draft.remark
    }
}
