import HTTP
import Languages
import Library
import LibraryValues
import Notes
import Pages

extension Application {
    /// `GET /cards/drafts`: notes with fields to look up.
    func drafts(for notes: [NoteID], back: ReturnPath?) throws -> Response {
        let rows = try notes.prefix(DraftsPage.mostNotes).compactMap { note -> DraftsPage.Row? in
            guard let form = try library.fillableForm(note) else { return nil }
            let prompt = form.fields.lazy.compactMap { form.draft.values[$0.id]?.text.trimmed }
                .first { !$0.isEmpty }
            var row = DraftsPage.Row(note: note, prompt: prompt ?? "")
            do throws(HTTPError) {
                let targets = try GenerationRequest(form).targets
                row.fields = form.fields.filter {
                    targets.contains($0.id)
                        && form.draft.values[$0.id]?.text.trimmed.isEmpty != false
                }
                if row.fields.isEmpty { row.excuse = "Already filled in." }
            } catch {
                row.excuse = Phrase(verbatim: error.message)
            }
            return row
        }
        let page = DraftsPage(rows: rows, back: back, settings: try library.settings())
        return .page(page)
    }

    /// `POST /cards/drafts`: saves the ticked drafts as one change.
    func saveDrafts(back: ReturnPath?, _ request: Request) throws -> Response {
        let form = try request.form()
        let fillings = form.all("note").compactMap { NoteID($0) }.map { note in
            var filling = Filling(note: note, texts: [:])
            filling.wordType = form["\(note)-type"].flatMap { WordType(rawValue: $0) }
            for item in form.items where item.name.hasPrefix("\(note)-") {
                let name = item.name.dropFirst(note.description.utf8.count + 1)
                guard name != "type", let field = FieldID(name) else { continue }
                filling.texts[field] = item.value.replacing("\r\n", with: "\n")
            }
            return filling
        }
        guard !fillings.isEmpty else {
            throw HTTPError(.unprocessableContent, "Select the drafts to keep.")
        }
        return lead(back, telling: try library.fill(fillings, by: browser(of: request)))
    }
}
