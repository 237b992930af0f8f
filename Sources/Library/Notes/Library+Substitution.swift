internal import Languages
package import LibraryValues
package import Notes
internal import Storage

extension Library {
    /// What a substitution would do to notes.
    package func preview(
        _ substitution: Substitution,
        in selection: NoteSelection,
        timeZoneOffset minutes: Int = 0
    ) throws(LibraryError) -> SubstitutionPreview {
        try read { reader in
            let notes = try homes(of: selection, with: reader, offset: minutes).map(\.note)
            var preview = SubstitutionPreview(notes: notes.count)
            var rewriter = NoteRewriter(substitution, types: try reader.noteTypes())
            for id in notes {
                guard let note = try reader.note(id) else { continue }
                rewriter.collectFields(of: note)
                switch rewriter.outcome(for: note) {
                case .same: continue
                case .refused: preview.refused += 1
                case .changed(_, let fields):
                    preview.changed += 1
                    for field in fields
                    where preview.examples.count < SubstitutionPreview.mostExamples {
                        preview.examples.append(rewriter.example(field, of: note))
                    }
                }
            }
            if let mistake = rewriter.mistake {
                preview = SubstitutionPreview(notes: notes.count)
                preview.mistake = mistake.words
            }
            preview.fields = rewriter.fields
            preview.languages = rewriter.languages.sorted()
            return preview
        }
    }

    /// Replaces in the texts of notes, as one change; nil where nothing is found.
    ///
    /// A note that would be left without a question or an answer stays unchanged.
    package func apply(
        _ substitution: Substitution,
        to selection: NoteSelection,
        by browser: BrowserNumber?,
        timeZoneOffset minutes: Int = 0
    ) throws(LibraryError) -> Change? {
        try change(by: browser) { writer, recorder, moment in
            let notes = try self.homes(of: selection, with: writer, offset: minutes).map(\.note)
            try selection.check(notes.count)
            var rewriter = NoteRewriter(substitution, types: try writer.noteTypes())
            var count = 0
            for id in notes {
                guard let note = try writer.note(id),
                    case .changed(let values, let fields) = rewriter.outcome(for: note)
                else { continue }
                count += 1
                func stored(_ values: [FieldID: FieldValue], _ changed: Moment) -> StoredValues {
                    let some = fields.map { ($0, values[$0]) }
                    return StoredValues(Dictionary(uniqueKeysWithValues: some), changed: changed)
                }
                let before = stored(note.values, note.changed)
                let after = stored(values, moment)
                try recorder.replace(.values(id, before: before, after: after), with: writer)
            }
            if let mistake = rewriter.mistake {
                throw LibraryError.refused(mistake.words)
            }
            let (find, put) = (substitution.find.quoted, substitution.replacement.quoted)
            return "Replaced \(find) with \(put) in \(count) cards"
        }
    }
}

private struct NoteRewriter {
    enum Outcome {
        case same
        case refused
        case changed([FieldID: FieldValue], fields: [FieldID])
    }

    private let substitution: Substitution
    private var replacer: TextReplacer?
    /// What is wrong with the regular expression; nothing is replaced from then on.
    private(set) var mistake: RegularExpressionError?
    private let types: [NoteTypeID: NoteType]
    private var seenTypes: Set<NoteTypeID> = []
    private(set) var languages: Set<LanguageTag> = []

    init(_ substitution: Substitution, types: [NoteTypeID: NoteType]) {
        self.substitution = substitution
        self.types = types
        do {
            replacer = try TextReplacer(substitution)
        } catch {
            mistake = error
        }
    }

    /// The fields of the notes seen so far, without duplicate names, in the order of their types.
    var fields: [SubstitutionPreview.Field] {
        var seen: Set<String> = []
        return seenTypes.sorted().compactMap { types[$0] }.flatMap { type in
            type.fields.map { .init(name: $0.name, localizedName: type.localizedName(of: $0)) }
        }.filter { seen.insert($0.name.caseFolded).inserted }
    }

    mutating func collectFields(of note: Note) {
        seenTypes.insert(note.type)
        languages.formUnion(note.languages)
    }

    mutating func outcome(for note: Note) -> Outcome {
        guard let replacer, let type = types[note.type] else { return .same }
        var draft = NoteDraft(note)
        var fields: [FieldID] = []
        do throws(RegularExpressionError) {
            for (field, value) in note.values where substitution.covers(field, of: type) {
                guard let text = try replacer.applied(to: value.text)?.trimmed,
                    text != value.text
                else { continue }
                draft.values[field]?.text = text
                fields.append(field)
            }
        } catch {
            mistake = error
            self.replacer = nil
            return .same
        }
        guard !fields.isEmpty else { return .same }
        let flaws = type.flaws(of: draft)
        if !flaws.isEmpty, !Set(flaws).isSubset(of: type.flaws(of: NoteDraft(note))) {
            return .refused
        }
        return .changed(draft.values(over: note.values), fields: fields.sorted())
    }

    func example(_ field: FieldID, of note: Note) -> SubstitutionPreview.Example {
        let type = types[note.type]
        let known = type?.fields.first { $0.id == field }
        var language = known?.language
        if case .language(let tag) = field { language = tag }
        return SubstitutionPreview.Example(
            field: type?.localizedName(of: field)?.description ?? field.description,
            language: language,
            pieces: (try? replacer?.pieces(of: note.text(of: field))) ?? []
        )
    }
}
